//! A component at work: its own state, and a client of the API server.

use std::{
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use api::Millis;

use super::Client;
use crate::{api_server::ApiServer, components::State, event_log::EventLog, simulation::Simulation};

/// The component whose state is `S`. Its methods stand in the module of that state.
pub(crate) struct Component<'s, S> {
    client: Client<'s>,
    marker: PhantomData<S>,
}

/// A component's state, and beside it what the API server has.
pub(crate) struct Parts<'p, S> {
    pub state: &'p mut S,
    pub api: &'p ApiServer,
    pub log: &'p mut EventLog,
}

impl<'s, S: State> Component<'s, S> {
    pub(super) fn new(client: Client<'s>) -> Self {
        Self { client, marker: PhantomData }
    }

    pub(crate) fn state(&self) -> &S {
        S::of(&self.client.simulation.components)
    }

    pub(crate) fn state_mut(&mut self) -> &mut S {
        S::of_mut(&mut self.client.simulation.components)
    }

    /// Its state to be changed, while it reads from the API server.
    pub(crate) fn parts(&mut self) -> Parts<'_, S> {
        let Simulation { api, components, log, .. } = &mut *self.client.simulation;
        Parts { state: S::of_mut(components), api, log }
    }

    /// Puts a task of its own on the agenda.
    pub(crate) fn schedule(&mut self, at: Millis, task: S::Task) {
        self.client.put_on_agenda(at, task.into());
    }

    /// Takes a task of its own off the agenda.
    pub(crate) fn cancel(&mut self, at: Millis, task: S::Task) {
        self.client.simulation.agenda.cancel(at, task.into());
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
