//! Result codes: a student's answers in a lesson, as a code that can be sent in a message or typed.
//!
//! `r3:` and groups of characters of Crockford's base32, which has no letter that looks like a digit; upper and lower case are the same. It
//! carries `postcard` bytes with a CRC-32 at the end, which detects every typing error. The code is also the fragment of a link. It has any number
//! of lessons of one student, packed so tightly that a course still fits into a QR code. Earlier builds wrote `r1:` for one lesson and `r2:` for
//! several, which don't say what was answered.

use serde::{Deserialize, Serialize};

use super::link_payload::LinkError;

/// The prefix of a code.
const PREFIX: &str = "r3:";

/// The prefix of a code of one lesson, as earlier builds wrote it.
const EARLY_LESSON_PREFIX: &str = "r1:";

/// The prefix of a code of several lessons, as earlier builds wrote it.
const EARLY_COURSE_PREFIX: &str = "r2:";

/// The prefixes that this build reads.
pub const PREFIXES: [&str; 3] = [EARLY_LESSON_PREFIX, EARLY_COURSE_PREFIX, PREFIX];

/// The characters of a code, by their values.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The number of characters between two hyphens.
const GROUP_CHARS: usize = 5;

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 40;

/// The longest code, in characters: far more than any course needs.
const MAX_CODE_CHARS: usize = 16_000;

/// A student's answers in a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonResult {
    /// The name of a built-in lesson, or the title of a custom one.
    pub lesson: String,
    /// A hash of the lesson's text.
    pub text_hash: u32,
    /// The name that the student typed; may be empty.
    pub student: String,
    /// The answers, one for each question or task.
    pub answers: Vec<AnswerResult>,
}

/// The answer to a question, or the state of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerResult {
    /// The step that it belongs to, from 1.
    pub step: u16,
    pub outcome: Outcome,
    /// The number of answers; for a task, the number of runs that tried to solve it. Codes of earlier builds have 0 for every task.
    pub tries: u16,
    /// How many seconds it was open.
    pub seconds: u32,
    /// The index of the choice that was answered first; `None` for tasks, without an answer, and in codes of earlier builds.
    #[serde(default)]
    pub first_choice: Option<u8>,
}

/// The outcome of a question or task. Codes refer to variants by number: add new ones at the end. Codes of several lessons have room for eight
/// variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// There was no answer.
    #[default]
    Unanswered,
    /// Right at the first try.
    RightAtFirst,
    /// Right in the end.
    RightLater,
    /// Only wrong answers.
    Wrong,
    /// The task is solved.
    TaskSolved,
    /// The task is not solved.
    TaskOpen,
}

impl LessonResult {
    /// Shortens names to `MAX_NAME_CHARS`, and removes characters that would break a line or a table.
    fn with_clean_names(&self) -> Self {
        let cut = |name: &str| {
            let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            plain.trim().chars().take(MAX_NAME_CHARS).collect::<String>().trim_end().to_owned()
        };
        Self { lesson: cut(&self.lesson), student: cut(&self.student), ..self.clone() }
    }
}

impl Outcome {
    /// All outcomes, by number.
    const ALL: [Self; 6] = {
        use Outcome::{RightAtFirst, RightLater, TaskOpen, TaskSolved, Unanswered, Wrong};
        [Unanswered, RightAtFirst, RightLater, Wrong, TaskSolved, TaskOpen]
    };
}

/// The results of lessons, as a code packs them: the student once, and few bytes for each lesson and answer.
#[derive(Serialize, Deserialize)]
struct PackedResults<A> {
    student: String,
    lessons: Vec<PackedLesson<A>>,
}

/// The result of a lesson, without the student.
#[derive(Serialize, Deserialize)]
struct PackedLesson<A> {
    lesson: String,
    text_hash: [u8; 4],
    answers: Vec<A>,
}

/// An answer. The lowest three bits of its second number are the outcome, the others the tries.
#[derive(Serialize, Deserialize)]
struct EarlyAnswer {
    step: u16,
    tries_and_outcome: u32,
    seconds: u32,
}

/// An answer with the first choice, counted from 1; 0 without one.
#[derive(Serialize, Deserialize)]
struct PackedAnswer {
    answer: EarlyAnswer,
    first_choice: u8,
}

impl PackedAnswer {
    fn new(answer: &AnswerResult) -> Self {
        let early = EarlyAnswer {
            step: answer.step,
            tries_and_outcome: u32::from(answer.tries) << 3 | answer.outcome as u32,
            seconds: answer.seconds,
        };
        Self { answer: early, first_choice: answer.first_choice.map_or(0, |choice| choice.saturating_add(1)) }
    }

    fn unpack(self) -> Option<AnswerResult> {
        Some(AnswerResult { first_choice: self.first_choice.checked_sub(1), ..self.answer.unpack()? })
    }
}

impl EarlyAnswer {
    /// The answer; `None` if this build doesn't know its outcome.
    fn unpack(self) -> Option<AnswerResult> {
        Some(AnswerResult {
            step: self.step,
            outcome: *Outcome::ALL.get((self.tries_and_outcome & 7) as usize)?,
            tries: u16::try_from(self.tries_and_outcome >> 3).ok()?,
            seconds: self.seconds,
            first_choice: None,
        })
    }
}

/// The result of a lesson, as earlier builds wrote it by itself.
#[derive(Serialize, Deserialize)]
struct EarlyResult {
    lesson: String,
    text_hash: u32,
    student: String,
    /// The step, outcome, tries and seconds of each answer.
    answers: Vec<(u16, Outcome, u16, u32)>,
}

impl EarlyResult {
    fn unpack(self) -> LessonResult {
        let answers = self.answers.into_iter();
        let answers = answers.map(|(step, outcome, tries, seconds)| AnswerResult {
            step,
            outcome,
            tries,
            seconds,
            first_choice: None,
        });
        LessonResult {
            lesson: self.lesson,
            text_hash: self.text_hash,
            student: self.student,
            answers: answers.collect(),
        }
    }
}

impl<A> PackedResults<A> {
    fn new(results: &[LessonResult], pack_answer: fn(&AnswerResult) -> A) -> Self {
        let lesson = |result: LessonResult| PackedLesson {
            lesson: result.lesson,
            text_hash: result.text_hash.to_le_bytes(),
            answers: result.answers.iter().map(pack_answer).collect(),
        };
        let results: Vec<LessonResult> = results.iter().map(LessonResult::with_clean_names).collect();
        Self {
            student: results.first().map(|result| result.student.clone()).unwrap_or_default(),
            lessons: results.into_iter().map(lesson).collect(),
        }
    }

    /// The results; `None` if this build doesn't know an outcome.
    fn unpack(self, unpack_answer: fn(A) -> Option<AnswerResult>) -> Option<Vec<LessonResult>> {
        let lesson = |lesson: PackedLesson<A>| {
            Some(LessonResult {
                lesson: lesson.lesson,
                text_hash: u32::from_le_bytes(lesson.text_hash),
                student: self.student.clone(),
                answers: lesson.answers.into_iter().map(unpack_answer).collect::<Option<_>>()?,
            })
        };
        self.lessons.into_iter().map(lesson).collect()
    }
}

/// The code of one student's results in any number of lessons, which is also the fragment of a link, without `#`.
#[must_use]
pub fn encode_results(results: &[LessonResult]) -> String {
    // Encoding strings and numbers never fails.
    let packed = PackedResults::new(results, PackedAnswer::new);
    write_code(PREFIX, postcard::to_allocvec(&packed).unwrap_or_default())
}

fn write_code(prefix: &str, mut bytes: Vec<u8>) -> String {
    let sum = crc32(&bytes);
    bytes.extend(sum.to_le_bytes());
    let mut code = prefix.to_owned();
    for (at, character) in to_base32(&bytes).into_iter().enumerate() {
        if at > 0 && at % GROUP_CHARS == 0 {
            code.push('-');
        }
        code.push(char::from(character));
    }
    code
}

/// Decodes a code, with or without `#`: the results of its lessons.
///
/// # Errors
/// What is wrong with the code.
pub fn decode_results(code: &str) -> Result<Vec<LessonResult>, LinkError> {
    let code = code.trim().trim_start_matches('#');
    let Some((version, data)) = code.split_once(':').filter(|(version, _)| is_code_version(version)) else {
        return Err(LinkError::NotALink);
    };
    let is_version = |prefix: &str| version.eq_ignore_ascii_case(prefix.trim_end_matches(':'));
    if !PREFIXES.iter().any(|prefix| is_version(prefix)) {
        return Err(LinkError::UnknownVersion);
    }
    if data.len() > MAX_CODE_CHARS {
        return Err(LinkError::TooLarge);
    }
    let bytes = from_base32(data).ok_or(LinkError::Damaged)?;
    let (packed, sum) = bytes.split_last_chunk::<4>().ok_or(LinkError::Damaged)?;
    if crc32(packed) != u32::from_le_bytes(*sum) {
        return Err(LinkError::Damaged);
    }
    let results = if is_version(EARLY_LESSON_PREFIX) {
        postcard::from_bytes(packed).ok().map(|result: EarlyResult| vec![result.unpack()])
    } else if is_version(EARLY_COURSE_PREFIX) {
        postcard::from_bytes(packed).ok().and_then(|results: PackedResults<_>| results.unpack(EarlyAnswer::unpack))
    } else {
        postcard::from_bytes(packed).ok().and_then(|results: PackedResults<_>| results.unpack(PackedAnswer::unpack))
    };
    results.ok_or(LinkError::Damaged)
}

/// The first code in a line of text, which may have other text around it: a link, a greeting, quotation marks.
#[must_use]
pub fn find_code(line: &str) -> Option<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let starts = line.char_indices().filter(|(at, _)| !line[..*at].ends_with(is_word));
    for (at, _) in starts.filter(|(_, c)| matches!(c, 'r' | 'R')) {
        let rest = &line[at..];
        let Some((version, data)) = rest.split_once(':') else { continue };
        let length = data.find(|c: char| !is_word(c) && c != '-').unwrap_or(data.len());
        // The shortest result is longer than this, and a YAML key is followed by a space.
        if is_code_version(version) && length >= 12 {
            return Some(&rest[..=version.len() + length]);
        }
    }
    None
}

/// Whether it is an `r` followed by a number.
fn is_code_version(version: &str) -> bool {
    let digits = version.strip_prefix(['r', 'R']).unwrap_or_default();
    !digits.is_empty() && digits.len() < 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn to_base32(bytes: &[u8]) -> Vec<u8> {
    let character = |value: u32| ALPHABET[(value & 31) as usize];
    let (mut characters, mut buffer, mut bits) = (Vec::new(), 0_u32, 0);
    for byte in bytes {
        buffer = (buffer << 8 | u32::from(*byte)) & 0xffff;
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            characters.push(character(buffer >> bits));
        }
    }
    if bits > 0 {
        characters.push(character(buffer << (5 - bits)));
    }
    characters
}

/// Decodes characters; rejects all but the canonical encoding of the bytes.
fn from_base32(data: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut buffer, mut bits) = (Vec::new(), 0_u32, 0);
    for character in data.bytes().filter(|byte| *byte != b'-') {
        let value = match character.to_ascii_lowercase() {
            // Characters that are easily confused.
            b'o' => 0,
            b'i' | b'l' => 1,
            character => ALPHABET.iter().position(|letter| *letter == character)?,
        };
        buffer = (buffer << 5 | u32::try_from(value).ok()?) & 0xffff;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(buffer >> bits & 0xff).ok()?);
        }
    }
    // The remaining bits pad the last character.
    (bits < 5 && buffer & ((1 << bits) - 1) == 0).then_some(bytes)
}

/// CRC-32 as in zip files: it detects every error burst of up to 32 bits.
fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn arbitrary_answer() -> impl Strategy<Value = AnswerResult> {
        let outcomes = prop::sample::select(Outcome::ALL.to_vec());
        let choice = prop::option::of(0..u8::MAX);
        (any::<u16>(), outcomes, any::<u16>(), any::<u32>(), choice).prop_map(
            |(step, outcome, tries, seconds, first_choice)| AnswerResult {
                step,
                outcome,
                tries,
                seconds,
                first_choice,
            },
        )
    }

    fn arbitrary_result() -> impl Strategy<Value = LessonResult> {
        let answers = prop::collection::vec(arbitrary_answer(), 0..12);
        ("[a-z -]{0,12}", any::<u32>(), "\\PC{0,50}", answers).prop_map(|(lesson, text_hash, student, answers)| {
            LessonResult { lesson, text_hash, student, answers }.with_clean_names()
        })
    }

    proptest! {
        #[test]
        fn what_goes_in_comes_out(result in arbitrary_result()) {
            let result = vec![result];
            let code = encode_results(&result);
            prop_assert_eq!(decode_results(&code), Ok(result.clone()));
            // As people send it: in capitals, as a link, without hyphens, in a sentence.
            prop_assert_eq!(decode_results(&code.to_uppercase()), Ok(result.clone()));
            prop_assert_eq!(decode_results(&format!("#{}", code.replace('-', ""))), Ok(result));
            let line = format!("Ada, 10:15 https://example.org/page/#{code}. Bye");
            prop_assert_eq!(find_code(&line), Some(code.as_str()));
        }

        #[test]
        fn course_results_round_trip(results in prop::collection::vec(arbitrary_result(), 1..6), student in "[a-z]{0,8}") {
            let results: Vec<_> = results.into_iter().map(|result| LessonResult { student: student.clone(), ..result }).collect();
            let code = encode_results(&results);
            prop_assert_eq!(decode_results(&code), Ok(results.clone()));
            prop_assert_eq!(decode_results(&format!("#{}", code.replace('-', "").to_uppercase())), Ok(results));
            let line = format!("Here: {code}, thanks");
            prop_assert_eq!(find_code(&line), Some(code.as_str()));
        }

        #[test]
        fn any_damage_is_noticed(
            results in prop::collection::vec(arbitrary_result(), 1..3), place in any::<prop::sample::Index>(), other in "[0-9a-z?]", kind in 0..4,
        ) {
            let code = encode_results(&results);
            let at = PREFIX.len() + place.index(code.len() - PREFIX.len());
            let next = (at + 1).min(code.len());
            let damaged = match kind {
                0 => format!("{}{other}{}", &code[..at], &code[next..]),
                1 => format!("{}{}", &code[..at], &code[next..]),
                2 => format!("{}{other}{}", &code[..at], &code[at..]),
                _ if next < code.len() => {
                    format!("{}{}{}{}", &code[..at], &code[next..=next], &code[at..next], &code[next + 1..])
                }
                _ => code[..at].to_owned(),
            };
            // Hyphens are ignored, and a letter that looks like a digit is that digit.
            let same = |text: &str| text.replace('-', "").replace('o', "0").replace(['i', 'l'], "1");
            prop_assert!(
                same(&damaged) == same(&code) || decode_results(&damaged) == Err(LinkError::Damaged),
                "{} {}", code, damaged
            );
            prop_assert!(decode_results(&code[..at]).is_err());
        }

        #[test]
        fn nothing_panics(text in any::<String>(), data in "[0-9a-z-]{0,80}") {
            let _ = (decode_results(&text), find_code(&text));
            for prefix in PREFIXES {
                let _ = decode_results(&format!("{prefix}{data}"));
            }
            let _ = find_code(&format!("{text}r1:{data}"));
        }
    }

    #[test]
    fn codes_of_earlier_builds_are_read() {
        let answer = AnswerResult { step: 2, outcome: Outcome::Wrong, tries: 3, seconds: 9, first_choice: Some(1) };
        let result =
            LessonResult { lesson: "taints".into(), text_hash: 7, student: "Ada".into(), answers: vec![answer] };
        let early_result =
            LessonResult { answers: vec![AnswerResult { first_choice: None, ..answer }], ..result.clone() };
        let lesson = EarlyResult {
            lesson: result.lesson.clone(),
            text_hash: result.text_hash,
            student: result.student.clone(),
            answers: vec![(answer.step, answer.outcome, answer.tries, answer.seconds)],
        };
        let course = PackedResults::new(&[result.clone(), result], |answer| PackedAnswer::new(answer).answer);
        let lesson = postcard::to_allocvec(&lesson).expect("bytes");
        let course = postcard::to_allocvec(&course).expect("bytes");
        assert_eq!(decode_results(&write_code(EARLY_LESSON_PREFIX, lesson)), Ok(vec![early_result.clone()]));
        assert_eq!(decode_results(&write_code(EARLY_COURSE_PREFIX, course)), Ok(vec![early_result; 2]));
    }

    #[test]
    fn a_code_is_short() {
        let answer =
            AnswerResult { step: 2, outcome: Outcome::RightAtFirst, tries: 1, seconds: 14, first_choice: Some(3) };
        let result = LessonResult {
            lesson: "fragmentation".into(),
            text_hash: 0x1234_5678,
            student: "Ada".into(),
            answers: vec![answer; 3],
        };
        let code = encode_results(&[result]);
        assert!(code.len() < 90, "{} {code}", code.len());
    }

    #[test]
    fn a_code_of_a_course_fits_into_a_qr_code() {
        let answer =
            |step| AnswerResult { step, outcome: Outcome::RightLater, tries: 3, seconds: 140, first_choice: Some(2) };
        let lesson = |name: &str| LessonResult {
            lesson: name.into(),
            text_hash: 0x9234_5678,
            student: "Ada Lovelace".into(),
            answers: vec![answer(2), answer(5), answer(7)],
        };
        let course: Vec<_> = (0..15).map(|_| lesson("group-preemption")).collect();
        let (code, apart) = (encode_results(&course), encode_results(&course[..1]).len() * course.len());
        // Phones can read QR codes of at most 1200 characters, including the address of the page.
        let length = code.replace('-', "").len();
        assert!(length < 1100, "{length}");
        assert!(code.len() * 10 < apart * 9, "{} {apart}", code.len());
    }

    #[test]
    fn what_is_no_code_is_not_taken_for_one() {
        for text in ["", "r1: x", "r1:short", "bar1:00000-00000-00000", "kind: Pod", "r1:", "rr1:00000-00000-00000"] {
            assert_eq!(find_code(text), None, "{text}");
        }
        assert_eq!(decode_results("r4:00000-00000-00000"), Err(LinkError::UnknownVersion));
        assert_eq!(decode_results("hello"), Err(LinkError::NotALink));
        assert_eq!(decode_results(&format!("r1:{}", "0".repeat(MAX_CODE_CHARS + 1))), Err(LinkError::TooLarge));
    }

    #[test]
    fn names_are_cut_to_what_a_code_takes() {
        let long = LessonResult { lesson: "甲".repeat(99), student: "A\tB\nC ".into(), ..LessonResult::default() };
        for results in [vec![long.clone()], vec![long; 2]] {
            let read = decode_results(&encode_results(&results)).expect("results");
            assert_eq!((read[0].lesson.chars().count(), read[0].student.as_str()), (MAX_NAME_CHARS, "A B C"));
            assert_eq!(read.len(), results.len());
        }
    }
}
