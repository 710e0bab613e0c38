//! Creates the rows of user-defined plugins, at the extension points that their documents define.

use std::rc::Rc;

use api::user_rules::PluginDoc;
use runlog::PluginId;
use scheduler::{
    framework::{FilterRow, Permit, PointRow, ScoreRow},
    plugins::user_plugins::{UserFilter, UserPermit, UserScore},
};

pub(super) fn user_filters(plugin_docs: &[Rc<PluginDoc>]) -> impl Iterator<Item = FilterRow> {
    let filter_plugins = plugin_docs.iter().filter(|plugin| plugin.filter.is_some());
    filter_plugins
        .map(|plugin| FilterRow::from_filter(PluginId::Scripted, &plugin.metadata.name, UserFilter(Rc::clone(plugin))))
}

pub(super) fn user_scores(plugin_docs: &[Rc<PluginDoc>]) -> impl Iterator<Item = ScoreRow> {
    let score_plugins = plugin_docs.iter().filter(|plugin| plugin.score.is_some());
    score_plugins
        .map(|plugin| ScoreRow::new(PluginId::Scripted, &plugin.metadata.name, 1, UserScore(Rc::clone(plugin))))
}

pub(super) fn user_permits(plugin_docs: &[Rc<PluginDoc>]) -> impl Iterator<Item = PointRow<dyn Permit>> {
    let permit_plugins = plugin_docs.iter().filter(|plugin| plugin.permit.is_some());
    permit_plugins.map(|plugin| -> PointRow<dyn Permit> {
        PointRow::new(PluginId::Scripted, &plugin.metadata.name, Box::new(UserPermit(Rc::clone(plugin))))
    })
}
