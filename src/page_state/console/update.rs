//! Applies the actions of the console. The texts of the scheduler's log come from the worker.

use protocol::{Answer, Query};

use crate::{
    actions::console::ConsoleMsg,
    console::Console,
    effects::{Effect, StorageEffect},
    outcome::UpdateOutcome,
    worker_cache::AnswerCache,
};

/// Applies an action of the console. `log` is the query for the texts of the scheduler's log.
pub fn update_console(
    console: &mut Console,
    answers: &AnswerCache,
    log: &Query,
    console_msg: ConsoleMsg,
) -> UpdateOutcome {
    match console_msg {
        ConsoleMsg::ShowTab(tab) => console.tab = tab,
        ConsoleMsg::SetOpen(is_open) => {
            console.is_open = is_open;
            return Effect::Storage(StorageEffect::KeepDrawers).into();
        }
        ConsoleMsg::NeedFullLog(reads) => console.is_full_log_needed = reads,
        // Copying needs the complete texts.
        ConsoleMsg::CopyLog(lines) => {
            (console.is_full_log_needed, console.lines_to_copy) = (true, Some(lines));
            return copy_ready_lines(console, answers, log).into();
        }
        ConsoleMsg::CopyReadyLines => return copy_ready_lines(console, answers, log).into(),
    }
    UpdateOutcome::default()
}

/// Copies the pending lines once the answer to `log` has arrived.
fn copy_ready_lines(console: &mut Console, answers: &AnswerCache, log: &Query) -> Option<Effect> {
    let Some(Answer::Log(log_texts)) = answers.get(log).map(|answer| &**answer) else { return None };
    let lines = console.lines_to_copy.take()?;
    let text = lines.iter().filter_map(|line| log_texts.get(*line)).flat_map(|line| [line.as_str(), "\n"]).collect();
    Some(Effect::CopyText(text))
}
