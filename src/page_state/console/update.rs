//! Applies the actions of the console, and copies from the scheduler's log, whose words only the worker has.

use protocol::{Answer, Query};

use crate::{
    console::{Console, ConsoleMsg},
    store::{Effect, Followup},
    worker_cache::AnswerCache,
};

/// Does it.
pub fn update_console(console: &mut Console, console_msg: ConsoleMsg) -> Vec<Followup> {
    match console_msg {
        ConsoleMsg::ShowTab(tab) => console.tab = tab,
        ConsoleMsg::SetOpen(is_open) => {
            console.is_open = is_open;
            return vec![Effect::KeepDrawers.into()];
        }
        ConsoleMsg::NeedFullLog(reads) => console.is_full_log_needed = reads,
        // All its words are wanted for that.
        ConsoleMsg::CopyLog(lines) => {
            (console.is_full_log_needed, console.lines_to_copy) = (true, Some(lines));
            return vec![Followup::CopyReadyLines];
        }
    }
    Vec::new()
}

/// Copies the lines that are wanted, once their words are there: they are the answer to `log`.
pub fn copy_ready_lines(console: &mut Console, answers: &AnswerCache, log: &Query) -> Vec<Effect> {
    let Some(Answer::Log(log_texts)) = answers.get(log).map(|answer| &**answer) else { return Vec::new() };
    let Some(lines) = console.lines_to_copy.take() else { return Vec::new() };
    let text = lines.iter().filter_map(|line| log_texts.get(*line)).flat_map(|line| [line.as_str(), "\n"]).collect();
    vec![Effect::CopyText(text)]
}
