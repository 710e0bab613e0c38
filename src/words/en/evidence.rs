//! The words of the arithmetic in English.

use super::En;
use crate::catalogue::evidence::Sentences;

impl Sentences for En {
    fn scaled(&self, low: &str, high: &str) -> String {
        format!("scaled from {low} to {high}")
    }

    fn no_image(&self) -> String {
        "The node has none of the pod's images.".into()
    }

    fn part_of(&self, part: &str, whole: &str) -> String {
        format!("{part} of {whole}")
    }

    fn balance_with(&self, formula: &str, value: i64) -> String {
        format!("with the pod: {formula} = {value}")
    }

    fn balance_without(&self, formula: &str, value: i64) -> String {
        format!("without the pod: {formula} = {value}")
    }

    fn spread(&self, key: &str, pods: i64, weight: f64, skew: i64) -> String {
        format!("{key}: {pods} pods × {weight:.2} + {skew}")
    }
}
