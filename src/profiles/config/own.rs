//! Rows of plugins of one's own, at the points about which their documents say something.

use std::rc::Rc;

use api::manifest::PluginDoc;
use record::PluginId;
use scheduler::framework::{FilterRow, Permit, Row, ScoreRow};
use scheduler::plugins::scripted::{OwnFilter, OwnPermit, OwnScore};

pub(super) fn filters(own: &[Rc<PluginDoc>]) -> impl Iterator<Item = FilterRow> {
    let extending = own.iter().filter(|plugin| plugin.filter.is_some());
    extending.map(|it| FilterRow::one(PluginId::Scripted, &it.metadata.name, OwnFilter(Rc::clone(it))))
}

pub(super) fn scores(own: &[Rc<PluginDoc>]) -> impl Iterator<Item = ScoreRow> {
    let extending = own.iter().filter(|plugin| plugin.score.is_some());
    extending.map(|it| ScoreRow::new(PluginId::Scripted, &it.metadata.name, 1, OwnScore(Rc::clone(it))))
}

pub(super) fn permits(own: &[Rc<PluginDoc>]) -> impl Iterator<Item = Row<dyn Permit>> {
    let extending = own.iter().filter(|plugin| plugin.permit.is_some());
    extending.map(|it| -> Row<dyn Permit> {
        Row::new(PluginId::Scripted, &it.metadata.name, Box::new(OwnPermit(Rc::clone(it))))
    })
}
