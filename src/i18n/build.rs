//! Compiles the Fluent files of all languages (`www/i18n/<language>/<topic>.ftl`) into Rust: a module for each topic with a function or
//! struct for each message. Inconsistencies fail the build with the language's file and the line.
#![allow(clippy::disallowed_types)] // native, and not the engine

#[macro_use]
mod language_table;
#[path = "build/check.rs"]
mod check;
#[path = "build/fluent.rs"]
mod fluent;
#[path = "build/rust.rs"]
mod rust;

use std::{env, fs, path::Path, process::exit};

use check::{LanguageRow, PluralRule};

macro_rules! language_rows {
    ({} $($(#[$about:meta])* $variant:ident { code: $code:literal, name: $name:literal, folder: $folder:literal, plural: $plural:ident, $($rest:tt)* })*) => {
        [$(LanguageRow { variant: stringify!($variant), folder: $folder, plural: PluralRule::$plural },)*]
    };
}

fn main() {
    let languages = language_table!(language_rows! {});
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/i18n");
    println!("cargo:rerun-if-changed={}", root.display());
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed=language_table.rs");
    match check::read_topics(&root, &languages) {
        Ok(topics) => {
            let path = Path::new(&env::var("OUT_DIR").expect("cargo sets OUT_DIR")).join("messages.rs");
            fs::write(path, rust::module_of_topics(&topics, &languages)).expect("OUT_DIR is writable");
        }
        Err(errors) => {
            for error in &errors {
                println!("cargo:warning={error}");
                eprintln!("error: {error}");
            }
            exit(1);
        }
    }
}
