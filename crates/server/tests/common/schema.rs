//! As much of JSON Schema as the description of the API uses.

use serde_json::Value;

/// What is wrong with a value, if anything; unknown words of a schema are wrong too, so that none is overlooked.
pub fn mismatch(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let wrong = |what: String| {
        Some(format!("{at}: {what}, found {}", value.to_string().chars().take(200).collect::<String>()))
    };
    if let Some(reference) = schema["$ref"].as_str() {
        let target =
            root.pointer(reference.trim_start_matches('#')).expect("a reference that leads somewhere");
        return mismatch(root, target, value, at);
    }
    for (word, rule) in schema.as_object().expect("a schema") {
        let found = match word.as_str() {
            "type" => check_type(rule, value)
                .then_some(())
                .map_or_else(|| wrong(format!("should be {rule}")), |()| None),
            "enum" => (!rule.as_array().unwrap().contains(value))
                .then(|| wrong(format!("should be one of {rule}")))
                .flatten(),
            "required" if value.is_object() => {
                let missing =
                    rule.as_array().unwrap().iter().find(|name| value.get(name.as_str().unwrap()).is_none());
                missing.and_then(|name| wrong(format!("lacks {name}")))
            }
            "properties" => rule.as_object().unwrap().iter().find_map(|(name, schema)| {
                value.get(name).and_then(|value| mismatch(root, schema, value, &format!("{at}/{name}")))
            }),
            "additionalProperties" => additional(root, schema, rule, value, at),
            "items" => value.as_array().and_then(|items| {
                let mut items = items.iter().enumerate();
                items.find_map(|(number, item)| mismatch(root, rule, item, &format!("{at}/{number}")))
            }),
            "prefixItems" => value.as_array().and_then(|items| {
                let rules = rule.as_array().unwrap();
                if rules.len() != items.len() {
                    return wrong(format!("should have {} parts", rules.len()));
                }
                let mut both = rules.iter().zip(items).enumerate();
                both.find_map(|(number, (rule, item))| mismatch(root, rule, item, &format!("{at}/{number}")))
            }),
            "oneOf" | "anyOf" => {
                let all: Vec<_> =
                    rule.as_array().unwrap().iter().map(|s| mismatch(root, s, value, at)).collect();
                all.iter().all(Option::is_some).then(|| wrong(format!("fits none: {all:?}"))).flatten()
            }
            "minLength" | "maxLength" | "minimum" | "maximum" | "pattern" | "format" | "description"
            | "default" | "example" | "required" | "maxItems" | "minItems" | "contentMediaType" => None,
            other => panic!("{at}: the schema says {other}, which is not looked at"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A value that fits a schema, with everything it may have; where it may be one of several, the one of that number.
pub fn sample(root: &Value, schema: &Value, which: usize) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        return sample(root, root.pointer(reference.trim_start_matches('#')).unwrap(), which);
    }
    if let Some(choices) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        return sample(root, &choices[which % choices.len()], which / choices.len());
    }
    if let Some(words) = schema["enum"].as_array() {
        return words[which % words.len()].clone();
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match kind.unwrap_or_else(|| panic!("{schema} has no type")) {
        "string" => "x".into(),
        "integer" | "number" => 1.into(),
        "boolean" => true.into(),
        "array" => Value::Array(Vec::new()),
        "object" => {
            let all = schema["properties"].as_object();
            all.into_iter().flatten().map(|(name, rule)| (name.clone(), sample(root, rule, which))).collect()
        }
        other => panic!("no sample of {other}"),
    }
}

fn additional(root: &Value, schema: &Value, rule: &Value, value: &Value, at: &str) -> Option<String> {
    let known = |name: &String| schema["properties"].get(name).is_some();
    let mut rest = value.as_object()?.iter().filter(|(name, _)| !known(name));
    match rule {
        Value::Bool(true) => None,
        Value::Bool(false) => rest.next().map(|(name, _)| format!("{at}: nothing is said of {name}")),
        schema => rest.find_map(|(name, value)| mismatch(root, schema, value, &format!("{at}/{name}"))),
    }
}

fn check_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    };
    match rule {
        Value::String(name) => is(name),
        names => names.as_array().unwrap().iter().any(|name| is(name.as_str().unwrap())),
    }
}
