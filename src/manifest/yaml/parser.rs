//! Events: `parserc.go`.

use std::borrow::Cow;

use super::{
    Mark, MarkRange, SyntaxError,
    scanner::{Scanner, Token, TokenKind},
};

/// The properties before a value: `&anchor` and `!tag`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Properties<'t> {
    pub anchor: Option<&'t str>,
    pub tag: Option<Cow<'t, str>>,
}

/// What a text says, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event<'t> {
    /// With whether `---` says so.
    DocumentStart {
        is_explicit: bool,
    },
    DocumentEnd,
    Scalar {
        text: Cow<'t, str>,
        is_plain: bool,
        properties: Properties<'t>,
    },
    SequenceStart(Properties<'t>),
    MappingStart(Properties<'t>),
    SequenceEnd,
    MappingEnd,
    /// The name of an anchor.
    Alias(&'t str),
}

/// What comes next.
#[derive(Clone, Copy)]
enum State {
    FirstDocument,
    ImplicitDocument,
    Document,
    DocumentContent,
    DocumentEnd,
    BlockNode,
    BlockSequenceEntry,
    IndentlessSequenceEntry,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequenceFirst,
    FlowSequenceEntry,
    FlowPairKey,
    FlowPairValue,
    FlowPairEnd,
    FlowMappingFirst,
    FlowMappingKey,
    FlowMappingValue,
    FlowMappingEmptyValue,
    End,
}

type PlacedEvent<'t> = (Event<'t>, MarkRange);

/// An iterator over the events of a text; it ends with the first error.
pub(crate) struct Parser<'t> {
    scanner: Scanner<'t>,
    state: State,
    states: Vec<State>,
    /// Where the brackets were opened that are open.
    brackets: Vec<Mark>,
}

impl<'t> Iterator for Parser<'t> {
    type Item = Result<PlacedEvent<'t>, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        let event = self.next_event().transpose()?;
        if event.is_err() {
            self.state = State::End;
        }
        Some(event)
    }
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { scanner: Scanner::new(text), state: State::FirstDocument, states: Vec::new(), brackets: Vec::new() }
    }

    fn next_event(&mut self) -> Result<Option<PlacedEvent<'t>>, SyntaxError> {
        match self.state {
            State::End => Ok(None),
            State::FirstDocument | State::ImplicitDocument => self.parse_document_start(true),
            State::Document => self.parse_document_start(false),
            State::DocumentContent => self.parse_document_content().map(Some),
            State::DocumentEnd => self.parse_document_end().map(Some),
            State::BlockNode => self.parse_node(true, false).map(Some),
            State::BlockSequenceEntry => self.parse_block_entry().map(Some),
            State::IndentlessSequenceEntry => self.parse_indentless_entry().map(Some),
            State::BlockMappingKey => self.parse_block_key().map(Some),
            State::BlockMappingValue => self.parse_block_value().map(Some),
            State::FlowSequenceFirst => self.parse_flow_entry(true).map(Some),
            State::FlowSequenceEntry => self.parse_flow_entry(false).map(Some),
            State::FlowPairKey => self.parse_pair_key().map(Some),
            State::FlowPairValue => self.parse_pair_value().map(Some),
            State::FlowPairEnd => {
                let start = self.scanner.peek()?.range.start;
                self.state = State::FlowSequenceEntry;
                Ok(Some((Event::MappingEnd, MarkRange { start, end: start })))
            }
            State::FlowMappingFirst => self.parse_flow_key(true).map(Some),
            State::FlowMappingKey => self.parse_flow_key(false).map(Some),
            State::FlowMappingValue => self.parse_flow_value(false).map(Some),
            State::FlowMappingEmptyValue => self.parse_flow_value(true).map(Some),
        }
    }

    fn pop_state(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    fn kind(&mut self) -> Result<&TokenKind<'t>, SyntaxError> {
        Ok(&self.scanner.peek()?.kind)
    }

    fn start(&mut self) -> Result<Mark, SyntaxError> {
        Ok(self.scanner.peek()?.range.start)
    }

    fn fail<T>(&mut self, problem: &'static str) -> Result<T, SyntaxError> {
        Err(SyntaxError::new(self.start()?, problem))
    }

    /// Nothing, at a place.
    fn empty_scalar(&mut self, mark: Mark, state: State) -> PlacedEvent<'t> {
        self.state = state;
        let event = Event::Scalar { text: Cow::Borrowed(""), is_plain: true, properties: Properties::default() };
        (event, MarkRange { start: mark, end: mark })
    }

    /// A value, after which another state comes.
    fn node_before(
        &mut self,
        state: State,
        is_block: bool,
        can_be_indentless: bool,
    ) -> Result<PlacedEvent<'t>, SyntaxError> {
        self.states.push(state);
        self.parse_node(is_block, can_be_indentless)
    }

    fn parse_document_start(&mut self, is_implicit: bool) -> Result<Option<PlacedEvent<'t>>, SyntaxError> {
        while !matches!(self.state, State::FirstDocument) && *self.kind()? == TokenKind::DocumentEnd {
            self.scanner.take()?;
        }
        let range = self.scanner.peek()?.range;
        match self.kind()? {
            TokenKind::StreamEnd => {
                self.state = State::End;
                Ok(None)
            }
            TokenKind::DocumentStart => {
                self.scanner.take()?;
                self.states.push(State::DocumentEnd);
                self.state = State::DocumentContent;
                Ok(Some((Event::DocumentStart { is_explicit: true }, range)))
            }
            _ if is_implicit => {
                self.states.push(State::DocumentEnd);
                self.state = State::BlockNode;
                Ok(Some((Event::DocumentStart { is_explicit: false }, range)))
            }
            _ => self.fail("did not find expected <document start>"),
        }
    }

    fn parse_document_content(&mut self) -> Result<PlacedEvent<'t>, SyntaxError> {
        if matches!(self.kind()?, TokenKind::DocumentStart | TokenKind::DocumentEnd | TokenKind::StreamEnd) {
            let mark = self.start()?;
            let state = self.states.pop().unwrap_or(State::End);
            return Ok(self.empty_scalar(mark, state));
        }
        self.parse_node(true, false)
    }

    fn parse_document_end(&mut self) -> Result<PlacedEvent<'t>, SyntaxError> {
        let start = self.start()?;
        let mut end = start;
        self.state = State::Document;
        if *self.kind()? == TokenKind::DocumentEnd {
            end = self.scanner.take()?.range.end;
            // The next document needs no line before it.
            self.state = State::ImplicitDocument;
        }
        Ok((Event::DocumentEnd, MarkRange { start, end }))
    }

    fn parse_properties(&mut self) -> Result<(Properties<'t>, Option<MarkRange>), SyntaxError> {
        let (mut properties, mut range) = (Properties::default(), None::<MarkRange>);
        loop {
            match self.kind()? {
                TokenKind::Anchor(name) if properties.anchor.is_none() => properties.anchor = Some(*name),
                TokenKind::Tag(tag) if properties.tag.is_none() => properties.tag = Some(tag.clone()),
                _ => return Ok((properties, range)),
            }
            let Token { range: next, .. } = self.scanner.take()?;
            range = Some(MarkRange { end: next.end, ..range.unwrap_or(next) });
        }
    }

    fn parse_node(&mut self, is_block: bool, can_be_indentless: bool) -> Result<PlacedEvent<'t>, SyntaxError> {
        if let TokenKind::Alias(name) = self.kind()? {
            let event = Event::Alias(name);
            self.pop_state();
            return Ok((event, self.scanner.take()?.range));
        }
        let (properties, properties_range) = self.parse_properties()?;
        let range = self.scanner.peek()?.range;
        let (event, state) = match self.kind()? {
            TokenKind::BlockEntry if can_be_indentless => {
                self.state = State::IndentlessSequenceEntry;
                return Ok((Event::SequenceStart(properties), range));
            }
            TokenKind::Scalar(..) => {
                self.pop_state();
                let token = self.scanner.take()?;
                let TokenKind::Scalar(text, is_plain) = token.kind else {
                    return self.fail("did not find expected node content");
                };
                return Ok((Event::Scalar { text, is_plain, properties }, range));
            }
            TokenKind::FlowSequenceStart => (Event::SequenceStart(properties), State::FlowSequenceFirst),
            TokenKind::FlowMappingStart => (Event::MappingStart(properties), State::FlowMappingFirst),
            TokenKind::BlockSequenceStart if is_block => (Event::SequenceStart(properties), State::BlockSequenceEntry),
            TokenKind::BlockMappingStart if is_block => (Event::MappingStart(properties), State::BlockMappingKey),
            _ => {
                let Some(range) = properties_range else { return self.fail("did not find expected node content") };
                self.pop_state();
                let event = Event::Scalar { text: Cow::Borrowed(""), is_plain: true, properties };
                return Ok((event, MarkRange { start: range.end, end: range.end }));
            }
        };
        if matches!(state, State::FlowSequenceFirst | State::FlowMappingFirst) {
            self.brackets.push(range.start);
        }
        self.scanner.take()?;
        self.state = state;
        Ok((event, range))
    }

    /// The end of a list or mapping.
    fn end_collection(&mut self, event: Event<'t>) -> Result<PlacedEvent<'t>, SyntaxError> {
        self.pop_state();
        Ok((event, self.scanner.take()?.range))
    }

    fn parse_block_entry(&mut self) -> Result<PlacedEvent<'t>, SyntaxError> {
        match self.kind()? {
            TokenKind::BlockEntry => {
                let mark = self.scanner.take()?.range.end;
                match self.kind()? {
                    TokenKind::BlockEntry | TokenKind::BlockEnd => {
                        Ok(self.empty_scalar(mark, State::BlockSequenceEntry))
                    }
                    _ => self.node_before(State::BlockSequenceEntry, true, false),
                }
            }
            TokenKind::BlockEnd => self.end_collection(Event::SequenceEnd),
            _ => self.fail("did not find expected '-' indicator"),
        }
    }

    fn parse_indentless_entry(&mut self) -> Result<PlacedEvent<'t>, SyntaxError> {
        if *self.kind()? != TokenKind::BlockEntry {
            self.pop_state();
            let start = self.start()?;
            return Ok((Event::SequenceEnd, MarkRange { start, end: start }));
        }
        let mark = self.scanner.take()?.range.end;
        match self.kind()? {
            TokenKind::BlockEntry | TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                Ok(self.empty_scalar(mark, State::IndentlessSequenceEntry))
            }
            _ => self.node_before(State::IndentlessSequenceEntry, true, false),
        }
    }

    fn parse_block_key(&mut self) -> Result<PlacedEvent<'t>, SyntaxError> {
        match self.kind()? {
            TokenKind::Key => {
                let mark = self.scanner.take()?.range.end;
                self.parse_block_part(mark, State::BlockMappingValue)
            }
            TokenKind::BlockEnd => self.end_collection(Event::MappingEnd),
            _ => self.fail("did not find expected key"),
        }
    }

    fn parse_block_value(&mut self) -> Result<PlacedEvent<'t>, SyntaxError> {
        if *self.kind()? != TokenKind::Value {
            let mark = self.start()?;
            return Ok(self.empty_scalar(mark, State::BlockMappingKey));
        }
        let mark = self.scanner.take()?.range.end;
        self.parse_block_part(mark, State::BlockMappingKey)
    }

    /// A key or a value of a mapping, after its indicator.
    fn parse_block_part(&mut self, mark: Mark, next: State) -> Result<PlacedEvent<'t>, SyntaxError> {
        match self.kind()? {
            TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => Ok(self.empty_scalar(mark, next)),
            _ => self.node_before(next, true, true),
        }
    }

    /// Refuses a token within brackets. If the text ends within them, the error is at the opening one, which lacks its counterpart.
    fn fail_in_brackets<T>(&mut self, problem: &'static str) -> Result<T, SyntaxError> {
        let is_end = *self.kind()? == TokenKind::StreamEnd;
        match self.brackets.last() {
            Some(&mark) if is_end => Err(SyntaxError::new(mark, problem)),
            _ => self.fail(problem),
        }
    }

    fn parse_flow_entry(&mut self, is_first: bool) -> Result<PlacedEvent<'t>, SyntaxError> {
        if !is_first && *self.kind()? != TokenKind::FlowSequenceEnd {
            if *self.kind()? != TokenKind::FlowEntry {
                return self.fail_in_brackets("did not find expected ',' or ']'");
            }
            self.scanner.take()?;
        }
        match self.kind()? {
            TokenKind::FlowSequenceEnd => {
                self.brackets.pop();
                self.end_collection(Event::SequenceEnd)
            }
            TokenKind::StreamEnd => self.fail_in_brackets("did not find expected node content"),
            TokenKind::Key => {
                self.state = State::FlowPairKey;
                Ok((Event::MappingStart(Properties::default()), self.scanner.take()?.range))
            }
            _ => self.node_before(State::FlowSequenceEntry, false, false),
        }
    }

    fn parse_pair_key(&mut self) -> Result<PlacedEvent<'t>, SyntaxError> {
        match self.kind()? {
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd => {
                let mark = self.scanner.take()?.range.end;
                Ok(self.empty_scalar(mark, State::FlowPairValue))
            }
            _ => self.node_before(State::FlowPairValue, false, false),
        }
    }

    fn parse_pair_value(&mut self) -> Result<PlacedEvent<'t>, SyntaxError> {
        let start = self.start()?;
        if *self.kind()? == TokenKind::Value {
            self.scanner.take()?;
            if !matches!(self.kind()?, TokenKind::FlowEntry | TokenKind::FlowSequenceEnd) {
                return self.node_before(State::FlowPairEnd, false, false);
            }
        }
        Ok(self.empty_scalar(start, State::FlowPairEnd))
    }

    fn parse_flow_key(&mut self, is_first: bool) -> Result<PlacedEvent<'t>, SyntaxError> {
        if !is_first && *self.kind()? != TokenKind::FlowMappingEnd {
            if *self.kind()? != TokenKind::FlowEntry {
                return self.fail_in_brackets("did not find expected ',' or '}'");
            }
            self.scanner.take()?;
        }
        match self.kind()? {
            TokenKind::FlowMappingEnd => {
                self.brackets.pop();
                self.end_collection(Event::MappingEnd)
            }
            TokenKind::StreamEnd => self.fail_in_brackets("did not find expected node content"),
            TokenKind::Key => {
                self.scanner.take()?;
                match self.kind()? {
                    TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd => {
                        let mark = self.start()?;
                        Ok(self.empty_scalar(mark, State::FlowMappingValue))
                    }
                    _ => self.node_before(State::FlowMappingValue, false, false),
                }
            }
            _ => self.node_before(State::FlowMappingEmptyValue, false, false),
        }
    }

    fn parse_flow_value(&mut self, is_empty: bool) -> Result<PlacedEvent<'t>, SyntaxError> {
        if !is_empty && *self.kind()? == TokenKind::Value {
            self.scanner.take()?;
            if !matches!(self.kind()?, TokenKind::FlowEntry | TokenKind::FlowMappingEnd) {
                return self.node_before(State::FlowMappingKey, false, false);
            }
        }
        let mark = self.start()?;
        Ok(self.empty_scalar(mark, State::FlowMappingKey))
    }
}
