//! A component with access to its own state and to the API server.

use std::{
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use api::Millis;

use super::{
    Client,
    cluster::{Cluster, States},
};
use crate::{api_server::ApiServer, event_log::EventLog, task::Task};

/// The state of one component.
pub(crate) trait State: Sized {
    /// The kind of task that this component puts on the agenda.
    type Task: Into<Task>;

    fn of(states: &States) -> &Self;

    fn of_mut(states: &mut States) -> &mut Self;
}

/// The component whose state is `S`. Its methods are defined in the module of that state.
pub(crate) struct Component<'s, S> {
    client: Client<'s>,
    marker: PhantomData<S>,
}

/// A component's state, with shared access to the API server.
pub(crate) struct Parts<'p, S> {
    pub state: &'p mut S,
    pub api: &'p ApiServer,
    pub log: &'p mut EventLog,
}

impl<'s, S: State> Component<'s, S> {
    fn new(client: Client<'s>) -> Self {
        Self { client, marker: PhantomData }
    }

    pub(crate) fn state(&self) -> &S {
        S::of(&self.client.cluster.components)
    }

    pub(crate) fn state_mut(&mut self) -> &mut S {
        S::of_mut(&mut self.client.cluster.components)
    }

    /// The component's state for changes, with shared access to the API server.
    pub(crate) fn parts(&mut self) -> Parts<'_, S> {
        let Cluster { api, components, log, .. } = &mut *self.client.cluster;
        Parts { state: S::of_mut(components), api, log }
    }

    /// Adds one of the component's own tasks to the agenda.
    pub(crate) fn schedule(&mut self, at: Millis, task: S::Task) {
        self.client.put_on_agenda(at, task.into());
    }

    /// Removes one of the component's own tasks from the agenda.
    pub(crate) fn cancel(&mut self, at: Millis, task: S::Task) {
        self.client.cluster.agenda.cancel(at, task.into());
    }
}

impl<'s, S> Deref for Component<'s, S> {
    type Target = Client<'s>;

    fn deref(&self) -> &Client<'s> {
        &self.client
    }
}

impl<S> DerefMut for Component<'_, S> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.client
    }
}

impl Cluster {
    /// Access to a component, with its state and a client. A component does not get the cluster, so it cannot access another one.
    pub(crate) fn component<S: State>(&mut self) -> Component<'_, S> {
        Component::new(Client::new(self))
    }
}
