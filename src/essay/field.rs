//! The field of a figure: what the scheduler decides for all values of two handles.

use std::{cell::RefCell, rc::Rc};

use api::{NamespacedName, Table};
use i18n::{
    Lang,
    field::{FieldLabels, words},
    problem_text::finding_line,
    short_pod_name,
};
use protocol::{AreaMap, FieldAnswer, FieldAxis, FieldNumber};
use queries::{PendingDecision, decision_field::DecisionField, load::load_scenario};
use serde::Serialize;
use stage::{
    draw::text_layout::Size,
    field::{FieldCtx, areas::draw_field},
};

use crate::{
    facts::list_names,
    figure_head::{FieldHead, FigureHead, HandleHead, HandleRange, cpu_amount},
    picture_text::write_svg,
};

/// The smallest difference between two values, in thousandths of a CPU: less than a pixel of the picture.
const UNIT: i64 = 10;

/// The sizes of the wide and the narrow picture.
const SIZES: [Size; 2] = [Size::new(436, 440), Size::new(358, 390)];

/// The axes of a figure's field, and the fields that were drawn so far.
pub(crate) struct Field {
    /// The indices of the two handles.
    handles: [usize; 2],
    axes: [FieldAxis; 2],
    /// The pod that is scheduled.
    pod: NamespacedName,
    /// The fields by the values of the other handles.
    decided: RefCell<Table<Vec<usize>, DecidedField>>,
}

#[derive(Clone)]
struct DecidedField {
    field: Rc<RefCell<DecisionField>>,
    map: Rc<AreaMap>,
}

/// A figure at given values of its handles.
pub(crate) struct FieldFigure<'f> {
    pub name: &'f str,
    pub handles: &'f [HandleHead],
    /// For each handle, the index of its value in the manifest.
    pub defaults: &'f [usize],
    /// For each handle, the index of its current value.
    pub values: &'f [usize],
    /// The manifest with these values.
    pub manifest: &'f dyn Fn(&[usize]) -> Result<String, String>,
    /// The priority of each pod.
    pub pods: &'f Table<NamespacedName, i32>,
    /// All priorities that its pods may have, ascending.
    pub priorities: &'f [i32],
}

/// A field with a point.
#[derive(Clone, Debug, Serialize)]
pub struct FieldState {
    /// The wide and the narrow picture, as SVG.
    pub pictures: [String; 2],
    /// What happens at the point, as a title.
    pub title: String,
    /// Why it happens.
    pub text: String,
    /// The heading of `rows`.
    pub caption: String,
    /// What happens on the horizontal line through the point, from left to right.
    pub rows: Vec<TableRow>,
}

/// A part of the horizontal line through the point in which the answer is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRow {
    /// The amounts, such as `up to 2 cpu`.
    pub amount: String,
    /// What happens for these amounts.
    pub answer: String,
}

impl Field {
    pub(crate) fn new(figure: &FigureHead, head: &FieldHead) -> Result<Self, String> {
        let axis = |name: &str| {
            let in_field = |problem: &str| format!("{}: field: {name}: {problem}", figure.name);
            let at = figure.handles.iter().position(|handle| handle.name == name);
            let at = at.ok_or_else(|| in_field("no such handle"))?;
            let HandleHead { object, field, range, .. } = &figure.handles[at];
            let range = range.ok_or_else(|| in_field("it has no range"))?;
            let pod = object.strip_prefix("Pod/").filter(|_| field == "spec.containers.0.resources.requests.cpu");
            let pod = pod.ok_or_else(|| in_field("it is not the CPU request of a pod"))?;
            Ok::<_, String>((at, field_axis(pod, range)))
        };
        let ((x, x_axis), (y, y_axis)) = (axis(&head.x)?, axis(&head.y)?);
        let pod = figure.pod.as_str().into();
        Ok(Self { handles: [x, y], axes: [x_axis, y_axis], pod, decided: RefCell::default() })
    }

    /// Draws the field of a figure.
    pub(crate) fn draw(&self, figure: &FieldFigure<'_>, lang: Lang) -> Result<FieldState, String> {
        let FieldFigure { defaults, pods, priorities, .. } = *figure;
        let value = |(at, default): (usize, &usize)| figure.values.get(at).copied().unwrap_or(*default);
        let values: Vec<usize> = defaults.iter().enumerate().map(value).collect();
        let DecidedField { field, map } = self.decided_field(figure, &values)?;
        let mut field = field.borrow_mut();
        let point = [0, 1].map(|axis| {
            let step = field.axes()[axis].step;
            i64::try_from(values[self.handles[axis]]).unwrap_or(i64::MAX).saturating_mul(step)
        });
        let row = field.row(point[1]);
        let at = field.answer_at(point);
        let other_pod = figure.handles[self.handles[1]].object.trim_start_matches("Pod/");
        let answers = field.answers();
        let runs_until_point = row.iter().take_while(|(start, _)| *start <= point[0]).count();
        let before = runs_until_point.checked_sub(2).map(|before| &answers[row[before].1]);
        let [title, text] = self.describe(&answers[at], before, &cpu_amount(point[0]), pods, lang);
        let axis_titles = self.handles.map(|handle| lang.pick(&figure.handles[handle].label).to_owned());
        let drawn_row: Vec<_> = row.iter().map(|(start, answer)| (*start, field.answers()[*answer].clone())).collect();
        let ctx =
            FieldCtx { lang, map: &map, axes: field.axes(), row: &drawn_row, point, pods, priorities, axis_titles };
        let pictures = SIZES.map(|size| write_svg(&draw_field(&ctx, size, "")));
        let sentences = words(lang);
        let caption = sentences.table_caption(other_pod, &cpu_amount(point[1]));
        let rows = row.iter().enumerate().map(|(number, (start, answer))| {
            let amount = match row.get(number + 1) {
                Some((next, _)) => sentences.amount_part(&cpu_amount(next - UNIT), false),
                None => sentences.amount_part(&cpu_amount(start - UNIT), true),
            };
            TableRow { amount, answer: answer_text(&field.answers()[*answer], lang) }
        });
        Ok(FieldState { pictures, title, text, caption, rows: rows.collect() })
    }

    /// The decision at a point, in thousandths of a CPU, and the indices of the handles that are the axes.
    #[cfg(test)]
    pub(crate) fn decide_point(
        &self,
        figure: &FieldFigure<'_>,
        point: [i64; 2],
    ) -> Result<(FieldAnswer, [usize; 2]), String> {
        let DecidedField { field, .. } = self.decided_field(figure, figure.values)?;
        let mut field = field.borrow_mut();
        let answer = field.answer_at(point);
        Ok((field.answers()[answer].clone(), self.handles))
    }

    /// The field for these values of the other handles.
    fn decided_field(&self, figure: &FieldFigure<'_>, values: &[usize]) -> Result<DecidedField, String> {
        let mut base_values = values.to_vec();
        for handle in self.handles {
            base_values[handle] = figure.defaults[handle];
        }
        if let Some(decided) = self.decided.borrow().get(&base_values) {
            return Ok(decided.clone());
        }
        let text = (figure.manifest)(&base_values)?;
        let (_, scenario) = load_scenario(&text, None)
            .map_err(|findings| findings.first().map_or_else(String::new, |finding| finding_line(Lang::En, finding)))?;
        let pending =
            PendingDecision::new(scenario, &self.pod).map_err(|error| format!("{}: {error:?}", figure.name))?;
        let mut field = DecisionField::new(pending, self.axes.clone());
        let map = Rc::new(field.map());
        let decided = DecidedField { field: Rc::new(RefCell::new(field)), map };
        self.decided.borrow_mut().insert(base_values, decided.clone());
        Ok(decided)
    }

    /// The title and the text of an answer. `before` is the answer if the pod requested less.
    fn describe(
        &self,
        answer: &FieldAnswer,
        before: Option<&FieldAnswer>,
        amount: &str,
        pods: &Table<NamespacedName, i32>,
        lang: Lang,
    ) -> [String; 2] {
        let sentences = words(lang);
        let pod = short_pod_name(&self.pod);
        let [title, mut text] = match answer {
            FieldAnswer::Fits { .. } => sentences.field_fits(pod, amount),
            FieldAnswer::Pending { .. } => sentences.field_pending(pod, amount),
            FieldAnswer::Preempts { victims, .. } => {
                let mut stays: Vec<_> =
                    pods.iter().filter(|(key, _)| **key != self.pod && !victims.contains(key)).collect();
                stays.sort_by_key(|(_, priority)| std::cmp::Reverse(**priority));
                let names = stays.iter().map(|(key, _)| short_pod_name(key)).collect();
                [
                    sentences.victims_title(&list_names(lang, victim_names(answer)), victims.len()),
                    sentences.stays_text(&list_names(lang, names), stays.len()),
                ]
            }
        };
        let victims = victim_names(answer);
        let saved = before.map(victim_names).unwrap_or_default();
        let saved: Vec<&str> = saved.into_iter().filter(|name| !victims.contains(name)).collect();
        let FieldLabels { lot_text, .. } = sentences.field_labels();
        let mut add = |sentence: &str| text += &[lang.pick_of(" ", ""), sentence].concat();
        if !saved.is_empty() && !victims.is_empty() {
            add(&sentences.saved_text(&list_names(lang, saved)));
        }
        if answer.is_drawn_by_lot() {
            add(lot_text);
        }
        [title, text]
    }
}

fn field_axis(pod: &str, HandleRange { max, step }: HandleRange) -> FieldAxis {
    FieldAxis { number: FieldNumber::PodCpu(NamespacedName::new("default", pod)), max, step, unit: UNIT, scale: 1 }
}

/// The names of the victims, the most important first.
fn victim_names(answer: &FieldAnswer) -> Vec<&str> {
    answer.victims().iter().map(|victim| short_pod_name(victim)).collect()
}

/// An answer in a table.
fn answer_text(answer: &FieldAnswer, lang: Lang) -> String {
    let sentences = words(lang);
    match answer {
        FieldAnswer::Fits { .. } => sentences.field_labels().nobody.to_owned(),
        FieldAnswer::Pending { .. } => sentences.field_labels().pending_label.to_owned(),
        FieldAnswer::Preempts { victims, .. } => {
            sentences.victims_title(&list_names(lang, victim_names(answer)), victims.len())
        }
    }
}
