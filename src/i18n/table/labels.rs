//! Fixed words: the same at every moment.

use runlog::Queue;

use crate::{
    languages::Speaker,
    table::{
        grammar::Grammar,
        stage::{StageEditLabels, StageLabels},
    },
};

message_struct! {
    /// The fixed words of the page.
    pub struct PageLabels {
        tagline: "a glass-box kube-scheduler", "透明的 kube-scheduler";
        release: "Release", "版本";
        share: "Share", "分享";
        theme: "Switch between light and dark", "切换浅色与深色";
        language: "中文", "English";
        editor: "Builder", "构建器";
        manifests: "Manifests", "清单";
        hide_editor: "Hide the editor", "收起编辑器";
        open_file: "Open a file", "打开文件";
        open_folder: "Open folder", "打开文件夹";
        run: "Run", "运行";
        run_hint: "Ctrl + Enter runs it", "按 Ctrl + Enter 运行";
        drop_hint:
            "Paste, type or drop YAML or JSON: nodes, pods, Deployments, the output of kubectl get -o yaml. Nothing leaves this tab.",
            "粘贴、输入或拖入 YAML 或 JSON：节点、Pod、Deployment，或 kubectl get -o yaml 的输出。数据不会离开此页面。";
        examples: "Scenarios", "场景";
        open: "Open", "打开";
        all_commands: "More", "更多";
        all_commands_is: "Find any command by name (Ctrl + K)", "按名称查找所有命令（Ctrl + K）";
        gallery_find: "Find a scenario or lesson", "查找场景或课程";
        gallery_none: "No matching scenario or lesson.", "没有匹配的场景或课程。";
        gallery_hint: "Each scenario shows one behavior. Play it, or step through its captions.", "每个场景说明一件事。播放，或逐条跟随解说。";
        essay: "How Kubernetes makes room", "Kubernetes 如何腾出空间";
        behaviours: "Surprising behaviors", "出人意料的行为";
        glossary: "Glossary", "术语表";
        manual: "Manual", "手册";
        lesson: "What this scenario shows", "这个场景说明什么";
        next_caption: "Next caption", "下一条解说";
        last_caption: "Previous caption", "上一条解说";
        problems: "This can’t run", "无法运行";
        notices: "Notes", "备注";
        no_nodes: "No nodes yet.", "还没有节点。";
        line: "line", "行";
        play: "Play", "播放";
        pause: "Pause", "暂停";
        back: "Step back", "后退一步";
        forward: "Step forward", "前进一步";
        home: "Go to the start", "回到开头";
        end: "Go to the end", "跳到结尾";
        speed: "Speed", "速度";
        keys: "Keyboard", "键盘";
        close: "Close", "关闭";
        key_space: "play, pause", "播放、暂停";
        key_arrows: "one step", "一步";
        key_shift_arrows: "one event", "一个事件";
        key_ends: "start, end", "开头、结尾";
        key_speed: "faster, slower", "更快、更慢";
        key_landmarks: "next preemption, next failure, next binding", "下一次抢占、失败、绑定";
        key_strides: "step by check, phase or cycle", "按检查、阶段、周期单步";
        key_caption: "next or previous caption, or step of a lesson", "下一条、上一条解说或课程步骤";
        key_commands: "find any command by name; on a Mac, use Cmd for Ctrl here and below", "按名称查找任何命令；Mac 上此处及以下的 Ctrl 均为 Cmd";
        key_menu:
            "menu of a pod, node or budget (also on right-click): edit, protect, priority, what would evict it",
            "Pod、节点或干扰预算的菜单，右键也可打开：编辑、保护、优先级、什么会驱逐它";
        key_follow: "follow the object being checked, or keep the stage still", "跟随正在检查的对象，或保持集群图不动";
        key_panes: "builder, inspector, console", "构建器、检查器、控制台";
        key_source: "the active kube-scheduler function, in its call tree", "kube-scheduler 正在执行的函数及其调用树";
        key_gallery: "scenarios", "场景";
        key_share: "copy a link to this step", "复制指向此步的链接";
        key_undo: "undo the last change", "撤销上一次更改";
        key_redo: "redo the last undone change", "重做";
        key_choose: "select several objects in the list", "在列表中选择多个对象";
        key_raise: "move a pod in the list to the next priority class", "将列表中的 Pod 移到上一级或下一级优先级类";
        key_suggest: "suggestions while typing YAML", "输入 YAML 时的补全";
        build: "Build", "构建";
        undo: "Undo", "撤销";
        redo: "Redo", "重做";
        key_help: "this list", "此列表";
        active: "Active", "活动队列";
        active_is: "scheduled next", "即将调度";
        backoff: "Backoff", "退避队列";
        backoff_is: "waiting before the next attempt", "等待下一次尝试";
        unschedulable: "Unschedulable", "不可调度";
        unschedulable_is: "waiting for the cluster to change", "等待集群变化";
        gated: "Gated", "调度门控";
        gated_is: "held back by scheduling gates", "被调度门控阻止";
        cycle: "Scheduling", "正在调度";
        cycle_is: "one pod at a time", "一次一个 Pod";
        gone: "Deleted", "已删除";
        nodes: "Nodes", "节点";
        memory: "memory", "内存";
        pods: "pods", "Pod";
        cordoned: "cordoned", "已标记为不可调度";
        nominated: "nominated", "已提名";
        passes: "passes", "通过";
        not_looked: "not checked", "未检查";
        skipped: "doesn’t apply to this pod", "不适用于此 Pod";
        budget_left: "disruptions allowed", "还可中断的 Pod 数";
        stays: "stays", "保留";
        goes: "victim", "牺牲者";
        lifted: "removed for the dry run", "试运行时移走";
        page_now: "Now", "此刻";
        page_filters: "Filters", "过滤";
        page_scores: "Scores", "打分";
        page_preemption: "Preemption", "抢占";
        page_pod: "Pod", "Pod";
        page_whatif: "What if", "假设分析";
        page_around: "Budgets and zones", "预算与可用区";
        page_source: "Source", "源码";
        more_pages: "More pages", "更多页面";
        more: "More", "更多";
        deed: "Action", "发生什么";
        deed_target: "Target", "对象";
        deed_yaml: "The action, as written in a script", "脚本中的一个操作";
        deed_delete: "Delete a pod", "删除 Pod";
        deed_evict: "Evict a pod (respects budgets)", "驱逐 Pod（遵守预算）";
        deed_copy_pod: "Create another pod like this", "再创建一个同样的 Pod";
        deed_cordon: "Cordon a node", "将节点标记为不可调度";
        deed_uncordon: "Uncordon a node", "将节点标记为可调度";
        deed_drain: "Drain a node", "腾空节点";
        deed_fail: "Make a node unreachable", "节点失联";
        deed_remove: "Delete a node", "删除节点";
        deed_copy_node: "Add another node like this", "再添加一个同样的节点";
        deed_three_nodes: "Add three nodes like this", "再添加三个同样的节点";
        deed_lose_zone: "Lose a zone: its nodes become unreachable", "失去一个可用区：其节点停止响应";
        deed_own: "Something else…", "其他…";
        fork: "Fork here", "在此建立分支";
        branches: "Branches", "分支";
        branch_first: "original run", "原始运行";
        difference: "How the runs end", "结局对比";
        no_difference: "Both runs end the same way.", "两次运行结局相同。";
        ends_running: "With a node", "已有节点";
        ends_pending: "Pending", "Pending";
        ends_elsewhere: "Elsewhere", "位置不同";
        ends_gone: "Gone", "已消失";
        other_branch: "other run", "另一分支";
        this_branch: "this run", "此分支";
        beside: "Side by side", "并排对比";
        beside_with: "next to this run", "与此运行并排";
        differs_now: "What differs at this step", "这一步的差异";
        alike: "Nothing differs at this step.", "这一步没有差异。";
        parted: "Differences across the whole run", "整个运行的差异";
        at_the_end: "at the end", "结束时";
        differs: "differs", "不同";
        unlike_is:
            "Dashed: differs from the parent run at this moment",
            "虚线：此刻与分支前的运行不同之处";
        way_back: "Back to the parent run", "回到分支前的运行";
        another_configuration: "Another configuration…", "另一份配置…";
        configuration_hint:
            "A KubeSchedulerConfiguration (v1.16: a Policy). It replaces the one in the manifest, if any.",
            "一份 KubeSchedulerConfiguration（v1.16 为 Policy），将替换文本中已有的配置。";
        compare_run: "Compare", "对比";
        configuration: "another configuration", "另一份配置";
        compare: "The same with", "同一场景，另一版本：";
        ask: "What would make it fit?", "怎样才能放下它？";
        no_help: "None of the single changes tried would help.", "尝试过的单项更改都没有帮助。";
        try_it: "Try it", "试一试";
        life: "History", "经历";
        cancel: "Stop", "停止";
        cancelled: "stopped", "已停止";
        upstream: "In Kubernetes", "Kubernetes 中的对应";
        upstream_says: "kube-scheduler says", "kube-scheduler 的原话";
        no_attempt:
            "No scheduling cycle so far. Step forward, or jump to the next preemption.",
            "到此刻为止还没有调度周期。请继续前进，或跳到下一次抢占。";
        no_filters: "No node was checked in this attempt.", "此次尝试没有检查任何节点。";
        no_scores: "No scores: with fewer than two feasible nodes there is nothing to compare.", "没有打分：可行节点不足两个，无需比较。";
        no_preemption: "This attempt didn’t reach preemption.", "此次尝试没有进行抢占。";
        no_pod: "Select a pod on the stage to see its details.", "在集群图中选择一个 Pod 查看详情。";
        node: "Node", "节点";
        raw: "raw", "原始分";
        normalized: "normalized", "归一化";
        total: "Total", "总分";
        winner: "winner", "胜出";
        victims: "Victims", "牺牲者";
        candidate: "candidate", "候选";
        no_candidate: "not a candidate", "非候选";
        ladder: "How the node is chosen", "如何选出节点";
        tie: "A tie: one of them is chosen at random, using the scenario’s seed.", "平局：按场景的随机种子从中选出一个。";
        out: "out", "淘汰";
        console_pods: "kubectl get pods -o wide -w", "kubectl get pods -o wide -w";
        console_messages: "kubectl get events", "kubectl get events";
        console_lanes: "Timeline", "时间线";
        timeline: "Timeline", "时间线";
        working: "Scheduling…", "调度中…";
        copied: "Link copied. It opens at this step.", "链接已复制，打开即到此步。";
        result_link_copied: "Link copied. Send it to your teacher: it opens with your result.", "链接已复制，请发给老师：打开即到您的结果。";
        too_long: "This scenario is too long for a link. Send the manifests instead.", "场景过长，无法放入链接。请直接发送清单。";
        no_language: "中文 could not be loaded. Check the connection, then try again.", "无法加载中文。请检查网络连接后重试。";
        priority: "priority", "优先级";
        requests: "requests", "请求";
        status: "status", "状态";
        made_by: "created by", "创建者";
        attempts: "attempts", "尝试次数";
        queue: "queue", "队列";
        moved_by: "moved by", "移动原因";
        last_message: "last message", "最近消息";
        budgets: "budgets", "干扰预算";
        gone_in: "terminates in", "剩余时间";
        phase_pop: "Pop", "出队";
        phase_select: "Select host", "选择节点";
        skip: "Skip to the player", "跳到播放器";
        untitled: "Untitled scenario", "未命名场景";
        legend: "Priority", "优先级";
        stride_check: "Step: check", "单步：检查";
        stride_phase: "Step: phase", "单步：阶段";
        stride_cycle: "Step: pod", "单步：Pod";
        stride_preemption: "Step: preemption", "单步：抢占";
        stride_failure: "Step: failure", "单步：失败";
        stride_binding: "Step: binding", "单步：绑定";
        stride: "How far one step goes: to the next plugin check, cycle phase, pod, …", "一步走多远：到下一次插件检查、周期的下一阶段、下一个 Pod……";
    }
}

message_struct! {
    /// The fixed words of the builder and the editor.
    pub struct BuilderLabels {
        find: "Find", "查找";
        find_next: "next", "下一个";
        find_previous: "previous", "上一个";
        find_all: "all", "全部";
        match_case: "match case", "区分大小写";
        regexp: "regular expression", "正则表达式";
        whole_words: "whole words", "全字匹配";
        replace: "Replace", "替换";
        replace_one: "replace", "替换";
        replace_all: "replace all", "全部替换";
        close_search: "close", "关闭";
        current_match: "current match", "当前匹配";
        on_line: "on line", "位于行";
        replaced_on: "replaced match on line $", "已替换第 $ 行的匹配项";
        replaced_many: "replaced $ matches", "已替换 $ 处匹配";
        more_characters: "$ more characters", "还有 $ 个字符";
        go_to_line: "Go to line", "跳转到行";
        go_there: "go", "跳转";
        editor_keys:
            "Ctrl+Space: suggestions · Ctrl+F: find · Ctrl+/: comment · Esc, then Tab: leave",
            "Ctrl+Space 补全 · Ctrl+F 查找 · Ctrl+/ 注释 · Esc 后按 Tab 离开";
        suggestions: "Suggestions", "建议";
        more_than_shown: "The object has more fields than the form shows.", "对象还有表单未显示的字段。";
        see_yaml: "See it in YAML", "在 YAML 中查看";
        as_in_yaml: "as in YAML", "见 YAML";
        more_in_yaml: "see YAML", "见 YAML";
        none_here: "no objects", "没有对象";
        different: "different values", "各不相同";
        drop_to_open: "Drop here to open", "拖到此处打开";
        drop_to_add: "Drop here to add to this scenario", "拖到此处加入当前场景";
        objects: "Objects", "对象";
        new_hint: "Start an empty scenario. Undo brings this one back.", "新建空白场景。可撤销。";
        new: "New", "新建";
        unreadable: "The manifest has errors. Fix them under YAML.", "文本有错误，请在 YAML 中修正。";
        refused_edit: "The form can’t edit a manifest written this way. Edit it under YAML.", "表单无法更改这种写法，请在 YAML 中修改。";
        long_text:
            "This manifest is long: listing its objects takes a few seconds after each change.",
            "文本很长：每次更改后，列出对象需要几秒钟。";
        list_objects: "List the objects", "列出对象";
        empty:
            "Nothing here yet. Add a node and a pod, and see where the pod is scheduled.",
            "这里还是空的。先添加一个节点，再添加一个 Pod，看看它去哪里。";
        add: "Add", "添加";
        chosen_object: "Selected object", "所选对象";
        close_form: "Close the form", "关闭表单";
        duplicate: "Duplicate", "创建副本";
        copies: "Number of copies", "份数";
        delete: "Delete", "删除";
        nodes: "Nodes", "节点";
        pods: "Pods", "Pod";
        workloads: "Workloads", "工作负载";
        pod_groups: "Pod groups", "Pod 组";
        classes: "Priority classes", "优先级类";
        budgets: "Disruption budgets", "干扰预算（PDB）";
        services: "Services", "Service";
        namespaces: "Namespaces", "名字空间";
        devices: "Devices", "设备";
        scheduler: "Scheduler", "调度器";
        script: "Script", "脚本";
        other: "Other", "其他";
        new_name: "New name", "新名称";
        rename: "Rename", "重命名";
        my_scenarios: "My scenarios", "我的场景";
        save_name: "Name to save it as", "保存名称";
        name: "Name", "名称";
        save: "Save", "保存";
        restore: "Restore", "恢复";
        start_empty: "Start empty", "从空白开始";
        reset: "Reset to the example", "还原示例";
        download: "Save as a file", "存为文件";
        add_files: "Add from files", "从文件添加";
        priorities: "Priorities", "优先级";
        priorities_hint: "Drag a pod to another class, or press Alt + ↑ ↓ on it.", "将 Pod 拖到另一优先级类，或在其上按 Alt + ↑ ↓。";
        no_class: "no class", "无优先级类";
        cpu_size: "CPU, as drawn", "图中的 CPU";
        memory_size: "Memory, as drawn", "图中的内存";
        none: "none", "无";
        find_object: "Find an object", "查找对象";
        no_object_found: "No matching object.", "没有匹配的对象。";
    }
}

message_struct! {
    /// The fixed words of the map of many nodes.
    pub struct MapLabels {
        none: "not checked", "未检查";
        passed: "passes all filters", "通过所有过滤";
        failed: "fails a filter", "未通过过滤";
        out: "ruled out", "已排除";
        potential: "preemption might help", "抢占可能有用";
        candidate: "preemption candidate", "抢占候选";
        winner: "chosen", "选中";
        sign_cpu: "cpu requested", "已请求 cpu";
        sign_memory: "memory requested", "已请求内存";
        sign_passed: "passes", "通过";
        sign_failed: "fails", "未通过";
        sign_out: "ruled out", "排除";
        sign_potential: "might help", "可能有用";
        sign_candidate: "candidate", "候选";
        sign_winner: "chosen", "选中";
        sign_focus: "being checked", "正在检查";
        nominated: "nominated", "已提名";
        cordoned: "cordoned", "已标记为不可调度";
        silent: "not ready", "未就绪";
        tainted: "tainted", "有污点";
        node_name: "Node name", "节点名称";
        search: "Search nodes by name", "按名称查找节点";
        size: "Zoom", "地图大小";
        farther: "Zoom out", "缩小";
        nearer: "Zoom in", "放大";
        whole: "Show all nodes", "查看所有节点";
        keys:
            "Map of all nodes. Arrow keys move, Enter opens, + and − zoom, 0 shows all.",
            "所有节点的地图。方向键移动，Enter 打开，+ 和 − 缩放，0 显示全部。";
    }
}

message_struct! {
    /// The fixed words of the inspector's tables and pages.
    pub struct InspectorLabels {
        find_node: "Find a node", "查找节点";
        other_filters: "Skipped, or passed by every node: ", "已跳过，或所有节点均通过：";
        only_these: "List these nodes only", "只列出这些节点";
        sort: "Order", "顺序";
        sort_upstream: "as the scheduler checked them", "调度器检查顺序";
        sort_name: "by name", "按名称";
        sort_verdict: "by verdict", "按结果";
        hide_passed: "hide nodes that pass", "隐藏通过的";
        group_equal: "group identical nodes", "合并相同节点";
        none_found: "No matching node.", "没有这样的节点。";
        reasons: "Reasons, counted as in the message", "原因（按消息中的计数）";
        every_node: "every node", "每个节点";
        sort_total: "by total", "按总分";
        tied: "tie", "平局";
        weight: "weight", "权重";
        points: "points", "得分";
        none_alone: "No single plugin would be enough.", "没有任何单个插件足以追回。";
        candidates: "Candidates", "候选";
        taken: "chosen", "选中";
        spared: "can stay: the pod still fits", "可以保留：该 Pod 仍放得下";
        not_chosen: "spared: its node was not chosen", "不被抢占：未选中其节点";
        terminating: "already terminating", "已在终止";
        rule_none: "no victims", "无牺牲者";
        rule_budgets: "violations", "违反数";
        rule_first: "top priority", "最高优先级";
        rule_sum: "sum", "总和";
        rule_victims: "victims", "牺牲者";
        rule_start: "start", "启动";
        why_here: "Why here?", "为什么在这里？";
        why_pending: "Why pending?", "为什么 Pending？";
        why_gone: "Why was it evicted?", "为什么被驱逐？";
        why_spared: "Why wasn’t it a victim?", "为什么它不是牺牲者？";
        why_not_there: "Why not there?", "为什么不在那里？";
        which_node: "Which node?", "哪个节点？";
        see_moment: "Show the moment", "查看那一刻";
        back_to_question: "Back to the question", "回到提问之处";
        no_answer: "This run doesn’t contain enough information to answer that.", "本次运行没有足够的信息来回答。";
        no_node: "Select a node here, or click its name on the stage or in a table.", "在此选择节点，或点击集群图和表格中的节点名称。";
        node_gone: "This node isn’t in the cluster at this moment.", "此刻集群中没有这个节点。";
        used: "requested", "已请求";
        allocatable: "allocatable", "可分配";
        free: "free", "空闲";
        share: "share", "占比";
        claims: "claims", "申领";
        declared: "declared features", "声明的特性";
        taints: "taints", "污点";
        labels: "labels", "标签";
    }
}

message_struct! {
    /// The fixed words of the timeline and the console.
    pub struct TimelineLabels {
        console: "Console", "控制台";
        describe: "kubectl describe pod", "kubectl describe pod";
        get_devices: "kubectl get resourceclaims", "kubectl get resourceclaims";
        log: "Scheduler log", "调度器日志";
        log_note:
            "Lines as kube-scheduler logs them at -v=5. Gray lines are Schedscope’s.",
            "kube-scheduler 在 -v=5 时的原文；灰色行为本页面的说明。";
        no_describe: "Select a pod on the stage or in the timeline.", "请在集群图或时间线中选择一个 Pod。";
        search: "Filter the lines", "筛选行";
        later: "Show future lines", "显示后续行";
        later_is: "Also show lines from after this moment", "同时显示此刻之后的行";
        copy: "Copy as text", "复制为文本";
        taller: "Taller", "更高";
        lower: "Lower", "更矮";
        lanes: "Timeline: a lane for each pod", "时间线：每个 Pod 一行";
        no_lines: "Nothing yet.", "暂无内容。";
        untried: "Not attempted: gated, or handled by another scheduler", "尚未尝试：受调度门控限制，或属于其他调度器";
        to_be_tried: "Waiting for an attempt, or in one", "等待尝试，或正在尝试";
        counts_nodes:
            "How many pods wait for this, then the scheduler’s message, whose numbers count nodes.",
            "先是因此等待的 Pod 数，然后是调度器的原文；其中的数字是节点数。";
        none_pending: "No pod is pending at the end of the run.", "运行结束时没有 Pending 的 Pod。";
        none_pending_now: "No pod is pending at this step.", "此步没有 Pending 的 Pod。";
        at_step: "At this step", "在此步";
        at_step_is:
            "The pods that are pending at the step shown, instead of those at the end of the run",
            "显示此步 Pending 的 Pod，而不是运行结束时的";
        search_pods: "Filter the pods", "筛选 Pod";
        playhead: "Playhead", "播放头";
        scale: "Unit of the axis", "横轴单位";
        by_score: "Axis: time and steps", "横轴：时间和步";
        by_time: "Axis: time", "横轴：时间";
        by_step: "Axis: steps", "横轴：步";
        closer: "Zoom in", "放大";
        wider: "Zoom out", "缩小";
        whole: "The whole run", "整个运行";
        lanes_hint: "Drag across the timeline to zoom in", "在时间线上拖动可放大所选范围";
        alone: "Pods without a controller", "没有控制器的 Pod";
        bookmarks: "Bookmarks", "书签";
        bookmark_name: "Name of the bookmark", "书签名称";
        bookmark_add: "Add at this moment", "在此刻添加";
        bookmark_go: "Go to", "跳到";
        bookmark_remove: "Remove", "删除";
        no_bookmarks: "None yet. Press B to bookmark this moment.", "还没有书签。按 B 标记此刻。";
        key_bookmark: "bookmark this moment", "为此刻添加书签";
        key_zoom: "timeline: zoom in, zoom out, whole run", "时间线：放大、缩小、全部";
        state_active: "active", "活动";
        state_backoff: "backoff", "退避";
        state_unschedulable: "unschedulable", "不可调度池";
        state_gated: "gated", "调度门控";
        state_nominated: "nominated", "已提名";
        state_creating: "creating", "创建中";
        state_running: "running", "运行中";
        state_terminating: "terminating", "终止中";
        state_succeeded: "succeeded", "已完成";
        state_failed: "failed", "已失败";
        state_none: "not in the cluster", "不存在";
        sign_preempts: "preempts", "抢占";
        sign_fails: "attempt fails", "尝试失败";
        sign_bound: "bound", "绑定";
        arrow_is: "from a preemptor to its victim", "由抢占者指向牺牲者";
        text_copied: "Text copied.", "文本已复制。";
        refused: "The browser blocked copying. Select the text and copy it yourself.", "浏览器不允许复制，请手动选择文本。";
    }
}

/// Every group of fixed words.
pub trait FixedWords: Grammar {
    fn page_labels(&self) -> &'static PageLabels {
        PageLabels::of(self)
    }

    fn inspector_labels(&self) -> &'static InspectorLabels {
        InspectorLabels::of(self)
    }

    fn timeline_labels(&self) -> &'static TimelineLabels {
        TimelineLabels::of(self)
    }

    fn builder_labels(&self) -> &'static BuilderLabels {
        BuilderLabels::of(self)
    }

    fn map_labels(&self) -> &'static MapLabels {
        MapLabels::of(self)
    }

    fn stage_labels(&self) -> &'static StageLabels {
        StageLabels::of(self)
    }

    fn stage_edit_labels(&self) -> &'static StageEditLabels {
        StageEditLabels::of(self)
    }
}

impl<T: Speaker> FixedWords for T {}

impl PageLabels {
    /// A queue's name.
    pub fn queue_name(&self, queue: Queue) -> &'static str {
        match queue {
            Queue::Active => self.active,
            Queue::Backoff => self.backoff,
            Queue::Unschedulable => self.unschedulable,
            Queue::Gated => self.gated,
        }
    }
}
