//! Messages of JSON-RPC 2.0, each on one line.

use travertine::stages::graph::json::{self, Value, object};

/// The text is no JSON.
pub const PARSE: i32 = -32700;
/// The JSON is no message.
pub const INVALID: i32 = -32600;
/// There is no such method.
pub const METHOD: i32 = -32601;
/// The parameters of a method are wrong.
pub const PARAMETERS: i32 = -32602;
/// There is no such resource.
pub const RESOURCE: i32 = -32002;

/// A message of a client.
pub enum Message {
    /// A request, which is answered.
    Request {
        /// Its id: a number or a string.
        id: Value,
        /// What it asks for.
        method: String,
        /// Its parameters; null without any.
        parameters: Value,
    },
    /// A notification, which is not answered.
    Notification {
        /// What it notifies of.
        method: String,
        /// Its parameters; null without any.
        parameters: Value,
    },
    /// An answer of the client, which has no meaning here.
    Answer,
}

/// An error of a request.
pub struct Problem {
    /// Its code.
    pub code: i32,
    /// What is wrong.
    pub message: String,
}

impl Problem {
    /// An error with a code.
    pub fn new(code: i32, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into() }
    }
}

/// Reads a message. With the error is the id of the request, if it has one.
pub fn read(line: &[u8]) -> Result<Message, (Value, Problem)> {
    let nobody = |code, message: String| (Value::Null, Problem::new(code, message));
    let parsed = json::parse(line).map_err(|problem| nobody(PARSE, problem.message))?;
    if let Some(problem) = parsed.duplicates.iter().next() {
        return Err(nobody(INVALID, problem.message.clone()));
    }
    let message = Value::from(parsed.root);
    let id = message.get("id").cloned();
    let wrong = |text: &str| {
        let id = id.clone().filter(|id| matches!(id, Value::Number(_) | Value::Text(_)));
        Err((id.unwrap_or(Value::Null), Problem::new(INVALID, text)))
    };
    if !matches!(message, Value::Object(_)) {
        return wrong("a message is an object of JSON; batches are not supported");
    }
    if message.get("jsonrpc").and_then(Value::as_text) != Some("2.0") {
        return wrong("the message has no \"jsonrpc\": \"2.0\"");
    }
    let parameters = message.get("params").cloned().unwrap_or(Value::Null);
    let method = match message.get("method") {
        Some(Value::Text(method)) => method.clone(),
        None if message.get("result").is_some() || message.get("error").is_some() => return Ok(Message::Answer),
        _ => return wrong("the message has no `method`"),
    };
    match id {
        None => Ok(Message::Notification { method, parameters }),
        Some(id @ (Value::Number(_) | Value::Text(_))) => Ok(Message::Request { id, method, parameters }),
        Some(_) => wrong("the `id` of a request is a number or a string"),
    }
}

/// The answer to a request.
pub fn answer(id: &Value, result: Result<Value, Problem>) -> Value {
    let outcome = match result {
        Ok(result) => ("result", result),
        Err(problem) => {
            let (code, message) = (Value::from(problem.code), Value::from(problem.message));
            ("error", object([("code", code), ("message", message)]))
        }
    };
    object([("jsonrpc", Value::from("2.0")), ("id", id.clone()), outcome])
}

/// A notification of the server.
pub fn notification(method: &str, parameters: Value) -> Value {
    object([("jsonrpc", Value::from("2.0")), ("method", Value::from(method)), ("params", parameters)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_an_error() {
        for (line, code, id) in [
            ("", PARSE, "null"),
            ("{", PARSE, "null"),
            ("\u{0}", PARSE, "null"),
            ("[]", INVALID, "null"),
            ("4", INVALID, "null"),
            ("{}", INVALID, "null"),
            (r#"{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "ping"}"#, INVALID, "null"),
            (r#"{"jsonrpc": "1.0", "id": 7, "method": "ping"}"#, INVALID, "7"),
            (r#"{"jsonrpc": "2.0", "id": "a"}"#, INVALID, "\"a\""),
            (r#"{"jsonrpc": "2.0", "id": [1], "method": "ping"}"#, INVALID, "null"),
            (r#"{"jsonrpc": "2.0", "id": 1, "method": 4}"#, INVALID, "1"),
        ] {
            let Err((found, problem)) = read(line.as_bytes()) else { panic!("{line}") };
            assert_eq!((problem.code, found.one_line().as_str()), (code, id), "{line}");
        }
        assert!(read(b"\xff").is_err());
        assert!(read("[".repeat(1_000_000).as_bytes()).is_err());
        assert!(matches!(read(br#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#), Ok(Message::Answer)));
        assert!(matches!(read(br#"{"jsonrpc": "2.0", "method": "a"}"#), Ok(Message::Notification { .. })));
        let Ok(Message::Request { id, method, .. }) = read(br#"{"jsonrpc": "2.0", "id": "x", "method": "a"}"#) else {
            panic!()
        };
        assert_eq!((id, method.as_str()), (Value::from("x"), "a"));
    }
}
