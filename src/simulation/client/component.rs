//! A component with access to its own state and to the API server.

use std::{
    marker::PhantomData,
    ops::{Deref, DerefMut},
};

use api::Millis;

use super::Client;
use crate::{api_server::ApiServer, components::State, event_log::EventLog, simulation::Simulation};

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
    pub(super) fn new(client: Client<'s>) -> Self {
        Self { client, marker: PhantomData }
    }

    pub(crate) fn state(&self) -> &S {
        S::of(&self.client.simulation.components)
    }

    pub(crate) fn state_mut(&mut self) -> &mut S {
        S::of_mut(&mut self.client.simulation.components)
    }

    /// The component's state for changes, with shared access to the API server.
    pub(crate) fn parts(&mut self) -> Parts<'_, S> {
        let Simulation { api, components, log, .. } = &mut *self.client.simulation;
        Parts { state: S::of_mut(components), api, log }
    }

    /// Adds one of the component's own tasks to the agenda.
    pub(crate) fn schedule(&mut self, at: Millis, task: S::Task) {
        self.client.put_on_agenda(at, task.into());
    }

    /// Removes one of the component's own tasks from the agenda.
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

#[cfg(test)]
impl<'s, S: State> Component<'s, S> {
    /// A component of a simulation, whose methods a unit test calls directly.
    pub(crate) fn of_simulation(simulation: &'s mut Simulation) -> Self {
        Self::new(Client::new(simulation))
    }
}
