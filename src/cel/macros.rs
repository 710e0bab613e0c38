//! Expands macros, which look like calls, into other expressions: `has`, `all`, `exists`, `exists_one`, `map`,
//! `filter`, `cel.bind` and the like.

use api::Str;

use crate::{
    ast::{Expr, ExprKind, Fold, ListItem, RESULT, Span},
    error::Issue,
    value::Value,
};

/// A call as parsed, which may be a macro.
pub(crate) struct MacroCall {
    pub(crate) at: usize,
    pub(crate) span: Span,
    pub(crate) function: Str,
    pub(crate) target: Option<Box<Expr>>,
    pub(crate) arg_exprs: Vec<Expr>,
}

/// The expansion of a macro, or a call expression if the call is no macro.
pub(crate) fn expand_macro(call: MacroCall) -> Result<Expr, Issue> {
    let make = ExprBuilder { at: call.at, span: call.span };
    let MacroCall { function, target, arg_exprs: mut args, .. } = call;
    let count = args.len();
    match (function.as_str(), target, count) {
        ("has", None, 1) => make.expand_has(args.remove(0)),
        (name, Some(target), count) if is_comprehension(name, count) => {
            make.expand_comprehension(&function, *target, args)
        }
        ("bind", Some(target), 3) if target.dotted_name().as_deref() == Some("cel") => {
            let (body, value) = (args.remove(2), args.remove(1));
            let name = loop_variable(&args[0], "cel.bind() variable names must be simple identifiers")?;
            Ok(make.bind_expr(name, value, body))
        }
        ("optMap" | "optFlatMap", Some(target), 2) => {
            let body = args.remove(1);
            let name = loop_variable(&args[0], &format!("{function}() variable name must be a simple identifier"))?;
            Ok(make.optional_map(&function, *target, name, body))
        }
        ("sortBy", Some(target), 2) => {
            let key = args.remove(1);
            let name = loop_variable(&args[0], "argument must be a simple identifier")?;
            Ok(make.sort_by(*target, name, key))
        }
        (_, target, _) => Ok(make.new_expr(ExprKind::Call { function, target, arg_exprs: args })),
    }
}

fn is_comprehension(name: &str, arg_count: usize) -> bool {
    match name {
        "all" | "exists" | "exists_one" | "map" => arg_count == 2 || arg_count == 3,
        "filter" => arg_count == 2,
        "existsOne" => arg_count == 3,
        "transformList" | "transformMap" => arg_count == 3 || arg_count == 4,
        _ => false,
    }
}

fn loop_variable(expr: &Expr, otherwise: &str) -> Result<Str, Issue> {
    match &expr.kind {
        ExprKind::Name(name) => Ok(name.clone()),
        _ => Err(Issue { offset: expr.at, text: otherwise.to_owned() }),
    }
}

struct ExprBuilder {
    at: usize,
    span: Span,
}

impl ExprBuilder {
    fn new_expr(&self, kind: ExprKind) -> Expr {
        Expr::new(self.at, self.span, kind)
    }

    fn name_expr(&self, name: &str) -> Expr {
        self.new_expr(ExprKind::Name(name.into()))
    }

    fn literal_expr(&self, value: Value) -> Expr {
        self.new_expr(ExprKind::Literal(value))
    }

    fn call_expr(&self, function: &str, arg_exprs: Vec<Expr>) -> Expr {
        self.new_expr(ExprKind::Call { function: function.into(), target: None, arg_exprs })
    }

    fn member_call_expr(&self, target: Expr, function: &str, arg_exprs: Vec<Expr>) -> Expr {
        self.new_expr(ExprKind::Call { function: function.into(), target: Some(Box::new(target)), arg_exprs })
    }

    fn list_expr(&self, items: Vec<Expr>) -> Expr {
        self.new_expr(ExprKind::List(items.into_iter().map(|expr| ListItem { expr, is_optional: false }).collect()))
    }

    fn bind_expr(&self, name: Str, value: Expr, body: Expr) -> Expr {
        self.new_expr(ExprKind::Bind { name, value: Box::new(value), body: Box::new(body) })
    }

    fn expand_has(&self, arg: Expr) -> Result<Expr, Issue> {
        match arg.kind {
            ExprKind::Select { operand, field, is_test: false, is_optional: false } => {
                Ok(self.new_expr(ExprKind::Select { operand, field, is_test: true, is_optional: false }))
            }
            _ => Err(Issue { offset: arg.at, text: "invalid argument to has() macro".to_owned() }),
        }
    }

    /// Expands `range.macro(first, body)` or `range.macro(first, second, body)`, either with a filter before the body.
    fn expand_comprehension(&self, function: &str, range: Expr, arg_exprs: Vec<Expr>) -> Result<Expr, Issue> {
        let mut variable_count = 1;
        let simple = |expr: &Expr| matches!(expr.kind, ExprKind::Name(_));
        let transforms = function.starts_with("transform");
        // The three arguments of `map` are a variable, a filter and a body; those of the other macros include two
        // variables.
        if transforms || arg_exprs.len() == 3 && function != "map" {
            variable_count = 2;
        }
        let why = "argument must be a simple name";
        let first = loop_variable(&arg_exprs[0], why)?;
        let second_variable = if variable_count == 2 { Some(loop_variable(&arg_exprs[1], why)?) } else { None };
        if second_variable.as_ref() == Some(&first) {
            let text = format!("duplicate variable name: {first}");
            return Err(Issue { offset: arg_exprs[1].at, text });
        }
        for arg in arg_exprs.iter().take(variable_count).filter(|arg| simple(arg)) {
            if matches!(&arg.kind, ExprKind::Name(name) if name.as_str() == RESULT) {
                return Err(Issue {
                    offset: arg.at,
                    text: "iteration variable overwrites accumulator variable".to_owned(),
                });
            }
        }
        let mut rest = arg_exprs.into_iter().skip(variable_count);
        let (one, two) = (rest.next(), rest.next());
        let (filter, body) = match (one, two) {
            (Some(filter), Some(body)) => (Some(filter), body),
            (Some(body), None) => (None, body),
            _ => return Err(Issue { offset: self.at, text: why.to_owned() }),
        };
        Ok(self.fold_expr(function, range, (first, second_variable), filter, body))
    }

    fn fold_expr(
        &self,
        function: &str,
        range: Expr,
        names: (Str, Option<Str>),
        filter: Option<Expr>,
        body: Expr,
    ) -> Expr {
        let result = || self.name_expr(RESULT);
        let truth = |value| self.literal_expr(Value::Bool(value));
        let go_on = |expr| self.call_expr("@not_strictly_false", vec![expr]);
        let first = names.0.clone();
        let when = |test: Expr, then_expr: Expr| self.call_expr("_?_:_", vec![test, then_expr, result()]);
        let appended = |item: Expr| self.call_expr("_+_", vec![result(), self.list_expr(vec![item])]);
        let (accumulator_init, condition, step, end) = match function {
            "all" => (truth(true), go_on(result()), self.call_expr("_&&_", vec![result(), body]), result()),
            "exists" => {
                let condition = go_on(self.call_expr("!_", vec![result()]));
                (truth(false), condition, self.call_expr("_||_", vec![result(), body]), result())
            }
            "exists_one" | "existsOne" => {
                let one_literal = || self.literal_expr(Value::Int(1));
                let step = when(body, self.call_expr("_+_", vec![result(), one_literal()]));
                (
                    self.literal_expr(Value::Int(0)),
                    truth(true),
                    step,
                    self.call_expr("_==_", vec![result(), one_literal()]),
                )
            }
            "filter" => {
                (self.list_expr(Vec::new()), truth(true), when(body, appended(self.name_expr(&first))), result())
            }
            "transformMap" => {
                let put = self.call_expr("cel.@mapInsert", vec![result(), self.name_expr(&first), body]);
                let step = filter.map_or_else(|| put.clone(), |test| when(test, put.clone()));
                (self.new_expr(ExprKind::Map(Vec::new())), truth(true), step, result())
            }
            _ => {
                let step = appended(body);
                let step = filter.map_or_else(|| step.clone(), |test| when(test, step.clone()));
                (self.list_expr(Vec::new()), truth(true), step, result())
            }
        };
        self.new_expr(ExprKind::Fold(Box::new(Fold {
            range,
            first: names.0,
            second_variable: names.1,
            accumulator_init,
            condition,
            step,
            result: end,
        })))
    }

    fn optional_map(&self, function: &str, target: Expr, name: Str, body: Expr) -> Expr {
        let value = self.member_call_expr(target.clone(), "value", Vec::new());
        let bind_expr = self.bind_expr(name, value, body);
        let then_expr = if function == "optMap" { self.call_expr("optional.of", vec![bind_expr]) } else { bind_expr };
        let optional_none = self.call_expr("optional.none", Vec::new());
        self.call_expr("_?_:_", vec![self.member_call_expr(target, "hasValue", Vec::new()), then_expr, optional_none])
    }

    fn sort_by(&self, target: Expr, name: Str, key: Expr) -> Expr {
        const INPUT: &str = "@__sortBy_input__";
        let keys = self.fold_expr("map", self.name_expr(INPUT), (name, None), None, key);
        let sorted = self.member_call_expr(self.name_expr(INPUT), "@sortByAssociatedKeys", vec![keys]);
        self.bind_expr(INPUT.into(), target, sorted)
    }
}
