//! Rows of plugins of one's own, at the points about which their documents say something.

use std::rc::Rc;

use api::manifest::PluginDoc;
use runlog::PluginId;
use scheduler::{
    framework::{FilterRow, Permit, PointRow, ScoreRow},
    plugins::scripted::{UserFilter, UserPermit, UserScore},
};

pub(super) fn user_filters(own: &[Rc<PluginDoc>]) -> impl Iterator<Item = FilterRow> {
    let extending = own.iter().filter(|plugin| plugin.filter.is_some());
    extending.map(|it| FilterRow::from_filter(PluginId::Scripted, &it.metadata.name, UserFilter(Rc::clone(it))))
}

pub(super) fn user_scores(own: &[Rc<PluginDoc>]) -> impl Iterator<Item = ScoreRow> {
    let extending = own.iter().filter(|plugin| plugin.score.is_some());
    extending.map(|it| ScoreRow::new(PluginId::Scripted, &it.metadata.name, 1, UserScore(Rc::clone(it))))
}

pub(super) fn user_permits(own: &[Rc<PluginDoc>]) -> impl Iterator<Item = PointRow<dyn Permit>> {
    let extending = own.iter().filter(|plugin| plugin.permit.is_some());
    extending.map(|it| -> PointRow<dyn Permit> {
        PointRow::new(PluginId::Scripted, &it.metadata.name, Box::new(UserPermit(Rc::clone(it))))
    })
}
