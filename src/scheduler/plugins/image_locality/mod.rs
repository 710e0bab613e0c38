//! `ImageLocality`: prefers nodes that already have the pod's images, so that less has to be pulled.
//!
//! Each image of the pod that the node has adds `size × nodes that have it / all nodes`: an image that only one node
//! has adds little, so that this node doesn't attract every pod that uses it. The sum is clamped to a range from 23 MiB
//! (too small to matter) to an upper bound, and scaled to the best score:
//!
//! `score = max × (sum − 23 MiB) / (upper bound − 23 MiB)`
//!
//! The same image in two containers counts twice. The size of an image is the one reported by the first node that
//! listed it. Upstream: `imagelocality.Score`; v1.16: `ImageLocalityPriorityMap`, out of 10. The upper bound is 1000
//! MiB in v1.16, and 1000 MiB for each container from v1.20 on; later releases count init containers as well, in both
//! sum and bound, and the latest one also adds images that are mounted as volumes to the sum.

use api::Str;
use runlog::{Evidence, ImagePart, NodeIx, image_score};

use crate::{
    cluster::{ImageState, NodeInfo, normalized_image},
    framework::{CycleCtx, Score, Scorer},
};

const MIB: i64 = 1024 * 1024;
const LOW: i64 = 23 * MIB;
const HIGH: i64 = 1000 * MIB;

pub struct ImageLocality {
    /// Best score: 100, or 10 in v1.16.
    pub max: i64,
    /// Whether images of init containers count.
    pub counts_init_containers: bool,
    /// Whether the upper bound is 1000 MiB for each counted container; otherwise it is 1000 MiB in total.
    pub scales_bound_by_containers: bool,
    /// Whether images that are mounted as volumes count, once for each mount. They do not raise the upper bound.
    pub counts_volume_images: bool,
}

struct ImageScorer {
    /// Images of the pod that at least one node has, once for each container.
    pod_images: Vec<ImagePart>,
    nodes: i64,
    high: i64,
    max: i64,
}

impl Score for ImageLocality {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        let spec = &cycle.pod.pod.spec;
        let init_containers = if self.counts_init_containers { &spec.init_containers[..] } else { &[] };
        let containers = init_containers.len() + spec.containers.len();
        let volumes = if self.counts_volume_images { &spec.volumes[..] } else { &[] };
        let mounted = volumes.iter().filter_map(|volume| Some(&volume.image.as_ref()?.reference));
        let container_images = init_containers.iter().chain(&spec.containers).map(|container| &container.image);
        let images = container_images.chain(mounted).filter_map(|image| {
            let name = normalized_image(image);
            let ImageState { size, nodes } = cycle.snapshot.images.get(&name)?;
            Some(ImagePart { image: name.into(), bytes: size, nodes })
        });
        Ok(Some(Box::new(ImageScorer {
            pod_images: images.collect(),
            nodes: count(cycle.snapshot.nodes().len()),
            high: if self.scales_bound_by_containers { HIGH * count(containers) } else { HIGH },
            max: self.max,
        })))
    }
}

fn count(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

impl ImageScorer {
    /// Returns the pod's images that a node has.
    fn images_on_node<'s>(&'s self, node: &'s NodeInfo) -> impl Iterator<Item = &'s ImagePart> {
        let has = |name: &Str| node.node.status.images.iter().any(|image| image.names.contains(name));
        self.pod_images.iter().filter(move |part| has(&part.image))
    }
}

impl Scorer for ImageScorer {
    fn score(&self, _: NodeIx, node: &NodeInfo) -> i64 {
        let scaled_bytes = self.images_on_node(node).map(|image| image.scaled_bytes(self.nodes));
        image_score(scaled_bytes.sum(), LOW, self.high, self.max)
    }

    fn constant_score(&self) -> Option<i64> {
        self.pod_images.is_empty().then_some(0)
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        Evidence::Images {
            images: self.images_on_node(node).cloned().collect(),
            nodes: self.nodes,
            low: LOW,
            high: self.high,
            max: self.max,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::{Objects, Snapshot},
        plugins::testing::{pod, score_all, snapshot},
    };

    const FIXED: ImageLocality = image_locality(10, false, false);
    const PER_CONTAINER: ImageLocality = image_locality(100, false, true);
    const WITH_INIT: ImageLocality = image_locality(100, true, true);

    const fn image_locality(max: i64, counts_init_containers: bool, scales_bound_by_containers: bool) -> ImageLocality {
        ImageLocality { max, counts_init_containers, scales_bound_by_containers, counts_volume_images: false }
    }

    fn cluster() -> Snapshot {
        snapshot(&[
            (
                r#"{"metadata":{"name":"a"},"status":{"images":[{"names":["big:1"],"sizeBytes":1048576000},
                {"names":["app@sha256:x","app:latest"],"sizeBytes":524288000}]}}"#,
                &[],
            ),
            (r#"{"metadata":{"name":"b"},"status":{"images":[{"names":["app:latest"],"sizeBytes":1}]}}"#, &[]),
        ])
    }

    #[test]
    fn scaled_by_spread_and_bounds() {
        // `big`: 1000 MiB on 1 of 2 nodes count as 500 MiB. `app`: 500 MiB (node `a`'s size) on both nodes count in
        // full.
        for (containers, fixed, per_container) in [
            (r#"{"image":"big:1"}"#, [4, 0], [48, 0]),
            (r#"{"image":"app"}"#, [4, 4], [48, 48]),
            (r#"{"image":"app@sha256:x"}"#, [2, 0], [23, 0]),
            (r#"{"image":"app"},{"image":"app"}"#, [10, 10], [49, 49]),
            (r#"{"image":"app"},{"image":"big:1"}"#, [10, 4], [49, 24]),
            (r#"{"image":"none"}"#, [0, 0], [0, 0]),
        ] {
            let pod = pod(&format!(r#"{{"spec":{{"containers":[{containers}]}}}}"#));
            for (plugin, expected) in [(&FIXED, fixed), (&PER_CONTAINER, per_container)] {
                let scores = score_all(plugin, &pod, &cluster(), &Objects::default());
                let raw: Vec<i64> = scores.into_iter().flatten().map(|(raw, _)| raw).collect();
                assert_eq!(raw, expected, "{containers}, out of {}", plugin.max);
            }
        }
    }

    #[test]
    fn init_containers_count_where_the_release_says_so() {
        let pod = pod(r#"{"spec":{"initContainers":[{"image":"app"}],"containers":[{"image":"none"}]}}"#);
        for (plugin, expected) in [(&FIXED, 0), (&PER_CONTAINER, 0), (&WITH_INIT, 24)] {
            let scores = score_all(plugin, &pod, &cluster(), &Objects::default());
            assert_eq!(scores, Some(vec![(expected, expected); 2]));
        }
    }

    #[test]
    fn mounted_images_count_each_time_and_do_not_raise_the_bound() {
        let with_volumes = ImageLocality { counts_volume_images: true, ..WITH_INIT };
        for (mounted, expected) in [
            ("", [0, 0]),
            (r#"{"image":{"reference":"app"}},{"name":"empty"}"#, [48, 48]),
            (
                r#"{"image":{"reference":"app"}},{"image":{"reference":"app"}},{"image":{"reference":"big:1"}}"#,
                [100, 100],
            ),
            (r#"{"image":{}}"#, [0, 0]),
        ] {
            let pod = pod(&format!(r#"{{"spec":{{"containers":[{{"image":"none"}}],"volumes":[{mounted}]}}}}"#));
            for (plugin, expected) in [(&WITH_INIT, [0, 0]), (&with_volumes, expected)] {
                let scores = score_all(plugin, &pod, &cluster(), &Objects::default());
                let raw: Vec<i64> = scores.into_iter().flatten().map(|(raw, _)| raw).collect();
                assert_eq!(raw, expected, "{mounted}");
            }
        }
    }
}
