//! The syntax tree of an expression, which the parser builds and the checker annotates with types.

use api::Str;

use crate::{types::Type, value::Value};

/// A range of byte offsets in an expression's text; `end` is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A node of the syntax tree.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    /// The byte offset to which error messages about the node point.
    pub(crate) at: usize,
    /// The text that the node was parsed from.
    pub(crate) span: Span,
    /// The number of nodes on the longest path from this node to a leaf, both included.
    pub(crate) depth: usize,
    /// The number of nodes in this subtree. Macros can duplicate their target, so it may exceed what the text shows.
    pub(crate) size: usize,
    /// The static type, which the checker sets; `Dyn` before that.
    pub(crate) ty: Type,
    pub(crate) kind: ExprKind,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Literal(Value),
    Name(Str),
    Select {
        operand: Box<Expr>,
        field: Str,
        /// The node is `has(operand.field)`: it tests whether the field is set instead of reading it.
        is_test: bool,
        /// The node is `operand.?field`, whose result is an optional.
        is_optional: bool,
    },
    /// A function call or an operator; operators have the function names of cel-go: `_+_`, `_[_]`, `_?_:_`.
    Call {
        function: Str,
        target: Option<Box<Expr>>,
        arg_exprs: Vec<Expr>,
    },
    List(Vec<ListItem>),
    Map(Vec<(Expr, ListItem)>),
    Fold(Box<Fold>),
    /// `cel.bind(name, value, body)`.
    Bind {
        name: Str,
        value: Box<Expr>,
        body: Box<Expr>,
    },
}

/// An item of a list literal, or a value of a map literal.
#[derive(Clone, Debug)]
pub(crate) struct ListItem {
    pub(crate) expr: Expr,
    /// The item is written with `?`: its value is an optional, and the item is omitted if that is empty.
    pub(crate) is_optional: bool,
}

/// A comprehension, as macros such as `all` and `map` expand to: a loop with an accumulator.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    /// The list or map whose items the loop visits.
    pub(crate) range: Expr,
    /// The first loop variable: the item of a list or the key of a map; with a `second_variable`, the index or the key.
    pub(crate) first: Str,
    pub(crate) second_variable: Option<Str>,
    /// The accumulator before the first item.
    pub(crate) accumulator_init: Expr,
    /// Evaluated before each item: the loop ends if it is false.
    pub(crate) condition: Expr,
    /// The accumulator after an item.
    pub(crate) step: Expr,
    /// The value of the whole expression, computed from the last accumulator.
    pub(crate) result: Expr,
}

/// The accumulator variable of a comprehension, a name that the grammar does not allow in an expression.
pub(crate) const RESULT: &str = "@result";

impl ExprKind {
    /// The direct children, in the order of the text.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::Literal(_) | Self::Name(_) => Vec::new(),
            Self::Select { operand, .. } => vec![operand],
            Self::Call { target, arg_exprs: args, .. } => target.as_deref().into_iter().chain(args).collect(),
            Self::List(items) => items.iter().map(|item| &item.expr).collect(),
            Self::Map(entries) => entries.iter().flat_map(|(key, value)| [key, &value.expr]).collect(),
            Self::Fold(fold) => vec![&fold.range, &fold.accumulator_init, &fold.condition, &fold.step, &fold.result],
            Self::Bind { value, body, .. } => vec![value, body],
        }
    }

    /// The direct children, mutable and in the same order as `parts`.
    pub(crate) fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Self::Literal(_) | Self::Name(_) => Vec::new(),
            Self::Select { operand, .. } => vec![operand],
            Self::Call { target, arg_exprs: args, .. } => target.as_deref_mut().into_iter().chain(args).collect(),
            Self::List(items) => items.iter_mut().map(|item| &mut item.expr).collect(),
            Self::Map(entries) => entries.iter_mut().flat_map(|(key, value)| [key, &mut value.expr]).collect(),
            Self::Fold(fold) => {
                let Fold { range, accumulator_init: start, condition, step, result, .. } = fold.as_mut();
                vec![range, start, condition, step, result]
            }
            Self::Bind { value, body, .. } => vec![value, body],
        }
    }
}

impl Expr {
    pub(crate) fn new(at: usize, span: Span, kind: ExprKind) -> Self {
        let (mut depth, mut size) = (0, 0_usize);
        let mut visit_child = |expr: &Self| {
            depth = depth.max(expr.depth);
            size = size.saturating_add(expr.size);
        };
        kind.parts().into_iter().for_each(&mut visit_child);
        Self { at, span, depth: depth + 1, size: size.saturating_add(1), ty: Type::Dyn, kind }
    }

    /// The node's text as a qualified name such as `a.b.c`, if it is a chain of names.
    pub(crate) fn dotted_name(&self) -> Option<String> {
        match &self.kind {
            ExprKind::Name(name) => Some(name.as_str().to_owned()),
            ExprKind::Select { operand, field, is_test: false, is_optional: false } => {
                Some(format!("{}.{field}", operand.dotted_name()?))
            }
            _ => None,
        }
    }
}
