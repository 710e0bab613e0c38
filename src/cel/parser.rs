//! Parses the tokens of an expression into a syntax tree.

use api::Str;

use crate::{
    ast::{Expr, ExprKind, ListItem, Span},
    error::Issue,
    lexer::{self, Token},
    macros::{self, MacroCall},
    value::Value,
};

/// The deepest nesting of an expression. Upstream's limit is 250, but a browser thread has a smaller stack; real
/// selectors stay far below both.
const MAX_DEPTH: usize = 100;

/// The most nodes of an expression after its macros are expanded.
const MAX_NODES: usize = 50_000;

/// The longest expression that the API server accepts, in bytes: `resourceapi.CELSelectorExpressionMaxLength`.
const MAX_LENGTH: usize = 10 * 1024;

const STARTS: &str =
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/// The reserved words of CEL, which cannot be variable names.
const RESERVED: [&str; 16] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
];

/// Parses a text. The errors are sorted by position.
pub(crate) fn parse(text: &str) -> Result<Expr, Vec<Issue>> {
    if text.len() > MAX_LENGTH {
        let text = format!("expression code point size exceeds limit: size: {}, limit {MAX_LENGTH}", text.len());
        return Err(vec![Issue { offset: 0, text }]);
    }
    let (tokens, mut issues) = lexer::tokenize(text);
    let mut parser = Parser { text, tokens, at: 0, depth: 0 };
    match parser.parse_whole() {
        Ok(expr) if issues.is_empty() => Ok(expr),
        Ok(_) => Err(issues),
        Err(issue) => {
            issues.push(issue);
            issues.sort_by_key(|issue| issue.offset);
            Err(issues)
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

/// The precedence of a binary operator (a higher one binds tighter) and its function name.
fn binary_operator(sign: &str) -> Option<(u8, &'static str)> {
    Some(match sign {
        "<" => (1, "_<_"),
        "<=" => (1, "_<=_"),
        ">" => (1, "_>_"),
        ">=" => (1, "_>=_"),
        "==" => (1, "_==_"),
        "!=" => (1, "_!=_"),
        "in" => (1, "@in"),
        "+" => (2, "_+_"),
        "-" => (2, "_-_"),
        "*" => (3, "_*_"),
        "/" => (3, "_/_"),
        "%" => (3, "_%_"),
        _ => return None,
    })
}

impl Parser<'_> {
    fn current_token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next_token(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    fn current_sign(&self) -> &'static str {
        match self.current_token().kind {
            lexer::TokenKind::Sign(sign) => sign,
            _ => "",
        }
    }

    /// Consumes the next token if it is `sign`, and returns its offset.
    fn take_sign(&mut self, sign: &str) -> Option<usize> {
        (self.current_sign() == sign).then(|| {
            self.at += 1;
            self.tokens[self.at - 1].start
        })
    }

    /// The byte offset after the previous token.
    fn previous_end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |at| self.tokens[at].end)
    }

    fn token_text(&self, token: &Token) -> String {
        match token.kind {
            lexer::TokenKind::End => "<EOF>".to_owned(),
            _ => self.text[token.start..token.end].to_owned(),
        }
    }

    fn error_here(&self, what: &str) -> Issue {
        Issue { offset: self.current_token().start, text: format!("Syntax error: {what}") }
    }

    fn mismatch_error(&self, expected: &str) -> Issue {
        self.error_here(&format!("mismatched input '{}' expecting {expected}", self.token_text(self.current_token())))
    }

    /// Consumes `sign`, or reports the token that is there instead.
    fn expect_sign(&mut self, sign: &str) -> Result<(), Issue> {
        if self.take_sign(sign).is_some() {
            return Ok(());
        }
        let next_closes = matches!(self.next_token().kind, lexer::TokenKind::Sign(next) if next == sign);
        if next_closes {
            return Err(self.error_here(&format!(
                "extraneous input '{}' expecting '{sign}'",
                self.token_text(self.current_token())
            )));
        }
        match self.current_token().kind {
            lexer::TokenKind::End => Err(self.error_here(&format!("missing '{sign}' at '<EOF>'"))),
            _ => Err(self.mismatch_error(&format!("'{sign}'"))),
        }
    }

    fn too_deep_error(&self) -> Issue {
        Issue { offset: self.current_token().start, text: format!("expression recursion limit exceeded: {MAX_DEPTH}") }
    }

    fn new_node(&self, at: usize, span_start: usize, kind: ExprKind) -> Result<Expr, Issue> {
        self.check_size(Expr::new(at, Span { start: span_start, end: self.previous_end() }, kind))
    }

    fn check_size(&self, expr: Expr) -> Result<Expr, Issue> {
        if expr.depth > MAX_DEPTH || expr.size > MAX_NODES { Err(self.too_deep_error()) } else { Ok(expr) }
    }

    fn new_call(&self, at: usize, span_start: usize, function: &str, arg_exprs: Vec<Expr>) -> Result<Expr, Issue> {
        self.new_node(at, span_start, ExprKind::Call { function: function.into(), target: None, arg_exprs })
    }

    fn parse_whole(&mut self) -> Result<Expr, Issue> {
        let expr = self.parse_expr()?;
        match (&self.current_token().kind, &self.next_token().kind) {
            (lexer::TokenKind::End, _) => Ok(expr),
            (_, lexer::TokenKind::End) => Err(self
                .error_here(&format!("extraneous input '{}' expecting <EOF>", self.token_text(self.current_token())))),
            _ => Err(self.mismatch_error("<EOF>")),
        }
    }

    fn parse_expr(&mut self) -> Result<Expr, Issue> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.too_deep_error());
        }
        let expr_start = self.current_token().start;
        let condition = self.parse_logical("||", "_||_")?;
        let expr = match self.take_sign("?") {
            None => condition,
            Some(at) => {
                let then_expr = self.parse_logical("||", "_||_")?;
                self.expect_sign(":")?;
                let otherwise = self.parse_expr()?;
                self.new_call(at, expr_start, "_?_:_", vec![condition, then_expr, otherwise])?
            }
        };
        self.depth -= 1;
        Ok(expr)
    }

    /// Parses operands joined by `||` or `&&` into a balanced tree, so that a long chain is not deep.
    fn parse_logical(&mut self, sign: &str, function: &str) -> Result<Expr, Issue> {
        let next =
            |parser: &mut Self| if sign == "||" { parser.parse_logical("&&", "_&&_") } else { parser.parse_binary(1) };
        let mut terms = vec![next(self)?];
        let mut places = Vec::new();
        while let Some(at) = self.take_sign(sign) {
            places.push(at);
            terms.push(next(self)?);
        }
        self.check_size(balance_operators(function, terms, &places))
    }

    fn parse_binary(&mut self, min_precedence: u8) -> Result<Expr, Issue> {
        let expr_start = self.current_token().start;
        let mut left_operand = self.parse_unary()?;
        while let Some((strength, function)) =
            binary_operator(self.current_sign()).filter(|(strength, _)| *strength >= min_precedence)
        {
            let at = self.current_token().start;
            self.at += 1;
            let right = self.parse_binary(strength + 1)?;
            left_operand = self.new_call(at, expr_start, function, vec![left_operand, right])?;
        }
        Ok(left_operand)
    }

    fn parse_unary(&mut self) -> Result<Expr, Issue> {
        let expr_start = self.current_token().start;
        let sign = self.current_sign();
        if !matches!(sign, "!" | "-") {
            return self.parse_member();
        }
        let mut count = 0;
        while self.take_sign(sign).is_some() {
            count += 1;
        }
        let number = matches!(self.current_token().kind, lexer::TokenKind::Int | lexer::TokenKind::Double);
        // A single minus before a number belongs to the literal.
        if sign == "-" && number && count == 1 {
            self.at -= 1;
            return self.parse_member();
        }
        let operand = self.parse_member()?;
        match count % 2 {
            0 => Ok(operand),
            _ => self.new_call(expr_start, expr_start, if sign == "!" { "!_" } else { "-_" }, vec![operand]),
        }
    }

    fn parse_member(&mut self) -> Result<Expr, Issue> {
        let expr_start = self.current_token().start;
        let mut expr = self.parse_primary()?;
        loop {
            expr = match self.current_sign() {
                "." => self.parse_dot(expr, expr_start)?,
                "[" => {
                    let at = self.current_token().start;
                    self.at += 1;
                    let is_optional = self.take_sign("?").is_some();
                    let index = self.parse_expr()?;
                    self.expect_sign("]")?;
                    self.new_call(at, expr_start, if is_optional { "_[?_]" } else { "_[_]" }, vec![expr, index])?
                }
                _ => return Ok(expr),
            };
        }
    }

    fn parse_dot(&mut self, operand: Expr, expr_start: usize) -> Result<Expr, Issue> {
        let at = self.current_token().start;
        self.at += 1;
        let is_optional = self.take_sign("?").is_some();
        let token = self.current_token().clone();
        let name = match token.kind {
            lexer::TokenKind::Name => &self.text[token.start..token.end],
            lexer::TokenKind::QuotedName => &self.text[token.start + 1..token.end - 1],
            _ => {
                let input = format!("{}{}", &self.text[at..self.previous_end()], self.token_text(&token));
                return Err(self.error_here(&format!("no viable alternative at input '{input}'")));
            }
        };
        self.at += 1;
        let paren = self.current_token().start;
        if !is_optional && token.kind == lexer::TokenKind::Name && self.take_sign("(").is_some() {
            let arg_exprs = self.parse_arguments()?;
            return self.expand_call(paren, expr_start, name, Some(Box::new(operand)), arg_exprs);
        }
        let kind = ExprKind::Select { operand: Box::new(operand), field: name.into(), is_test: false, is_optional };
        self.new_node(at, expr_start, kind)
    }

    fn expand_call(
        &self,
        at: usize,
        expr_start: usize,
        name: &str,
        target: Option<Box<Expr>>,
        arg_exprs: Vec<Expr>,
    ) -> Result<Expr, Issue> {
        let call = MacroCall {
            at,
            span: Span { start: expr_start, end: self.previous_end() },
            function: name.into(),
            target,
            arg_exprs,
        };
        self.check_size(macros::expand_macro(call)?)
    }

    fn parse_arguments(&mut self) -> Result<Vec<Expr>, Issue> {
        let mut arg_exprs = Vec::new();
        if self.take_sign(")").is_some() {
            return Ok(arg_exprs);
        }
        loop {
            arg_exprs.push(self.parse_expr()?);
            if self.take_sign(",").is_none() {
                self.expect_sign(")")?;
                return Ok(arg_exprs);
            }
        }
    }

    fn parse_primary(&mut self) -> Result<Expr, Issue> {
        let token = self.current_token().clone();
        let token_start = token.start;
        self.at += 1;
        let value = match token.kind {
            lexer::TokenKind::Sign("(") => {
                let expr = self.parse_expr()?;
                self.expect_sign(")")?;
                return Ok(expr);
            }
            lexer::TokenKind::Sign("[") => return self.parse_list(token_start),
            lexer::TokenKind::Sign("{") => return self.parse_map(token_start),
            lexer::TokenKind::Sign("true") => Value::Bool(true),
            lexer::TokenKind::Sign("false") => Value::Bool(false),
            lexer::TokenKind::Sign("null") => Value::Null,
            lexer::TokenKind::Sign("-") => {
                self.at += 1;
                return self.parse_number(token_start);
            }
            // A leading dot denotes the root namespace, which is the only one here.
            lexer::TokenKind::Sign(".") if self.current_token().kind == lexer::TokenKind::Name => {
                self.at += 1;
                return self.parse_name(self.at - 1, token_start);
            }
            lexer::TokenKind::Name => return self.parse_name(self.at - 1, token_start),
            lexer::TokenKind::Int | lexer::TokenKind::Uint | lexer::TokenKind::Double => {
                return self.parse_number(token_start);
            }
            lexer::TokenKind::Text(text) => Value::Text(text),
            lexer::TokenKind::Bytes(bytes) => Value::Bytes(bytes),
            _ => {
                self.at -= 1;
                return Err(self.mismatch_error(STARTS));
            }
        };
        self.new_node(token_start, token_start, ExprKind::Literal(value))
    }

    fn parse_name(&mut self, token: usize, expr_start: usize) -> Result<Expr, Issue> {
        let name: Str = self.text[self.tokens[token].start..self.tokens[token].end].into();
        let paren = self.current_token().start;
        if self.take_sign("(").is_some() {
            let arg_exprs = self.parse_arguments()?;
            return self.expand_call(paren, expr_start, &name, None, arg_exprs);
        }
        if RESERVED.contains(&name.as_str()) {
            return Err(Issue { offset: expr_start, text: format!("reserved identifier: {name}") });
        }
        self.new_node(expr_start, expr_start, ExprKind::Name(name))
    }

    /// Parses the number literal of the previous token; with its sign it starts at `expr_start`.
    fn parse_number(&mut self, expr_start: usize) -> Result<Expr, Issue> {
        let token = self.tokens[self.at - 1].clone();
        let text = &self.text[token.start..token.end];
        let sign = if expr_start < token.start { "-" } else { "" };
        let text = if token.kind == lexer::TokenKind::Uint { &text[..text.len() - 1] } else { text };
        let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
        let (value, what) = match token.kind {
            lexer::TokenKind::Int => {
                (i64::from_str_radix(&format!("{sign}{digits}"), radix).ok().map(Value::Int), "int")
            }
            lexer::TokenKind::Uint => (u64::from_str_radix(digits, radix).ok().map(Value::Uint), "uint"),
            _ => {
                let number = format!("{sign}{text}").parse::<f64>().ok().filter(|number| number.is_finite());
                (number.map(Value::Double), "double")
            }
        };
        match value {
            Some(value) => self.new_node(expr_start, expr_start, ExprKind::Literal(value)),
            None => Err(Issue { offset: expr_start, text: format!("invalid {what} literal") }),
        }
    }

    fn parse_item(&mut self) -> Result<ListItem, Issue> {
        let is_optional = self.take_sign("?").is_some();
        Ok(ListItem { is_optional, expr: self.parse_expr()? })
    }

    fn parse_list(&mut self, expr_start: usize) -> Result<Expr, Issue> {
        let mut items = Vec::new();
        while self.current_sign() != "]" {
            items.push(self.parse_item()?);
            if self.take_sign(",").is_none() {
                break;
            }
        }
        self.expect_sign("]")?;
        self.new_node(expr_start, expr_start, ExprKind::List(items))
    }

    fn parse_map(&mut self, expr_start: usize) -> Result<Expr, Issue> {
        let mut entries = Vec::new();
        while self.current_sign() != "}" {
            let ListItem { expr: key, is_optional } = self.parse_item()?;
            self.expect_sign(":")?;
            let expr = self.parse_expr()?;
            entries.push((key, ListItem { expr, is_optional }));
            if self.take_sign(",").is_none() {
                break;
            }
        }
        self.expect_sign("}")?;
        self.new_node(expr_start, expr_start, ExprKind::Map(entries))
    }
}

/// A balanced tree of `terms` joined by `function`, whose operators have the offsets `places`.
fn balance_operators(function: &str, mut terms: Vec<Expr>, places: &[usize]) -> Expr {
    if terms.len() == 1 {
        return terms.remove(0);
    }
    let middle = places.len() / 2;
    let right = balance_operators(function, terms.split_off(middle + 1), &places[middle + 1..]);
    let left = balance_operators(function, terms, &places[..middle]);
    let span = Span { start: left.span.start, end: right.span.end };
    let arg_exprs = vec![left, right];
    Expr::new(places[middle], span, ExprKind::Call { function: function.into(), target: None, arg_exprs })
}
