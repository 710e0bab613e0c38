//! All text that a person sees, in English and 中文.

pub mod compare;
pub mod evidence;
pub mod overview;
pub mod problem;
pub mod reason;
pub mod story;
pub mod upstream;
pub mod why;

use super::state::Lang;

macro_rules! words {
    ($($name:ident: $en:literal, $zh:literal;)*) => {
        /// The fixed words of the page.
        pub struct Words { $(pub $name: &'static str,)* }
        static EN: Words = Words { $($name: $en,)* };
        static ZH: Words = Words { $($name: $zh,)* };
    };
}

pub mod panel;
pub mod timeline;

words! {
    tagline: "a glass-box kube-scheduler", "透明的 kube-scheduler";
    release: "Release", "版本";
    share: "Copy link", "复制链接";
    theme: "Switch between light and dark", "切换浅色与深色";
    language: "中文", "English";
    editor: "Builder", "构建器";
    manifests: "Manifests", "清单";
    hide_editor: "Hide the editor", "收起编辑器";
    open_file: "Open a file", "打开文件";
    run: "Run", "运行";
    run_hint: "Ctrl + Enter runs it", "按 Ctrl + Enter 运行";
    drop_hint: "Paste, type or drop YAML or JSON: nodes, pods, Deployments, a kubectl dump. Nothing leaves this tab.",
        "粘贴、输入或拖入 YAML 或 JSON：节点、Pod、Deployment，或 kubectl 导出的内容。数据不会离开本页面。";
    examples: "Scenarios", "场景";
    gallery_hint: "Each shows one thing. Play it, or step from caption to caption.", "每个场景说明一件事。播放，或逐条跟随解说。";
    lesson: "What this scenario shows", "这个场景说明什么";
    next_caption: "Next caption", "下一条解说";
    last_caption: "Previous caption", "上一条解说";
    problems: "This cannot be run", "无法运行";
    notices: "Remarks", "备注";
    no_nodes: "There are no nodes in this text.", "文本中没有节点。";
    add_nodes: "Add three nodes (4 cpu, 8Gi)", "添加三个节点（4 cpu，8Gi）";
    line: "line", "行";
    play: "Play", "播放";
    pause: "Pause", "暂停";
    back: "Step back", "后退一步";
    forward: "Step forward", "前进一步";
    home: "To the start", "回到开头";
    end: "To the end", "跳到结尾";
    next_preemption: "Next preemption", "下一次抢占";
    slower: "Slower", "更慢";
    faster: "Faster", "更快";
    speed: "Speed", "速度";
    keys: "Keyboard", "键盘";
    close: "Close", "关闭";
    key_space: "play, pause", "播放、暂停";
    key_arrows: "one step", "一步";
    key_shift_arrows: "one event", "一个事件";
    key_ends: "start, end", "开头、结尾";
    key_speed: "faster, slower", "更快、更慢";
    key_landmarks: "next preemption, next failure, next binding", "下一次抢占、失败、绑定";
    key_strides: "steps by check, by phase, by cycle", "按检查、阶段、周期单步";
    key_caption: "next caption, previous caption", "下一条、上一条解说";
    key_gallery: "scenarios", "场景";
    key_share: "copy a link to this step", "复制指向此步的链接";
    key_undo: "take the last change back", "撤销";
    key_redo: "do it again", "重做";
    key_choose: "choose several objects in the list", "在列表中选择多个对象";
    key_raise: "a pod in the list to the next priority class", "将列表中的 Pod 移到上一级或下一级优先级类";
    key_suggest: "suggestions while typing YAML", "输入 YAML 时的补全";
    build: "Build", "构建";
    undo: "Undo", "撤销";
    redo: "Redo", "重做";
    key_help: "this list", "此列表";
    active: "Active", "活动队列";
    active_is: "next to be scheduled", "即将调度";
    backoff: "Backoff", "退避队列";
    backoff_is: "waits before the next try", "等待下一次尝试";
    unschedulable: "Unschedulable", "不可调度";
    unschedulable_is: "waits for something to change", "等待集群变化";
    gated: "Gated", "门控";
    gated_is: "held by scheduling gates", "被调度门控阻挡";
    cycle: "Being scheduled", "正在调度";
    cycle_is: "one pod at a time", "一次一个 Pod";
    gone: "Deleted", "已删除";
    nodes: "Nodes", "节点";
    memory: "memory", "内存";
    pods: "pods", "Pod";
    cordoned: "cordoned", "已封锁";
    nominated: "nominated", "已提名";
    passes: "passes", "通过";
    not_looked: "not looked at", "未检查";
    skipped: "not needed for this pod", "此 Pod 无需检查";
    budget_left: "disruptions allowed", "允许的中断数";
    stays: "stays", "保留";
    goes: "must go", "必须离开";
    lifted: "lifted off", "移开";
    page_now: "Now", "此刻";
    page_filters: "Filters", "过滤";
    page_scores: "Scores", "打分";
    page_preemption: "Preemption", "抢占";
    page_pod: "Pod", "Pod";
    page_whatif: "What if", "假如";
    whatif_is: "Fork the run at {}: everything up to here stays as it was, then this is done.", "在 {} 处分叉：此前一切不变，随后执行此操作。";
    deed: "What is done", "操作";
    deed_target: "To what", "对象";
    deed_yaml: "The action, as in a script", "脚本中的一个操作";
    deed_delete: "Delete a pod", "删除 Pod";
    deed_evict: "Evict a pod (honours budgets)", "驱逐 Pod（遵守预算）";
    deed_copy_pod: "Create another pod like this", "再创建一个同样的 Pod";
    deed_cordon: "Cordon a node", "封锁节点";
    deed_uncordon: "Uncordon a node", "解除封锁";
    deed_drain: "Drain a node", "排空节点";
    deed_fail: "A node stops answering", "节点失联";
    deed_remove: "Delete a node", "删除节点";
    deed_copy_node: "Add another node like this", "再添加一个同样的节点";
    deed_own: "Something else …", "其他……";
    fork: "Fork here", "在此分叉";
    branches: "Branches", "分支";
    branch_first: "as it was", "原来的运行";
    difference: "How the runs end", "结局对比";
    no_difference: "Both runs end alike.", "两次运行结局相同。";
    other_branch: "there", "另一分支";
    this_branch: "here", "此分支";
    beside: "Side by side", "并排对比";
    beside_with: "beside this run", "与此运行并排";
    differs_now: "What differs at this step", "这一步的差异";
    alike: "Nothing differs at this step.", "这一步没有差异。";
    unlike_nodes: "The attempt is the same; {} nodes hold other pods (≠).", "此次尝试相同；{} 个节点上的 Pod 不同（≠）。";
    parted: "Differences of the whole run", "整个运行的差异";
    at_the_end: "at the end", "结束时";
    differs: "differs", "不同";
    another_configuration: "Another configuration …", "另一份配置……";
    configuration_hint: "A KubeSchedulerConfiguration (v1.16: a Policy). It takes the place of the one in the text, if there is one.",
        "一份 KubeSchedulerConfiguration（v1.16 为 Policy），将取代文本中已有的配置。";
    compare_run: "Compare", "对比";
    configuration: "another configuration", "另一份配置";
    compare: "The same under", "同一场景，另一版本：";
    ask: "What would make it fit?", "怎样才能放下它？";
    no_help: "No single change of those that were tried helps.", "尝试过的单项改变都没有帮助。";
    try_it: "Try it", "试一试";
    life: "Its story", "它的经历";
    cancel: "Stop", "停止";
    cancelled: "stopped", "已停止";
    upstream: "In kube-scheduler", "对应源码";
    upstream_says: "kube-scheduler says", "kube-scheduler 的原话";
    no_attempt: "Nothing is being scheduled at this moment. Step on, or jump to the next preemption.",
        "此刻没有调度进行。请继续前进，或跳到下一次抢占。";
    no_filters: "No node was judged in this attempt.", "此次尝试没有检查任何节点。";
    no_scores: "Nothing was scored: with fewer than two feasible nodes there is nothing to compare.",
        "没有打分：可行节点不足两个，无需比较。";
    no_preemption: "This attempt did not come to preemption.", "此次尝试没有进行抢占。";
    no_pod: "Choose a pod on the stage to see its story.", "在舞台上选择一个 Pod 查看详情。";
    node: "Node", "节点";
    raw: "raw", "原始";
    normalized: "normalised", "归一化";
    total: "Total", "总分";
    winner: "winner", "胜出";
    victims: "Victims", "牺牲者";
    candidate: "candidate", "候选";
    no_candidate: "not a candidate", "非候选";
    ladder: "How the node is chosen", "如何选出节点";
    tie: "A tie: any of them may be taken; the scenario's seed decides.", "平局：任选其一，由场景的随机种子决定。";
    out: "out", "出局";
    console_pods: "kubectl get pods -o wide -w", "kubectl get pods -o wide -w";
    console_messages: "kubectl get events", "kubectl get events";
    console_lanes: "Lanes", "泳道";
    timeline: "Timeline", "时间线";
    working: "Scheduling…", "调度中……";
    copied: "Link copied. It opens at this very step.", "链接已复制，打开即到此步。";
    linked: "The link stands in the address bar; copy it from there.", "链接已放入地址栏，请从地址栏复制。";
    damaged: "This link is damaged: part of it is missing or was changed. Ask for it again, or copy it whole. Meanwhile, here is a built-in scenario.",
        "链接已损坏：内容缺失或被改动。请重新索取，或完整复制。现在显示的是内置场景。";
    too_long: "This scenario is too long for a link. Send the manifests instead.", "场景过长，无法放入链接。请直接发送清单。";
    priority: "priority", "优先级";
    requests: "requests", "请求";
    status: "status", "状态";
    made_by: "made by", "创建者";
    attempts: "attempts", "尝试次数";
    queue: "queue", "队列";
    moved_by: "moved by", "移动原因";
    last_message: "last message", "最近消息";
    budgets: "budgets", "预算";
    gone_in: "gone in", "将于";
    phase_pop: "Pop", "出队";
    phase_select: "Select host", "选主机";
    skip: "Skip to the player", "跳到播放器";
    untitled: "Untitled scenario", "未命名场景";
    legend: "Priority", "优先级";
}

/// The words of a language.
pub fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}

/// One of two texts.
pub fn pick(lang: Lang, en: impl Into<String>, zh: impl Into<String>) -> String {
    match lang {
        Lang::En => en.into(),
        Lang::Zh => zh.into(),
    }
}

/// The name of a pod without its namespace, where that is `default`.
pub fn short(key: &str) -> &str {
    key.strip_prefix("default/").unwrap_or(key)
}

/// Virtual time: `37.1 s`, `2 m 05 s`.
pub fn clock(at: u64) -> String {
    match at {
        0..60_000 if at.is_multiple_of(1000) => format!("{} s", at / 1000),
        0..60_000 => format!("{}.{} s", at / 1000, at % 1000 / 100),
        _ => format!("{} m {:02} s", at / 60_000, at % 60_000 / 1000),
    }
}

/// An amount of a resource as people write it: milli-cpu as cores, bytes with a binary unit.
pub fn amount(resource: &str, value: i64) -> String {
    match resource {
        "cpu" => decimal(value, 1000),
        "memory" | "ephemeral-storage" => bytes(value),
        _ => value.to_string(),
    }
}

fn decimal(value: i64, unit: i64) -> String {
    let (whole, rest) = (value / unit, (value % unit).abs() * 100 / unit);
    match rest {
        0 => whole.to_string(),
        rest if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        rest => format!("{whole}.{rest:02}"),
    }
}

/// Bytes with a binary unit.
pub fn bytes(value: i64) -> String {
    for (shift, unit) in [(40, "Ti"), (30, "Gi"), (20, "Mi"), (10, "Ki")] {
        let size = 1_i64 << shift;
        if value.abs() >= size {
            return format!("{}{unit}", decimal(value, size));
        }
    }
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(amount("cpu", 5000), "5");
        assert_eq!(amount("cpu", 250), "0.25");
        assert_eq!(amount("memory", 64 << 20), "64Mi");
        assert_eq!(amount("memory", 3 << 29), "1.5Gi");
        assert_eq!(clock(37_100), "37.1 s");
        assert_eq!(clock(125_000), "2 m 05 s");
    }
}
