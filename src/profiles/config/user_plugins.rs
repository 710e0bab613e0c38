//! Rows of plugins of one's own, at the points about which their documents say something.

use std::rc::Rc;

use api::manifest::PluginDoc;
use runlog::PluginId;
use scheduler::{
    framework::{FilterRow, Permit, PointRow, ScoreRow},
    plugins::user_plugins::{UserFilter, UserPermit, UserScore},
};

pub(super) fn user_filters(plugin_docs: &[Rc<PluginDoc>]) -> impl Iterator<Item = FilterRow> {
    let extending = plugin_docs.iter().filter(|plugin| plugin.filter.is_some());
    extending.map(|extending| {
        FilterRow::from_filter(PluginId::Scripted, &extending.metadata.name, UserFilter(Rc::clone(extending)))
    })
}

pub(super) fn user_scores(plugin_docs: &[Rc<PluginDoc>]) -> impl Iterator<Item = ScoreRow> {
    let extending = plugin_docs.iter().filter(|plugin| plugin.score.is_some());
    extending.map(|extending| {
        ScoreRow::new(PluginId::Scripted, &extending.metadata.name, 1, UserScore(Rc::clone(extending)))
    })
}

pub(super) fn user_permits(plugin_docs: &[Rc<PluginDoc>]) -> impl Iterator<Item = PointRow<dyn Permit>> {
    let extending = plugin_docs.iter().filter(|plugin| plugin.permit.is_some());
    extending.map(|extending| -> PointRow<dyn Permit> {
        PointRow::new(PluginId::Scripted, &extending.metadata.name, Box::new(UserPermit(Rc::clone(extending))))
    })
}
