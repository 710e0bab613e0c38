//! What is done in the builder without looking at the objects of the text.

use std::rc::Rc;

use crate::store::Effect;

use super::{Build, Builder, Kept, Tab};

/// What an action of the builder changes.
///
/// # Errors
/// The action itself, where it is about the objects of the text (`deeds`).
pub fn change(builder: &mut Builder, build: Build) -> Result<Vec<Effect>, Build> {
    builder.refused = false;
    match build {
        Build::Tab(Tab::Yaml) => builder.tab = Tab::Yaml,
        Build::Go(line, column) => {
            builder.tab = Tab::Yaml;
            builder.goal = Some((line, column));
            builder.goals += 1;
        }
        Build::Check => {
            builder.checks += 1;
            return Ok(vec![Effect::Check { number: builder.checks }]);
        }
        // The text may have been typed on since.
        Build::Found(number, found) if number == builder.checks => builder.found = Rc::new(found),
        Build::Found(..) => {}
        Build::ChooseAll(ids) => {
            builder.anchor = ids.first().cloned();
            builder.chosen = ids;
        }
        Build::Leave => builder.chosen.clear(),
        Build::Copies(copies) => builder.copies = copies.clamp(1, 100),
        Build::KeepAs(name) => {
            let name = name.trim().to_owned();
            if !name.is_empty() {
                let kept = Rc::make_mut(&mut builder.kept);
                kept.retain(|it| it.name != name);
                kept.push(Kept { name, text: Rc::clone(&builder.text) });
                return Ok(vec![Effect::KeepOwn]);
            }
        }
        Build::Forget(index) => {
            let kept = Rc::make_mut(&mut builder.kept);
            if index < kept.len() {
                builder.forgotten = Some((index, kept.remove(index)));
                return Ok(vec![Effect::KeepOwn]);
            }
        }
        Build::Recall => {
            if let Some((index, it)) = builder.forgotten.take() {
                let kept = Rc::make_mut(&mut builder.kept);
                kept.insert(index.min(kept.len()), it);
                return Ok(vec![Effect::KeepOwn]);
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
                return Ok(vec![Effect::KeepOwn]);
            }
        }
        Build::Import(scenarios) => return Ok(import(builder, scenarios)),
        Build::Remembered(kept) => builder.kept = Rc::new(kept),
        Build::Download => return Ok(vec![Effect::Download]),
        Build::Over(over) => builder.over = over,
        build => return Err(build),
    }
    Ok(Vec::new())
}

/// Texts out of a file join the own scenarios; nothing that is there is written over.
fn import(builder: &mut Builder, scenarios: Vec<(String, Rc<str>)>) -> Vec<Effect> {
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
    vec![Effect::KeepOwn]
}

/// Nothing is kept on this device any more.
pub fn forget(builder: &mut Builder) {
    (builder.kept, builder.forgotten) = (Rc::default(), None);
}
