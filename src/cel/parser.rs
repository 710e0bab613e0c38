//! From tokens to a tree.

use api::Str;

use crate::ast::{Expr, Item, Kind};
use crate::error::Issue;
use crate::lexer::{self, Token};
use crate::macros::{self, Call};
use crate::value::Value;

/// The deepest nesting. Upstream has 250; a thread of a browser has less room, and no selector comes near either.
const DEEPEST: usize = 100;

/// The most nodes, of which macros can make many in a short text.
const MOST: usize = 50_000;

/// The longest expression that the API server takes, in bytes.
const LONGEST: usize = 10 * 1024;

const STARTS: &str =
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/// Names that no variable may have.
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

/// The tree of a text, or what is wrong with the text.
pub(crate) fn parse(text: &str) -> Result<Expr, Vec<Issue>> {
    if text.len() > LONGEST {
        let text = format!("expression code point size exceeds limit: size: {}, limit {LONGEST}", text.len());
        return Err(vec![Issue { offset: 0, text }]);
    }
    let (tokens, mut issues) = lexer::tokens(text);
    let mut parser = Parser { text, tokens, at: 0, depth: 0 };
    match parser.whole() {
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

/// How tightly an operator binds, and its function.
fn operator(sign: &str) -> Option<(u8, &'static str)> {
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
    fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn after(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    fn sign(&self) -> &'static str {
        match self.token().kind {
            lexer::Kind::Sign(sign) => sign,
            _ => "",
        }
    }

    /// Takes a sign if it comes next, and gives its place.
    fn take(&mut self, sign: &str) -> Option<usize> {
        (self.sign() == sign).then(|| {
            self.at += 1;
            self.tokens[self.at - 1].start
        })
    }

    /// Where the token before ends.
    fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |at| self.tokens[at].end)
    }

    fn show(&self, token: &Token) -> String {
        match token.kind {
            lexer::Kind::End => "<EOF>".to_owned(),
            _ => self.text[token.start..token.end].to_owned(),
        }
    }

    fn wrong(&self, what: &str) -> Issue {
        Issue { offset: self.token().start, text: format!("Syntax error: {what}") }
    }

    fn mismatched(&self, wanted: &str) -> Issue {
        self.wrong(&format!("mismatched input '{}' expecting {wanted}", self.show(self.token())))
    }

    /// Takes a closing sign, or says what stands there instead.
    fn expect(&mut self, sign: &str) -> Result<(), Issue> {
        if self.take(sign).is_some() {
            return Ok(());
        }
        let next_closes = matches!(self.after().kind, lexer::Kind::Sign(next) if next == sign);
        if next_closes {
            return Err(self.wrong(&format!("extraneous input '{}' expecting '{sign}'", self.show(self.token()))));
        }
        match self.token().kind {
            lexer::Kind::End => Err(self.wrong(&format!("missing '{sign}' at '<EOF>'"))),
            _ => Err(self.mismatched(&format!("'{sign}'"))),
        }
    }

    fn too_deep(&self) -> Issue {
        Issue { offset: self.token().start, text: format!("expression recursion limit exceeded: {DEEPEST}") }
    }

    fn node(&self, at: usize, start: usize, kind: Kind) -> Result<Expr, Issue> {
        self.checked(Expr::new(at, (start, self.end()), kind))
    }

    fn checked(&self, expr: Expr) -> Result<Expr, Issue> {
        if expr.depth > DEEPEST || expr.size > MOST { Err(self.too_deep()) } else { Ok(expr) }
    }

    fn call(&self, at: usize, start: usize, function: &str, args: Vec<Expr>) -> Result<Expr, Issue> {
        self.node(at, start, Kind::Call { function: function.into(), target: None, args })
    }

    fn whole(&mut self) -> Result<Expr, Issue> {
        let expr = self.expr()?;
        match (&self.token().kind, &self.after().kind) {
            (lexer::Kind::End, _) => Ok(expr),
            (_, lexer::Kind::End) => {
                Err(self.wrong(&format!("extraneous input '{}' expecting <EOF>", self.show(self.token()))))
            }
            _ => Err(self.mismatched("<EOF>")),
        }
    }

    fn expr(&mut self) -> Result<Expr, Issue> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.too_deep());
        }
        let start = self.token().start;
        let condition = self.logical("||", "_||_")?;
        let expr = match self.take("?") {
            None => condition,
            Some(at) => {
                let then = self.logical("||", "_||_")?;
                self.expect(":")?;
                let otherwise = self.expr()?;
                self.call(at, start, "_?_:_", vec![condition, then, otherwise])?
            }
        };
        self.depth -= 1;
        Ok(expr)
    }

    /// A row of `||` or `&&` as a balanced tree, so that a long one is not deep.
    fn logical(&mut self, sign: &str, function: &str) -> Result<Expr, Issue> {
        let next = |parser: &mut Self| if sign == "||" { parser.logical("&&", "_&&_") } else { parser.binary(1) };
        let mut terms = vec![next(self)?];
        let mut places = Vec::new();
        while let Some(at) = self.take(sign) {
            places.push(at);
            terms.push(next(self)?);
        }
        self.checked(balanced(function, terms, &places))
    }

    fn binary(&mut self, least: u8) -> Result<Expr, Issue> {
        let start = self.token().start;
        let mut left = self.unary()?;
        while let Some((strength, function)) = operator(self.sign()).filter(|(strength, _)| *strength >= least) {
            let at = self.token().start;
            self.at += 1;
            let right = self.binary(strength + 1)?;
            left = self.call(at, start, function, vec![left, right])?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, Issue> {
        let start = self.token().start;
        let sign = self.sign();
        if !matches!(sign, "!" | "-") {
            return self.member();
        }
        let mut count = 0;
        while self.take(sign).is_some() {
            count += 1;
        }
        let number = matches!(self.token().kind, lexer::Kind::Int | lexer::Kind::Double);
        // The last minus belongs to the number; two in a row are nothing.
        if sign == "-" && number && count == 1 {
            self.at -= 1;
            return self.member();
        }
        let operand = self.member()?;
        match count % 2 {
            0 => Ok(operand),
            _ => self.call(start, start, if sign == "!" { "!_" } else { "-_" }, vec![operand]),
        }
    }

    fn member(&mut self) -> Result<Expr, Issue> {
        let start = self.token().start;
        let mut expr = self.primary()?;
        loop {
            expr = match self.sign() {
                "." => self.dot(expr, start)?,
                "[" => {
                    let at = self.token().start;
                    self.at += 1;
                    let optional = self.take("?").is_some();
                    let index = self.expr()?;
                    self.expect("]")?;
                    self.call(at, start, if optional { "_[?_]" } else { "_[_]" }, vec![expr, index])?
                }
                _ => return Ok(expr),
            };
        }
    }

    fn dot(&mut self, operand: Expr, start: usize) -> Result<Expr, Issue> {
        let at = self.token().start;
        self.at += 1;
        let optional = self.take("?").is_some();
        let token = self.token().clone();
        let name = match token.kind {
            lexer::Kind::Name => &self.text[token.start..token.end],
            lexer::Kind::QuotedName => &self.text[token.start + 1..token.end - 1],
            _ => {
                let seen = format!("{}{}", &self.text[at..self.end()], self.show(&token));
                return Err(self.wrong(&format!("no viable alternative at input '{seen}'")));
            }
        };
        self.at += 1;
        let paren = self.token().start;
        if !optional && token.kind == lexer::Kind::Name && self.take("(").is_some() {
            let args = self.arguments()?;
            return self.expanded(paren, start, name, Some(Box::new(operand)), args);
        }
        let kind = Kind::Select { operand: Box::new(operand), field: name.into(), test: false, optional };
        self.node(at, start, kind)
    }

    fn expanded(
        &self,
        at: usize,
        start: usize,
        name: &str,
        target: Option<Box<Expr>>,
        args: Vec<Expr>,
    ) -> Result<Expr, Issue> {
        let call = Call { at, span: (start, self.end()), function: name.into(), target, args };
        self.checked(macros::expand(call)?)
    }

    fn arguments(&mut self) -> Result<Vec<Expr>, Issue> {
        let mut args = Vec::new();
        if self.take(")").is_some() {
            return Ok(args);
        }
        loop {
            args.push(self.expr()?);
            if self.take(",").is_none() {
                self.expect(")")?;
                return Ok(args);
            }
        }
    }

    fn primary(&mut self) -> Result<Expr, Issue> {
        let token = self.token().clone();
        let start = token.start;
        self.at += 1;
        let value = match token.kind {
            lexer::Kind::Sign("(") => {
                let expr = self.expr()?;
                self.expect(")")?;
                return Ok(expr);
            }
            lexer::Kind::Sign("[") => return self.list(start),
            lexer::Kind::Sign("{") => return self.map(start),
            lexer::Kind::Sign("true") => Value::Bool(true),
            lexer::Kind::Sign("false") => Value::Bool(false),
            lexer::Kind::Sign("null") => Value::Null,
            lexer::Kind::Sign("-") => {
                self.at += 1;
                return self.number(start);
            }
            // A name that begins at the top: there is only one level of names.
            lexer::Kind::Sign(".") if self.token().kind == lexer::Kind::Name => {
                self.at += 1;
                return self.name(self.at - 1, start);
            }
            lexer::Kind::Name => return self.name(self.at - 1, start),
            lexer::Kind::Int | lexer::Kind::Uint | lexer::Kind::Double => return self.number(start),
            lexer::Kind::Text(text) => Value::Text(text),
            lexer::Kind::Bytes(bytes) => Value::Bytes(bytes),
            _ => {
                self.at -= 1;
                return Err(self.mismatched(STARTS));
            }
        };
        self.node(start, start, Kind::Literal(value))
    }

    fn name(&mut self, token: usize, start: usize) -> Result<Expr, Issue> {
        let name: Str = self.text[self.tokens[token].start..self.tokens[token].end].into();
        let paren = self.token().start;
        if self.take("(").is_some() {
            let args = self.arguments()?;
            return self.expanded(paren, start, &name, None, args);
        }
        if RESERVED.contains(&name.as_str()) {
            return Err(Issue { offset: start, text: format!("reserved identifier: {name}") });
        }
        self.node(start, start, Kind::Name(name))
    }

    /// The number in front of here, which began at `start` with its sign.
    fn number(&mut self, start: usize) -> Result<Expr, Issue> {
        let token = self.tokens[self.at - 1].clone();
        let text = &self.text[token.start..token.end];
        let sign = if start < token.start { "-" } else { "" };
        let text = if token.kind == lexer::Kind::Uint { &text[..text.len() - 1] } else { text };
        let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
        let (value, what) = match token.kind {
            lexer::Kind::Int => (i64::from_str_radix(&format!("{sign}{digits}"), radix).ok().map(Value::Int), "int"),
            lexer::Kind::Uint => (u64::from_str_radix(digits, radix).ok().map(Value::Uint), "uint"),
            _ => {
                let number = format!("{sign}{text}").parse::<f64>().ok().filter(|number| number.is_finite());
                (number.map(Value::Double), "double")
            }
        };
        match value {
            Some(value) => self.node(start, start, Kind::Literal(value)),
            None => Err(Issue { offset: start, text: format!("invalid {what} literal") }),
        }
    }

    fn item(&mut self) -> Result<Item, Issue> {
        let optional = self.take("?").is_some();
        Ok(Item { optional, expr: self.expr()? })
    }

    fn list(&mut self, start: usize) -> Result<Expr, Issue> {
        let mut items = Vec::new();
        while self.sign() != "]" {
            items.push(self.item()?);
            if self.take(",").is_none() {
                break;
            }
        }
        self.expect("]")?;
        self.node(start, start, Kind::List(items))
    }

    fn map(&mut self, start: usize) -> Result<Expr, Issue> {
        let mut entries = Vec::new();
        while self.sign() != "}" {
            let Item { expr: key, optional } = self.item()?;
            self.expect(":")?;
            let expr = self.expr()?;
            entries.push((key, Item { expr, optional }));
            if self.take(",").is_none() {
                break;
            }
        }
        self.expect("}")?;
        self.node(start, start, Kind::Map(entries))
    }
}

/// A tree over terms and the operators between them, with the middle one at its top.
fn balanced(function: &str, mut terms: Vec<Expr>, places: &[usize]) -> Expr {
    if terms.len() == 1 {
        return terms.remove(0);
    }
    let middle = places.len() / 2;
    let right = balanced(function, terms.split_off(middle + 1), &places[middle + 1..]);
    let left = balanced(function, terms, &places[..middle]);
    let span = (left.span.0, right.span.1);
    let args = vec![left, right];
    Expr::new(places[middle], span, Kind::Call { function: function.into(), target: None, args })
}
