//! Texts for the arithmetic of scores.

use crate::{languages::Speaker, table::grammar::Grammar};

/// The few words among the numbers.
pub trait EvidenceSentences: Grammar {
    /// Bytes are scaled between two bounds.
    fn scaled_between(&self, low: &str, high: &str) -> String {
        translate!(self, format!("scaled from {low} to {high}"), format!("按 {low} 到 {high} 换算"))
    }

    fn no_image(&self) -> String {
        translate!(self, "The node has none of the pod’s images.".into(), "节点上没有该 Pod 的镜像。".into())
    }

    /// `1 of 4`.
    fn part_of(&self, part: &str, total: &str) -> String {
        translate!(self, format!("{part} of {total}"), format!("{total} 中的 {part}"))
    }

    /// How even the use of a node is with the pod: the formula and what it comes to.
    fn balance_with(&self, formula: &str, value: i64) -> String {
        translate!(self, format!("with the pod: {formula} = {value}"), format!("放上该 Pod：{formula} = {value}"))
    }

    fn balance_without(&self, formula: &str, value: i64) -> String {
        translate!(self, format!("without the pod: {formula} = {value}"), format!("不放该 Pod：{formula} = {value}"))
    }

    fn spread_formula(&self, key: &str, pods: i64, weight: f64, skew: i64) -> String {
        translate!(
            self,
            format!("{key}: {pods} pods × {weight:.2} + {skew}"),
            format!("{key}：{pods} 个 Pod × {weight:.2} + {skew}")
        )
    }
}

impl<T: Speaker> EvidenceSentences for T {}
