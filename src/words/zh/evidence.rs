//! 中文的计算说明。

use super::Zh;
use crate::catalogue::evidence::Sentences;

impl Sentences for Zh {
    fn scaled(&self, low: &str, high: &str) -> String {
        format!("按 {low} 到 {high} 换算")
    }

    fn no_image(&self) -> String {
        "节点上没有该 Pod 的镜像。".into()
    }

    fn part_of(&self, part: &str, whole: &str) -> String {
        format!("{whole} 中的 {part}")
    }

    fn balance_with(&self, formula: &str, value: i64) -> String {
        format!("放上该 Pod：{formula} = {value}")
    }

    fn balance_without(&self, formula: &str, value: i64) -> String {
        format!("不放该 Pod：{formula} = {value}")
    }

    fn spread(&self, key: &str, pods: i64, weight: f64, skew: i64) -> String {
        format!("{key}：{pods} 个 Pod × {weight:.2} + {skew}")
    }
}
