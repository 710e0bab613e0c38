//! Another text for the page, and the one before kept to come back to.

use std::rc::Rc;

use crate::builder::Builder;
use crate::builder::edits::Edited;
use crate::builder::read::Read;
use crate::run::Run;
use crate::store::Effect;
use crate::wish::Wish;

/// Changes that can be taken back at most.
const MEMORY: usize = 200;

/// Gives the page another text; the one before can be brought back, if anything ran yet.
pub(crate) fn retext(builder: &mut Builder, run: &Run, text: Rc<str>, typing: bool) {
    if builder.text == text {
        return;
    }
    if run.number > 0 && (!typing || !builder.typing) {
        let past = Rc::make_mut(&mut builder.past);
        past.push(Rc::clone(&builder.text));
        if past.len() > MEMORY {
            past.remove(0);
        }
    }
    builder.future = Rc::default();
    builder.typing = typing;
    builder.wrong.clear();
    builder.refused = false;
    builder.protection = None;
    builder.text = text;
}

/// Lets `edit` change the text and the choice; a refused edit changes nothing and says so.
pub fn edited(builder: &mut Builder, run: &Run, edit: impl FnOnce(&Read, &[String]) -> Edited) -> Vec<Wish> {
    match edit(&builder.read(), &builder.chosen) {
        Ok((read, chosen)) => {
            // What is wrong in other fields stays to be seen.
            let wrong = std::mem::take(&mut builder.wrong);
            builder.last_read.keep(read.clone());
            retext(builder, run, read.text, false);
            builder.wrong = wrong;
            builder.anchor = chosen.last().cloned();
            builder.chosen = chosen;
            runs()
        }
        Err(_) => {
            builder.refused = true;
            Vec::new()
        }
    }
}

/// The text was changed: it runs, and is kept.
pub fn runs() -> Vec<Wish> {
    vec![Wish::Rerun, Effect::Draft.into()]
}
