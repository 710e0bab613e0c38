//! Rules for a `CronJob`, which is not simulated. Upstream: `ValidateCronJobSpec` of `pkg/apis/batch/validation`, and `ParseStandard` of
//! `robfig/cron`, whose messages are used.

use findings::FieldRule;

use super::{
    field::{Field, FieldFaults},
    provenance::Provenance,
    workload_rules::check_job_template,
};

/// The fields of a schedule: their bounds, and names for the numbers from the lower bound on.
const FIELDS: [(u32, u32, &[&str]); 5] = [
    (0, 59, &[]),
    (0, 23, &[]),
    (1, 31, &[]),
    (1, 12, &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]),
    (0, 6, &["sun", "mon", "tue", "wed", "thu", "fri", "sat"]),
];
/// The longest name, to which the name of a Job adds eleven characters.
const LONGEST_NAME: usize = 52;
/// The longest part between the slashes of a time zone.
const LONGEST_ZONE_PART: usize = 14;
/// The names of the time zones that the API server brings along (Go's `time/tzdata`, of 2025c): a line for each region, whose zones follow a colon.
const TIME_ZONES: &str = include_str!("time_zones.txt");
const DESCRIPTORS: [&str; 7] = ["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];

pub(super) fn check_cron_job(object: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    if let Some(metadata) = object.get("metadata")
        && metadata.text("name").len() > LONGEST_NAME
    {
        let why = format!("must be no more than {LONGEST_NAME} characters");
        metadata.report_invalid(".name", &format!("{:?}", metadata.text("name")), &why, faults);
    }
    let Some(spec) = object.get("spec") else { return };
    let spec = &spec;
    let schedule = spec.text("schedule");
    check_time_zone(spec, faults);
    if schedule.is_empty() {
        if provenance == Provenance::New {
            spec.report(".schedule", FieldRule::Missing, &[], faults);
        }
        return;
    }
    let misfit = if schedule.contains("TZ") {
        Err("cannot use TZ or CRON_TZ in schedule, use timeZone field instead".to_owned())
    } else {
        check_schedule(schedule)
    };
    if let Err(reason) = &misfit {
        spec.report(".schedule", FieldRule::Schedule, &[schedule, reason], faults);
    }
    if let Some(job) = spec.get("jobTemplate")
        && let Some(job_spec) = job.get("spec")
    {
        if job_spec.text("manualSelector") == "true" {
            job_spec.report(".manualSelector", FieldRule::UnknownWord, &["true", "\"nil\", \"false\""], faults);
        }
        check_job_template(&job_spec, provenance, faults);
    }
}

/// Checks a time zone. Upstream: `validateTimeZone`.
fn check_time_zone(spec: &Field<'_>, faults: &mut FieldFaults) {
    let Some(zone) = spec.get("timeZone") else { return };
    let name = zone.own_text();
    let is_part = |part: &str| {
        !matches!(part, "." | "..")
            && !part.starts_with('-')
            && (1..=LONGEST_ZONE_PART).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_+".contains(&byte))
    };
    let why = match name {
        "" => "timeZone must be nil or non-empty string".to_owned(),
        _ if !name.split('/').all(is_part) => format!("unknown time zone {name}"),
        _ if name.eq_ignore_ascii_case("local") => {
            "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones".to_owned()
        }
        _ if !is_time_zone(name) => format!("unknown time zone {name}"),
        _ => return,
    };
    zone.report_invalid("", &format!("{name:?}"), &why, faults);
}

fn is_time_zone(name: &str) -> bool {
    let (region, zone) = name.rsplit_once('/').unwrap_or(("", name));
    TIME_ZONES
        .lines()
        .filter_map(|line| line.split_once(": "))
        .any(|(other, zones)| other == region && zones.split(' ').any(|other| other == zone))
}

fn check_schedule(schedule: &str) -> Result<(), String> {
    if schedule.starts_with('@') {
        let is_known = DESCRIPTORS.contains(&schedule) || schedule.starts_with("@every ");
        return if is_known { Ok(()) } else { Err(format!("unrecognized descriptor: {schedule}")) };
    }
    let fields: Vec<&str> = schedule.split_whitespace().collect();
    if fields.len() != FIELDS.len() {
        return Err(format!("expected exactly 5 fields, found {}: [{}]", fields.len(), fields.join(" ")));
    }
    fields
        .iter()
        .zip(FIELDS)
        .try_for_each(|(text, bounds)| text.split(',').try_for_each(|range| check_range(range, bounds)))
}

fn check_range(range: &str, (low, high, names): (u32, u32, &[&str])) -> Result<(), String> {
    let mut parts = range.split('/');
    let (ends, step) = (parts.next().unwrap_or_default(), parts.next());
    let mut ends = ends.split('-');
    let (first, last) = (ends.next().unwrap_or_default(), ends.next());
    let is_any = matches!(first, "*" | "?");
    let start = if is_any { low } else { parse_number(first, low, names)? };
    let end = match last {
        None if is_any || step.is_some() => high,
        None => start,
        Some(last) => parse_number(last, low, names)?,
    };
    match () {
        () if ends.next().is_some() => Err(format!("too many hyphens: {range}")),
        () if parts.next().is_some() => Err(format!("too many slashes: {range}")),
        () if start < low => Err(format!("beginning of range ({start}) below minimum ({low}): {range}")),
        () if end > high => Err(format!("end of range ({end}) above maximum ({high}): {range}")),
        () if start > end => Err(format!("beginning of range ({start}) beyond end of range ({end}): {range}")),
        () if step.is_some_and(|step| step == "0") => {
            Err(format!("step of range should be a positive number: {range}"))
        }
        () => step.map_or(Ok(()), |step| parse_number(step, low, &[]).map(drop)),
    }
}

fn parse_number(text: &str, low: u32, names: &[&str]) -> Result<u32, String> {
    let name = text.to_ascii_lowercase();
    if let Some(at) = names.iter().position(|other| *other == name) {
        return Ok(low.saturating_add(u32::try_from(at).unwrap_or(u32::MAX)));
    }
    text.parse().map_err(|_| format!("failed to parse int from {text}: strconv.Atoi: parsing {text:?}: invalid syntax"))
}

#[cfg(test)]
mod tests {
    use super::{check_schedule, is_time_zone};

    #[test]
    fn time_zones_are_those_of_the_api_server() {
        for zone in ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "US/Pacific"] {
            assert!(is_time_zone(zone), "{zone}");
        }
        for zone in ["Mars/Phobos", "Berlin", "Europe", "Europe/", "europe/berlin", "America/Buenos_Aires/Argentina"] {
            assert!(!is_time_zone(zone), "{zone}");
        }
    }

    #[test]
    fn cron_schedules_are_validated_like_upstream() {
        for schedule in ["*/5 * * * *", "0 3 * * mon-fri", "@hourly", "@every 1h", "0,30 0-6/2 1 JAN ?", "5/15 * * * 0"]
        {
            assert_eq!(check_schedule(schedule), Ok(()), "{schedule}");
        }
        for (schedule, reason) in [
            ("every day", "expected exactly 5 fields, found 2: [every day]"),
            ("", "expected exactly 5 fields, found 0: []"),
            ("60 * * * *", "end of range (60) above maximum (59): 60"),
            ("* * 0 * *", "beginning of range (0) below minimum (1): 0"),
            ("* 5-3 * * *", "beginning of range (5) beyond end of range (3): 5-3"),
            ("x * * * *", "failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax"),
            ("*/0 * * * *", "step of range should be a positive number: */0"),
            ("1-2-3 * * * *", "too many hyphens: 1-2-3"),
            ("*/1/2 * * * *", "too many slashes: */1/2"),
            ("@often", "unrecognized descriptor: @often"),
        ] {
            assert_eq!(check_schedule(schedule), Err(reason.to_owned()), "{schedule}");
        }
    }
}
