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
        ForeignText::SchedulerLog => translate!(
            lang,
            title_and_text(
                "these are log lines of kube-scheduler, not a manifest",
                "to replay what it decided, get the objects: kubectl get nodes,pods -A -o yaml > all.yaml",
            ),
            title_and_text(
                "这是 kube-scheduler 的日志，不是清单",
                "若要重现其决策，请获取对象：kubectl get nodes,pods -A -o yaml > all.yaml",
            )
        ),
        ForeignText::Log => translate!(
            lang,
            title_and_text(
                "these are log lines, not a manifest",
                "get the objects that they are about: kubectl get nodes,pods -A -o yaml > all.yaml",
            ),
            title_and_text("这是日志，不是清单", "请获取相关的对象：kubectl get nodes,pods -A -o yaml > all.yaml")
        ),
        ForeignText::Usage => translate!(
            lang,
            title_and_text(
                "this is the output of kubectl top: what is used, which the scheduler does not look at",
                "it goes by requests: kubectl get nodes,pods -A -o yaml > all.yaml",
            ),
            title_and_text(
                "这是 kubectl top 的输出：实际用量，调度器不看它",
                "调度以请求为准：kubectl get nodes,pods -A -o yaml > all.yaml",
            )
        ),
        ForeignText::HelmRelease => translate!(
            lang,
            title_and_text(
                "this is what Helm says of a release, without its manifests",
                "get them: helm get manifest NAME > all.yaml, or helm template NAME CHART > all.yaml",
            ),
            title_and_text(
                "这是 Helm 对 release 的说明，不含清单",
                "请获取清单：helm get manifest NAME > all.yaml，或 helm template NAME CHART > all.yaml",
            )
        ),
        ForeignText::Terraform => translate!(
            lang,
            title_and_text(
                "this is a Terraform configuration, not a manifest",
                "apply it, and get the objects: kubectl get nodes,pods,deployments -A -o yaml > all.yaml",
            ),
            title_and_text(
                "这是 Terraform 配置，不是清单",
                "请先应用，再获取对象：kubectl get nodes,pods,deployments -A -o yaml > all.yaml",
            )
        ),
        ForeignText::JsonPatch => translate!(
            lang,
            title_and_text(
                "this is a JSON patch: it changes an object and is none itself",
                "apply it to the object without a cluster: kubectl patch --local -f OBJECT --type json -p PATCH -o yaml",
            ),
            title_and_text(
                "这是 JSON patch：它修改对象，本身不是对象",
                "可在本地应用到对象：kubectl patch --local -f OBJECT --type json -p PATCH -o yaml",
            )
        ),
        ForeignText::Diff => translate!(
            lang,
            title_and_text("this is the difference of two files, not a manifest", "open one of the two files"),
            title_and_text("这是两个文件的差异，不是清单", "请打开其中一个文件")
        ),
        ForeignText::WebPage => translate!(
            lang,
            title_and_text(
                "this is HTML, the text of a web page, not a manifest",
                "get the file itself: on GitHub, with the button Raw",
            ),
            title_and_text("这是 HTML（网页的源码），不是清单", "请获取文件本身：在 GitHub 上点击 Raw")
        ),
    }
}
