//! Texts for other programs.

use findings::ForeignText;

use crate::table::grammar::{Grammar, TitleAndText, title_and_text};

/// What a text is that is for another program, and how to come from it to manifests.
pub(super) fn foreign_text(lang: &(impl Grammar + ?Sized), text: ForeignText) -> TitleAndText {
    match text {
        ForeignText::Compose => translate!(
            lang,
            title_and_text(
                "this is a Docker Compose file, not a manifest",
                "convert it, for example with kompose convert --stdout > all.yaml, and open the result",
            ),
            title_and_text(
                "这是 Docker Compose 文件，不是清单",
                "请先转换，例如 kompose convert --stdout > all.yaml，再打开结果"
            )
        ),
        ForeignText::HelmValues => translate!(
            lang,
            title_and_text(
                "these are the values of a Helm chart, not a manifest",
                "render the chart with them: helm template NAME CHART -f values.yaml > all.yaml",
            ),
            title_and_text(
                "这是 Helm Chart 的 values，不是清单",
                "请用它渲染 Chart：helm template NAME CHART -f values.yaml > all.yaml",
            )
        ),
        ForeignText::HelmChart => translate!(
            lang,
            title_and_text(
                "this is the Chart.yaml of a Helm chart, not a manifest",
                "render the chart: helm template NAME CHART > all.yaml",
            ),
            title_and_text(
                "这是 Helm Chart 的 Chart.yaml，不是清单",
                "请渲染 Chart：helm template NAME CHART > all.yaml"
            )
        ),
        ForeignText::Kustomization => translate!(
            lang,
            title_and_text(
                "this is a kustomization: it names manifests and has none itself",
                "build it: kubectl kustomize DIRECTORY > all.yaml",
            ),
            title_and_text(
                "这是 kustomization：它只引用清单，本身没有对象",
                "请先构建：kubectl kustomize 目录 > all.yaml"
            )
        ),
        ForeignText::Kubeconfig => translate!(
            lang,
            title_and_text(
                "this is a kubeconfig, with the credentials of a cluster, and no manifest",
                "get the objects with it: kubectl get nodes,pods -A -o yaml > all.yaml",
            ),
            title_and_text(
                "这是 kubeconfig，含有集群的凭据，不是清单",
                "请用它获取对象：kubectl get nodes,pods -A -o yaml > all.yaml",
            )
        ),
        ForeignText::Placeholders => translate!(
            lang,
            title_and_text(
                "this is a template with placeholders, not a manifest yet",
                "fill them in first: with envsubst for ${…}, or with the program that the template is for",
            ),
            title_and_text("这是带占位符的模板，还不是清单", "请先填入：${…} 可用 envsubst，其他模板用其所属的程序")
        ),
    }
}
