//! Words of the map of many nodes.

use crate::app::state::Lang;
use crate::app::views::overview::cells::{Cell, Mark};

use super::{amount, bytes, pick};

/// A number with its thousands apart.
pub fn number(value: usize) -> String {
    let digits = value.to_string();
    let parts = digits.as_bytes().rchunks(3).rev();
    parts.map(|part| String::from_utf8_lossy(part).into_owned()).collect::<Vec<_>>().join(",")
}

/// What a mark means.
pub fn mark(lang: Lang, mark: Mark) -> &'static str {
    let (en, zh) = match mark {
        Mark::None => ("not looked at", "未检查"),
        Mark::Passed => ("passes all filters", "通过所有过滤"),
        Mark::Failed => ("fails a filter", "未通过过滤"),
        Mark::Out => ("out of the question", "已排除"),
        Mark::Potential => ("preemption might help", "抢占可能有用"),
        Mark::Candidate => ("candidate for preemption", "抢占候选"),
        Mark::Winner => ("taken", "选中"),
    };
    if lang == Lang::Zh { zh } else { en }
}

/// Signs of the legend: what is drawn, and what it means.
pub fn legend(lang: Lang) -> Vec<(&'static str, &'static str)> {
    let zh = lang == Lang::Zh;
    let sign = |class, en, other| (class, if zh { other } else { en });
    vec![
        sign("cpu", "cpu requested", "已请求 cpu"),
        sign("memory", "memory requested", "已请求内存"),
        sign("passed", "passes", "通过"),
        sign("failed", "fails", "未通过"),
        sign("out", "out", "排除"),
        sign("potential", "might help", "可能有用"),
        sign("candidate", "candidate", "候选"),
        sign("winner", "taken", "选中"),
        sign("focus", "looked at", "正在检查"),
        sign("nominated", "nominated", "已提名"),
        sign("cordoned", "cordoned", "已封锁"),
        sign("silent", "not ready", "未就绪"),
    ]
}

/// All nodes in a sentence.
pub fn summary(lang: Lang, cells: &[Cell], zones: usize, marks: &[Mark]) -> String {
    let sum = |of: fn(&Cell) -> i64| cells.iter().map(of).sum::<i64>();
    let share = |used: i64, room: i64| if room == 0 { 0 } else { used * 100 / room };
    let cpu = share(sum(|cell| cell.used.0), sum(|cell| cell.room.0));
    let memory = share(sum(|cell| cell.used.1), sum(|cell| cell.room.1));
    let count = |of: fn(&Cell) -> bool| cells.iter().filter(|cell| of(cell)).count();
    let (cordoned, silent) = (count(|cell| cell.cordoned), count(|cell| cell.silent));
    let pods = number(usize::try_from(sum(|cell| cell.used.2)).unwrap_or(0));
    let nodes = number(cells.len());
    let mut said = pick(
        lang,
        format!(
            "{nodes} nodes in {zones} zones with {pods} pods: {cpu}% of cpu and {memory}% of memory requested, {cordoned} cordoned, {silent} not ready."
        ),
        format!(
            "{zones} 个区域中的 {nodes} 个节点，{pods} 个 Pod：已请求 {cpu}% cpu、{memory}% 内存；{cordoned} 个已封锁，{silent} 个未就绪。"
        ),
    );
    let kinds = [Mark::Passed, Mark::Failed, Mark::Out, Mark::Potential, Mark::Candidate, Mark::Winner];
    let told = kinds.iter().filter_map(|kind| {
        let count = marks.iter().filter(|mark| *mark == kind).count();
        (count > 0).then(|| format!("{}: {}", self::mark(lang, *kind), number(count)))
    });
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        said += &pick(lang, format!(" At this step {}.", told.join(", ")), format!(" 此步骤：{}。", told.join("，")));
    }
    said
}

/// Room of a node in words.
pub fn room(lang: Lang, cell: &Cell) -> String {
    let (cpu, memory) = (amount("cpu", cell.used.0), bytes(cell.used.1));
    let (all_cpu, all_memory) = (amount("cpu", cell.room.0), bytes(cell.room.1));
    let (pods, most) = (cell.used.2, cell.room.2);
    let mut said = pick(
        lang,
        format!("{cpu} / {all_cpu} cpu, {memory} / {all_memory} memory, {pods} / {most} pods"),
        format!("cpu {cpu} / {all_cpu}，内存 {memory} / {all_memory}，Pod {pods} / {most}"),
    );
    for (is, en, zh) in [
        (cell.cordoned, ", cordoned", "，已封锁"),
        (cell.silent, ", not ready", "，未就绪"),
        (cell.nominated, ", nominated for a pod", "，已为 Pod 提名"),
    ] {
        if is {
            said += &pick(lang, en, zh);
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_thousands() {
        assert_eq!([7, 1000, 50_000, 1_234_567].map(number), ["7", "1,000", "50,000", "1,234,567"]);
    }

    #[test]
    fn the_summary_counts() {
        let cell = Cell { used: (500, 1, 2), room: (1000, 4, 110), ..Cell::default() };
        let cells = [cell, Cell { cordoned: true, ..cell }];
        let said = summary(Lang::En, &cells, 1, &[Mark::Failed, Mark::Passed]);
        let wanted = "2 nodes in 1 zones with 4 pods: 50% of cpu and 25% of memory requested, 1 cordoned, 0 not ready. \
            At this step passes all filters: 1, fails a filter: 1.";
        assert_eq!(said, wanted);
    }
}
