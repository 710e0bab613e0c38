//! What is done in the builder without looking at the objects of the text.

use std::rc::Rc;

use crate::page_part::PagePart;
use crate::run::Run;
use crate::store::{Action, Effect};
use crate::wish::Wish;

use super::{Build, Builder, Kept, Tab, writing};

/// What an action of the builder changes. What is about the objects of the text, its part of the program does (`deeds`).
pub fn change(builder: &mut Builder, run: &Run, build: Build) -> Vec<Wish> {
    builder.refused = false;
    match build {
        Build::Tab(Tab::Yaml) => builder.tab = Tab::Yaml,
        Build::Edit(text) => {
            writing::retext(builder, run, text, true);
            return vec![Effect::Draft.into()];
        }
        Build::Go(line, column) => go(builder, line, column),
        Build::Check => {
            builder.checks += 1;
            return vec![Effect::Check { number: builder.checks }.into()];
        }
        // The text may have been typed on since.
        Build::Found(number, found) if number == builder.checks => builder.found = Rc::new(found),
        Build::Found(..) => {}
        Build::ChooseAll(ids) => {
            builder.protection = None;
            builder.anchor = ids.first().cloned();
            builder.chosen = ids;
        }
        Build::Leave => {
            builder.protection = None;
            builder.chosen.clear();
        }
        Build::Copies(copies) => builder.copies = copies.clamp(1, 100),
        Build::KeepAs(name) => {
            let name = name.trim().to_owned();
            if !name.is_empty() {
                let kept = Rc::make_mut(&mut builder.kept);
                kept.retain(|it| it.name != name);
                kept.push(Kept { name, text: Rc::clone(&builder.text) });
                return vec![Effect::KeepOwn.into()];
            }
        }
        Build::Forget(index) => {
            let kept = Rc::make_mut(&mut builder.kept);
            if index < kept.len() {
                builder.forgotten = Some((index, kept.remove(index)));
                return vec![Effect::KeepOwn.into()];
            }
        }
        Build::Recall => {
            if let Some((index, it)) = builder.forgotten.take() {
                let kept = Rc::make_mut(&mut builder.kept);
                kept.insert(index.min(kept.len()), it);
                return vec![Effect::KeepOwn.into()];
            }
        }
        Build::Rename(index, name) => {
            let kept = Rc::make_mut(&mut builder.kept);
            let name = name.trim();
            if !name.is_empty()
                && !kept.iter().any(|it| it.name == name)
                && let Some(it) = kept.get_mut(index)
            {
                name.clone_into(&mut it.name);
                return vec![Effect::KeepOwn.into()];
            }
        }
        Build::Import(scenarios) => {
            import(builder, scenarios);
            return vec![Effect::KeepOwn.into()];
        }
        Build::Remembered(kept) => builder.kept = Rc::new(kept),
        Build::Download => return vec![Effect::Download.into()],
        Build::Over(over) => builder.over = over,
        build => return vec![Wish::Part(PagePart::Building, Action::Builder(build))],
    }
    Vec::new()
}

/// To a line and column of the text.
pub fn go(builder: &mut Builder, line: usize, column: usize) {
    builder.tab = Tab::Yaml;
    builder.goal = Some((line, column));
    builder.goals += 1;
}

/// Texts out of a file join the own scenarios; nothing that is there is written over.
fn import(builder: &mut Builder, scenarios: Vec<(String, Rc<str>)>) {
    let kept = Rc::make_mut(&mut builder.kept);
    for (name, text) in scenarios {
        if kept.iter().any(|it| it.text == text && it.name.starts_with(&name)) {
            continue;
        }
        let mut free = name.clone();
        for number in 2.. {
            if kept.iter().all(|it| it.name != free) {
                break;
            }
            free = format!("{name} {number}");
        }
        kept.push(Kept { name: free, text });
    }
}

/// Nothing is kept on this device any more.
pub fn forget(builder: &mut Builder) {
    (builder.kept, builder.forgotten) = (Rc::default(), None);
}
