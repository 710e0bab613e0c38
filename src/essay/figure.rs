//! A figure, and its state for given values of its handles.

use std::rc::Rc;

use api::{Millis, NamespacedName, Table};
use i18n::{Lang, problem_text::finding_line, story};
use lessons::{LessonRun, run_text};
use links::{LinkFields, s2};
use manifest::{
    Anchor,
    edit::{PathStep, ValuePath, change_values, read_documents},
};
use protocol::Bilingual;
use runlog::{Attempt, EventKind};
use scene::{moment_ctx::MomentCtx, priority::priority_levels, stage_model::StageModel};
use serde::Serialize;
use serde_json::Value;
use stage::draw::{
    draw_ctx::{DrawCtx, FigureRoom, LateDrawings},
    picture, ruling,
    text_layout::Size,
};
use trace::{
    moment_names::MomentName,
    steps::{Moment, Step},
};
use yew::Callback;

use crate::{
    facts::{facts_of_run, whole_seconds},
    field::{Field, FieldFigure, FieldState},
    figure_head::{FigureHead, HandleHead},
    manifest_text, picture_text,
};

/// The width of the wide and the narrow picture, in pixels.
const WIDTHS: [i64; 2] = [760, 358];

/// The same beside and below a field.
const FIELD_NEIGHBOR_WIDTHS: [i64; 2] = [312, 358];

/// The sizes of plain text and of small print in the wide and the narrow picture, in pixels.
const TEXT_SIZES: [i64; 2] = [14, 12];
const SMALL_PRINT: [i64; 2] = [12, 11];

/// A manifest with handles: fields that a reader can change.
pub struct Figure {
    head: FigureHead,
    text: &'static str,
    /// The path of each handle's field.
    places: Vec<ValuePath>,
    /// The index of the value that each handle has in the manifest.
    defaults: Vec<usize>,
    field: Option<Field>,
}

/// A figure for given values of its handles.
#[derive(Clone, Debug, Serialize)]
pub struct FigureState {
    /// The wide and the narrow picture, as SVG.
    pub pictures: [String; 2],
    /// A description of the picture, for screen readers.
    pub seen: String,
    /// What happens, as a short title.
    pub title: String,
    /// Why it happens.
    pub text: String,
    /// The fragment of the link that opens it in the playground.
    pub link: String,
    /// The values that the essay's text refers to, by name (see `facts`).
    pub facts: Table<String, String>,
    pub handles: Vec<HandleState>,
    /// The step of the walk that is shown, and the last one; both 0 without a walk.
    pub walk: [usize; 2],
    /// The field at the values of the handles, if the figure has one.
    pub field: Option<FieldState>,
}

/// A handle with its value.
#[derive(Clone, Debug, Serialize)]
pub struct HandleState {
    pub name: String,
    /// The index of the value.
    pub value: usize,
    /// The value as the text writes it.
    pub word: String,
}

impl Figure {
    pub(crate) fn new(mut head: FigureHead) -> Result<Self, String> {
        head.handles.iter_mut().for_each(HandleHead::list_range);
        let text = manifest_text(&head.name)?;
        let documents = read_documents(text).map_err(|error| format!("{}: {error:?}", head.name))?;
        let (mut places, mut defaults) = (Vec::new(), Vec::new());
        for handle in &head.handles {
            let in_figure = |problem: &str| format!("{}: handle {}: {problem}", head.name, handle.name);
            let place =
                find_field(&documents, &handle.object, &handle.field).ok_or_else(|| in_figure("no such object"))?;
            let value = value_at(&documents, &place).unwrap_or(&Value::Null);
            let number = handle.values.iter().position(|other| other == value);
            defaults.push(number.ok_or_else(|| in_figure(&format!("{value} is none of its values")))?);
            if !handle.words.is_empty() && handle.words.len() != handle.values.len() {
                return Err(in_figure("it does not have a word for each value"));
            }
            places.push(place);
        }
        let field = head.field.as_ref().map(|axes| Field::new(&head, axes)).transpose()?;
        Ok(Self { head, text, places, defaults, field })
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.head.name
    }

    #[must_use]
    pub fn title(&self) -> &Bilingual {
        &self.head.title
    }

    #[must_use]
    pub fn handles(&self) -> &[HandleHead] {
        &self.head.handles
    }

    /// The sizes of its pictures, in pixels: wide and narrow, each width and height.
    #[must_use]
    pub fn sizes(&self) -> [[i64; 2]; 2] {
        let widths = self.widths();
        [[widths[0], self.head.height[0]], [widths[1], self.head.height[1]]]
    }

    fn widths(&self) -> [i64; 2] {
        if self.field.is_some() { FIELD_NEIGHBOR_WIDTHS } else { WIDTHS }
    }

    /// The names of the handles that are the axes of its field, if it has one.
    #[must_use]
    pub fn field_handles(&self) -> Option<[&str; 2]> {
        self.head.field.as_ref().map(|axes| [axes.x.as_str(), axes.y.as_str()])
    }

    /// The index of the value that each handle has in the manifest.
    #[must_use]
    pub fn defaults(&self) -> &[usize] {
        &self.defaults
    }

    /// The indices of values given by their English words; the other handles have their values from the manifest.
    ///
    /// # Errors
    /// A handle or a value that doesn't exist.
    pub fn values_of(&self, pairs: &[(&str, &str)]) -> Result<Vec<usize>, String> {
        let mut values = self.defaults.clone();
        for (name, word) in pairs {
            let handle = self.head.handles.iter().position(|handle| handle.name == *name);
            let at = handle.ok_or_else(|| format!("{}: there is no handle {name}", self.name()))?;
            let handle = &self.head.handles[at];
            let number = (0..handle.values.len()).find(|number| handle.word(*number, Lang::En) == *word);
            values[at] = number.ok_or_else(|| format!("{}: {name} is never {word}", self.name()))?;
        }
        Ok(values)
    }

    /// The value of a field of an object in its manifest, as the essay's text writes it.
    ///
    /// # Errors
    /// There is no such field.
    pub fn field(&self, object: &str, field: &str) -> Result<String, String> {
        let documents = read_documents(self.text).map_err(|error| format!("{error:?}"))?;
        let place = find_field(&documents, object, field);
        let value = place.as_ref().and_then(|place| value_at(&documents, place));
        value.map(plain_word).ok_or_else(|| format!("{}: there is no {field} of {object}", self.name()))
    }

    /// Its manifest with these values.
    ///
    /// # Errors
    /// A value that doesn't exist, or can't be set.
    pub fn manifest(&self, values: &[usize]) -> Result<String, String> {
        let mut changes = Vec::new();
        for (at, handle) in self.head.handles.iter().enumerate() {
            let number = values.get(at).copied().unwrap_or(self.defaults[at]);
            let value = handle.values.get(number).ok_or_else(|| format!("{} has no value {number}", handle.name))?;
            if number != self.defaults[at] {
                changes.push((self.places[at].clone(), Some(value.clone()).filter(|value| !value.is_null())));
            }
        }
        change_values(self.text, &changes).map_err(|error| format!("{}: {error:?}", self.name()))
    }

    /// The decision at a point of its field, in thousandths of a CPU, and a run of its own with these values.
    #[cfg(test)]
    pub(crate) fn decide_and_run(
        &self,
        values: &[usize],
        point: [i64; 2],
    ) -> Result<(protocol::FieldAnswer, LessonRun), String> {
        let field = self.field.as_ref().ok_or("it has no field")?;
        let figure = FieldFigure {
            name: self.name(),
            handles: self.handles(),
            defaults: self.defaults(),
            values,
            manifest: &|values| self.manifest(values),
            pods: &Table::new(),
            priorities: &[],
        };
        let (answer, handles) = field.decide_point(&figure, point)?;
        let changes: Vec<_> = handles
            .iter()
            .zip(point)
            .map(|(handle, amount)| (self.places[*handle].clone(), Some(Value::String(format!("{amount}m")))))
            .collect();
        let text = change_values(&self.manifest(values)?, &changes).map_err(|error| format!("{error:?}"))?;
        Ok((answer, self.run(&text, &[])?))
    }

    /// Checks the claims of the text against the engine.
    ///
    /// # Errors
    /// The first claim that doesn't hold.
    pub fn check_claims(&self) -> Result<(), String> {
        for claim in &self.head.claims {
            let pairs: Vec<_> = claim.values.iter().map(|(name, word)| (name.as_str(), word.as_str())).collect();
            let run = self.run(&self.manifest(&self.values_of(&pairs)?)?, &[])?;
            let facts = facts_of_run(Lang::En, &run, claim.pod.as_deref().unwrap_or(&self.head.pod));
            if let Some((name, value)) = claim.means.iter().find(|(name, value)| facts.get(*name) != Some(value)) {
                return Err(format!("{} {pairs:?}: {name} is {:?}, not {value}", self.name(), facts.get(name)));
            }
        }
        Ok(())
    }

    fn run(&self, text: &str, anchors: &[&Anchor]) -> Result<LessonRun, String> {
        let problem = |finding| format!("{}: {}", self.name(), finding_line(Lang::En, &finding));
        run_text(text, None, anchors).map_err(problem)
    }

    /// Runs the manifest with these values, and draws a moment. `walk` is the step of its walk to draw.
    ///
    /// # Errors
    /// What is wrong with the manifest.
    pub fn draw(&self, values: &[usize], walk: Option<usize>, lang: Lang) -> Result<FigureState, String> {
        let text = self.manifest(values)?;
        let head = &self.head;
        let anchors: Vec<&Anchor> = head.from.iter().chain(&head.at).chain(&head.stops).collect();
        let run = self.run(&text, &anchors)?;
        let steps = self.find_walk(&run).ok_or_else(|| format!("{}: it has no moment to show", self.name()))?;
        let last_step = steps.moments.len() - 1;
        let step = walk.unwrap_or(steps.first_shown).min(last_step);
        let moment = steps.moments[step];
        let mut facts = facts_of_run(lang, &run, &self.head.pod);
        let mut handles = Vec::new();
        for (at, handle) in self.head.handles.iter().enumerate() {
            let value = values.get(at).copied().unwrap_or(self.defaults[at]);
            let word = handle.word(value, lang);
            facts.insert(handle.name.clone(), word.clone());
            handles.push(HandleState { name: handle.name.clone(), value, word });
        }
        let priorities = self.priorities(&run);
        let mut shown = ShownMoment::draw(&run, moment, &priorities, head, self.sizes(), lang);
        if !head.stops.is_empty() {
            let colon = lang.label_separator();
            shown.title = [&whole_seconds(shown.time), colon, &shown.title].concat();
        }
        let field = match &self.field {
            Some(field) => {
                let pods = trace_priorities(&run);
                let state = field.draw(
                    &FieldFigure {
                        name: self.name(),
                        handles: self.handles(),
                        defaults: self.defaults(),
                        values,
                        manifest: &|values| self.manifest(values),
                        pods: &pods,
                        priorities: &priorities,
                    },
                    lang,
                )?;
                (shown.title, shown.text) = (state.title.clone(), state.text.clone());
                Some(state)
            }
            None => None,
        };
        let mut fields = LinkFields::default();
        if let Some(name) = MomentName::of_moment(run.trace.events(), &run.moments, moment) {
            fields.push("step", &name.to_string());
        }
        fields.push("release", run.release.name());
        if lang != Lang::default() {
            fields.push("lang", lang.folder());
        }
        Ok(FigureState {
            pictures: shown.pictures,
            seen: shown.seen,
            title: shown.title,
            text: shown.text,
            link: s2::encode(&text, &fields),
            facts,
            handles,
            walk: [step, last_step],
            field,
        })
    }

    /// Its walk; `None` if the run has no moment to show.
    fn find_walk(&self, run: &LessonRun) -> Option<StepWalk> {
        let mut anchor_moments = run.anchor_moments.iter().copied();
        let from = self.head.from.as_ref().and_then(|_| anchor_moments.next().flatten());
        let ends: Vec<_> = anchor_moments.by_ref().take(self.head.at.len()).collect();
        let mut stops: Vec<usize> = anchor_moments.flatten().collect();
        stops.sort_unstable();
        stops.dedup();
        let is_verdict = |moment: &Moment| matches!(moment.step, Step::Verdict(_));
        let verdict = if self.head.verdict { run.moments.iter().position(is_verdict) } else { None };
        let end = verdict.or_else(|| ends.into_iter().flatten().next());
        let moments: Vec<usize> = match end {
            _ if !stops.is_empty() => stops,
            // If there are no moments in between, the walk is only its end.
            Some(end) => (from.unwrap_or(end).min(end)..=end).collect(),
            None => return None,
        };
        let end_step = moments.iter().position(|moment| Some(*moment) == end).unwrap_or(moments.len() - 1);
        Some(StepWalk { moments, first_shown: self.head.step.unwrap_or(end_step) })
    }

    /// All priorities that its pods have at any value of its handles, so that a pod keeps its color when another priority changes.
    fn priorities(&self, run: &LessonRun) -> Vec<i32> {
        let mut levels = priority_levels(&run.trace);
        let classes = self
            .head
            .handles
            .iter()
            .filter(|handle| handle.object.starts_with("PriorityClass/") && handle.field == "value");
        let values = classes.flat_map(|handle| &handle.values).filter_map(Value::as_i64);
        levels.extend(values.filter_map(|value| i32::try_from(value).ok()));
        levels.sort_unstable();
        levels.dedup();
        levels
    }
}

impl HandleHead {
    /// A value as the text writes it.
    #[must_use]
    pub fn word(&self, number: usize, lang: Lang) -> String {
        match self.words.get(number) {
            Some(word) => lang.pick(word).to_owned(),
            None => self.values.get(number).map_or_else(String::new, plain_word),
        }
    }
}

/// The priority of each pod of a run.
fn trace_priorities(run: &LessonRun) -> Table<NamespacedName, i32> {
    let creations = run.trace.events().iter().filter_map(|event| match &event.what {
        EventKind::PodCreated { pod, .. } => Some((pod.key().clone(), pod.priority())),
        _ => None,
    });
    creations.collect()
}

/// A value of a manifest without quotation marks.
fn plain_word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The moments that a reader can step through.
struct StepWalk {
    /// The indices of the moments, at least one.
    moments: Vec<usize>,
    /// The step that is shown initially.
    first_shown: usize,
}

/// A moment of a run, as drawn by the stage.
struct ShownMoment {
    pictures: [String; 2],
    seen: String,
    title: String,
    text: String,
    time: Millis,
}

impl ShownMoment {
    fn draw(
        run: &LessonRun,
        at: usize,
        priorities: &[i32],
        head: &FigureHead,
        sizes: [[i64; 2]; 2],
        lang: Lang,
    ) -> Self {
        let moment = run.moments[at];
        let frame = run.trace.frame_at(moment.events);
        let past = &run.trace.events()[..moment.events];
        let ended = past.iter().filter(|event| matches!(event.what, EventKind::Attempted(_))).count();
        let attempt: Option<&Rc<Attempt>> = ended.checked_sub(1).and_then(|last| run.attempts.get(last));
        // A figure is about nodes.
        let moment_ctx = MomentCtx { queue: None, ..MomentCtx::of_moment(&run.trace, &frame, moment, attempt) };
        let mut stage = StageModel::at_moment(&moment_ctx);
        stage.add_waiting_pod(&moment_ctx);
        stage.set_room_above(head.room_above);
        if !head.checks {
            stage.remove_checks();
        }
        let wording = releases::wording(run.release);
        let detail = attempt.map(|attempt| &**attempt);
        let story = story::moment_text(lang, run.trace.events(), moment, &frame, wording, detail);
        let drawings = [0, 1].map(|at| {
            let ctx = DrawCtx {
                attempt: attempt.filter(|_| moment.step.is_in_attempt()).map(|attempt| (&**attempt, moment.step)),
                priorities,
                least_text_size: TEXT_SIZES[at],
                least_small_size: SMALL_PRINT[at],
                figure: Some(FigureRoom { lines_below: head.lines_below, has_shelf: head.shelf }),
                late_drawings: LateDrawings { ruling: Some(ruling::draw_ruling), ..LateDrawings::default() },
                ..DrawCtx::new(lang, &frame, &stage, Callback::noop())
            };
            picture::draw_scene(ctx, &stage, Size::new(sizes[at][0], sizes[at][1]))
        });
        Self {
            time: frame.now,
            seen: picture_text::list_labels(&drawings[0]).join(lang.pick_of("; ", "；")),
            pictures: drawings.each_ref().map(picture_text::write_svg),
            title: story.title,
            text: story.text,
        }
    }
}

/// The path of a field of an object, whether the object exists from the start or is created by the script.
fn find_field(documents: &[Value], object: &str, field: &str) -> Option<ValuePath> {
    let (kind, name) = object.split_once('/').unwrap_or((object, ""));
    let is_wanted = |value: &Value| {
        let text = |path: &str| value.pointer(path).and_then(Value::as_str);
        text("/kind") == Some(kind) && (name.is_empty() || text("/metadata/name") == Some(name))
    };
    let steps = || field.split('.').map(|step| step.parse().map_or_else(|_| PathStep::from(step), PathStep::Index));
    for (document, value) in documents.iter().enumerate() {
        if is_wanted(value) {
            return Some(ValuePath { document, steps: steps().collect() });
        }
        let script = value.get("script").and_then(Value::as_array);
        for (action, value) in script.into_iter().flatten().enumerate() {
            if value.get("create").is_some_and(is_wanted) {
                let way = [PathStep::from("script"), PathStep::Index(action)];
                // The time of its creation is next to it.
                let inside = if field == "at" {
                    vec![PathStep::from("at")]
                } else {
                    [PathStep::from("create")].into_iter().chain(steps()).collect()
                };
                return Some(ValuePath { document, steps: way.into_iter().chain(inside).collect() });
            }
        }
    }
    None
}

fn value_at<'v>(documents: &'v [Value], place: &ValuePath) -> Option<&'v Value> {
    place.steps.iter().try_fold(documents.get(place.document)?, |value, step| match step {
        PathStep::Key(key) => value.get(key),
        PathStep::Index(index) => value.get(index),
    })
}
