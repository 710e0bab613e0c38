//! An expression as a tree.

use api::Str;

use crate::{types::Type, value::Value};

/// The bytes of an expression's text from `start` to before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    /// Where messages about the node point to: a byte of the text.
    pub(crate) at: usize,
    /// The bytes of the text that the node takes.
    pub(crate) span: Span,
    /// How many nodes stand on the longest way down, this one among them.
    pub(crate) depth: usize,
    /// How many nodes there are, this one among them: a macro may write its target twice.
    pub(crate) size: usize,
    /// Found by the checker.
    pub(crate) ty: Type,
    pub(crate) kind: ExprKind,
}

/// What a node is.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Literal(Value),
    Name(Str),
    Select {
        operand: Box<Expr>,
        field: Str,
        /// `has(…)`.
        test: bool,
        /// `.?field`.
        optional: bool,
    },
    /// Operators are calls as well: `_+_`, `_[_]`, `_?_:_`.
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

/// An item of a list, or a value of a map.
#[derive(Clone, Debug)]
pub(crate) struct ListItem {
    pub(crate) expr: Expr,
    /// `?`: left out if it is an optional without a value.
    pub(crate) optional: bool,
}

/// A comprehension: `step` makes a new result for each item of the range, while `condition` holds.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    pub(crate) range: Expr,
    /// The item of a list or the key of a map; with `second`, the index or the key.
    pub(crate) first: Str,
    pub(crate) second_variable: Option<Str>,
    pub(crate) accumulator_init: Expr,
    pub(crate) condition: Expr,
    pub(crate) step: Expr,
    pub(crate) result: Expr,
}

/// The name of a comprehension's result, which no expression can write.
pub(crate) const RESULT: &str = "@result";

impl ExprKind {
    /// The nodes right below, in the order of the text.
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

    /// The same, to change them.
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

    /// The names of a chain such as `a.b.c`, if the node is one.
    pub(crate) fn dotted_name(&self) -> Option<String> {
        match &self.kind {
            ExprKind::Name(name) => Some(name.as_str().to_owned()),
            ExprKind::Select { operand, field, test: false, optional: false } => {
                Some(format!("{}.{field}", operand.dotted_name()?))
            }
            _ => None,
        }
    }
}
