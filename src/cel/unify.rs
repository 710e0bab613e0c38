//! Type inference: assigns types to type parameters so that argument types fit the expected ones.

use std::rc::Rc;

use crate::types::Type;

/// The types that were inferred for type parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeBindings {
    params: Vec<Option<Type>>,
}

impl TypeBindings {
    /// Creates a type parameter and returns its number.
    pub(crate) fn fresh_param(&mut self) -> usize {
        self.params.push(None);
        self.params.len() - 1
    }

    fn binding_of_param(&self, number: usize) -> Option<&Type> {
        self.params.get(number)?.as_ref()
    }

    /// Unifies each type with the expected one; bindings change only if all of them fit.
    pub(crate) fn unify_all(&mut self, types: &[Type], expected: &[Type]) -> bool {
        let mut trial = self.clone();
        let fits = types.len() == expected.len()
            && types.iter().zip(expected).all(|(actual, wanted)| trial.try_assign(actual, wanted));
        if fits {
            *self = trial;
        }
        fits
    }

    /// Unifies a type with the expected one and returns whether it fits.
    pub(crate) fn unify(&mut self, actual: &Type, expected: &Type) -> bool {
        self.unify_all(std::slice::from_ref(actual), std::slice::from_ref(expected))
    }

    fn try_assign(&mut self, actual: &Type, expected: &Type) -> bool {
        if let Type::Param(number) = expected {
            match self.substitute_param(actual, *number) {
                Some(fits) => return fits,
                None if !matches!(actual, Type::Param(_)) => return false,
                None => {}
            }
        }
        if let Type::Param(number) = actual {
            return self.substitute_param(expected, *number) == Some(true);
        }
        if actual.is_open() || expected.is_open() {
            return true;
        }
        match (actual, expected) {
            (Type::Null, _) => expected.is_nullable(),
            (Type::Type(_), Type::Type(_)) => true,
            (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => self.try_assign(a, b),
            (Type::Map(a), Type::Map(b)) => self.try_assign(&a.0, &b.0) && self.try_assign(&a.1, &b.1),
            _ => actual == expected,
        }
    }

    /// Binds a type parameter to a type and returns whether they fit; none if the parameter is unbound and occurs in
    /// the type.
    fn substitute_param(&mut self, ty: &Type, number: usize) -> Option<bool> {
        if *ty == Type::Param(number) {
            return Some(true);
        }
        if let Some(bound_type) = self.binding_of_param(number).cloned() {
            if *ty == bound_type {
                return Some(true);
            }
            let fits = self.try_assign(ty, &bound_type);
            if fits {
                self.params[number] = Some(most_general(ty, &bound_type));
            }
            return Some(fits);
        }
        if self.mentions_param(ty, number) {
            return None;
        }
        self.params[number] = Some(ty.clone());
        Some(true)
    }

    fn mentions_param(&self, ty: &Type, number: usize) -> bool {
        match ty {
            Type::Param(other) => {
                *other == number
                    || self.binding_of_param(*other).is_some_and(|bound_type| self.mentions_param(bound_type, number))
            }
            Type::List(inner) | Type::Optional(inner) | Type::Type(Some(inner)) => self.mentions_param(inner, number),
            Type::Map(pair) => self.mentions_param(&pair.0, number) || self.mentions_param(&pair.1, number),
            _ => false,
        }
    }

    /// Replaces the type parameters of a type by their bindings.
    pub(crate) fn resolve(&self, ty: &Type) -> Type {
        match ty {
            Type::Param(number) => {
                self.binding_of_param(*number).map_or_else(|| ty.clone(), |bound_type| self.resolve(bound_type))
            }
            Type::List(item) => Type::list(self.resolve(item)),
            Type::Optional(inner) => Type::optional(self.resolve(inner)),
            Type::Map(pair) => Type::map(self.resolve(&pair.0), self.resolve(&pair.1)),
            Type::Type(Some(inner)) => Type::Type(Some(Rc::new(self.resolve(inner)))),
            other => other.clone(),
        }
    }

    /// The common type of the items of a list or the values of a map, given that of the previous ones and the next
    /// type.
    pub(crate) fn join_types(&mut self, joined: Option<Type>, next: Type) -> Type {
        match joined {
            None => next,
            Some(joined_type) if self.unify(&joined_type, &next) => most_general(&joined_type, &next),
            Some(_) => Type::Dyn,
        }
    }
}

/// The more general of two types that fit each other.
fn most_general(a: &Type, b: &Type) -> Type {
    if is_as_general(a, b) { a.clone() } else { b.clone() }
}

#[allow(clippy::match_same_arms, reason = "the order of the rows counts")]
fn is_as_general(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Dyn | Type::Any | Type::Param(_), _) => true,
        (_, Type::Dyn | Type::Any | Type::Param(_)) => false,
        (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => is_as_general(a, b),
        (Type::Map(a), Type::Map(b)) => is_as_general(&a.0, &b.0) && is_as_general(&a.1, &b.1),
        (Type::Type(_), Type::Type(_)) => true,
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_does_not_fit_teaches_nothing() {
        let mut known = TypeBindings::default();
        let param = Type::Param(known.fresh_param());
        assert!(!known.unify_all(&[Type::Int, Type::Text], &[param.clone(), param.clone()]));
        assert!(known.unify_all(&[Type::Text, Type::Text], &[param.clone(), param.clone()]));
        assert_eq!(known.resolve(&param), Type::Text);
    }

    #[test]
    fn a_parameter_is_never_a_part_of_itself() {
        let mut known = TypeBindings::default();
        let param = Type::Param(known.fresh_param());
        assert!(!known.unify(&Type::list(param.clone()), &param));
        assert!(known.unify(&param, &param));
    }
}
