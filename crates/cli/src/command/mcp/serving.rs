//! A server: reads messages, answers them, and runs calls of tools one after the other on a thread.

use std::collections::HashMap;
use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use travertine::Cancel;
use travertine::stages::graph::json::{Value, object};
use travertine::stages::graph::suggest::nearest;

use super::message::{self, INVALID, METHOD, Message, PARAMETERS, Problem, notification};
use super::resources;
use super::running::Server;
use super::tool::{TOOLS, Tool};
use crate::call::Report;
use crate::interrupt::Interrupt;

/// The greatest length of a message, in bytes.
const MAX_MESSAGE: u64 = 16 << 20;
/// The greatest number of calls that wait.
const MAX_WAITING: usize = 64;
/// The versions of the protocol, newest first.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];
/// The least time between two notifications of progress.
const PACE: Duration = Duration::from_millis(200);

/// A call of a tool.
struct Job {
    id: Value,
    tool: &'static Tool,
    arguments: Value,
    /// What the client calls the progress, if it wants to know it.
    token: Option<Value>,
    cancel: Cancel,
}

/// Where answers go, one line each. What cannot be written is lost: the client is gone.
type Target = Arc<Mutex<dyn Write + Send>>;
/// The calls that are not answered yet, by the texts of their ids.
type Open = Arc<Mutex<HashMap<String, Cancel>>>;

/// Serves a client until its messages end. Then open calls are cancelled.
pub fn serve(server: Server, messages: &mut dyn BufRead, target: Target) {
    let server = Arc::new(server);
    let open = Open::default();
    let (jobs, waiting) = sync_channel(MAX_WAITING);
    let worker = {
        let (server, target, open) = (Arc::clone(&server), Arc::clone(&target), Arc::clone(&open));
        // As much stack as the thread of the process has.
        thread::Builder::new().stack_size(8 << 20).spawn(move || work(&server, &waiting, &target, &open))
    };
    loop {
        let mut line = Vec::new();
        // One byte more than a message may have tells one that is too long.
        let read = messages.take(MAX_MESSAGE + 1).read_until(b'\n', &mut line);
        if read.is_err() || line.is_empty() {
            break;
        }
        if line.len() as u64 > MAX_MESSAGE {
            let limit = MAX_MESSAGE >> 20;
            let problem = Problem::new(INVALID, format!("a message is larger than {limit} MiB"));
            send(&target, &message::answer(&Value::Null, Err(problem)));
            // Its rest is not a message.
            if line.last() != Some(&b'\n') && skip_line(messages).is_err() {
                break;
            }
            continue;
        }
        if !line.trim_ascii().is_empty() {
            handle(&server, &line, &jobs, &target, &open);
        }
    }
    locked(&open).values().for_each(Cancel::cancel);
    drop(jobs);
    if let Ok(worker) = worker {
        let _ = worker.join();
    }
}

/// Reads to the end of a line, and forgets it.
fn skip_line(messages: &mut dyn BufRead) -> std::io::Result<()> {
    loop {
        let bytes = messages.fill_buf()?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let (length, is_last) = (end.map_or(bytes.len(), |end| end + 1), end.is_some() || bytes.is_empty());
        messages.consume(length);
        if is_last {
            return Ok(());
        }
    }
}

fn handle(server: &Server, line: &[u8], jobs: &SyncSender<Job>, target: &Target, open: &Open) {
    let answer = match message::read(line) {
        Ok(Message::Request { id, method, parameters }) if method == "tools/call" => {
            match job(&id, &parameters).and_then(|job| enqueue(job, jobs, open)) {
                Ok(()) => return,
                Err(problem) => message::answer(&id, Err(problem)),
            }
        }
        Ok(Message::Request { id, method, parameters }) => message::answer(&id, reply(server, &method, &parameters)),
        Ok(Message::Notification { method, parameters }) => {
            if method == "notifications/cancelled"
                && let Some(id) = parameters.get("requestId")
                && let Some(cancel) = locked(open).get(&id.one_line())
            {
                cancel.cancel();
            }
            return;
        }
        Ok(Message::Answer) => return,
        Err((id, problem)) => message::answer(&id, Err(problem)),
    };
    send(target, &answer);
}

/// The call that a request asks for.
fn job(id: &Value, parameters: &Value) -> Result<Job, Problem> {
    let wrong = |message: &str| Problem::new(PARAMETERS, message);
    let name = parameters.get("name").and_then(Value::as_text).ok_or_else(|| wrong("the call has no `name`"))?;
    let tool = TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let near = nearest(name, TOOLS.iter().map(|tool| tool.name));
        let advice = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        wrong(&format!("there is no tool {name}{advice}"))
    })?;
    let arguments = parameters.get("arguments").cloned().unwrap_or(Value::Null);
    if !matches!(arguments, Value::Object(_) | Value::Null) {
        return Err(wrong("`arguments` is an object"));
    }
    let token = parameters.get("_meta").and_then(|meta| meta.get("progressToken")).cloned();
    Ok(Job { id: id.clone(), tool, arguments, token, cancel: Cancel::new() })
}

fn enqueue(job: Job, jobs: &SyncSender<Job>, open: &Open) -> Result<(), Problem> {
    let (id, cancel) = (job.id.one_line(), job.cancel.clone());
    if locked(open).contains_key(&id) {
        return Err(Problem::new(INVALID, "a call with this id is not answered yet"));
    }
    // Before the worker can finish it.
    locked(open).insert(id.clone(), cancel);
    jobs.try_send(job).map_err(|error| {
        locked(open).remove(&id);
        let message = match error {
            TrySendError::Full(_) => format!("{MAX_WAITING} calls wait already; wait for their answers"),
            TrySendError::Disconnected(_) => "the server cannot start a thread".to_owned(),
        };
        Problem::new(INVALID, message)
    })
}

/// Runs the calls, one after the other. A cancelled one gets no answer, as the protocol wants it.
fn work(server: &Server, waiting: &Receiver<Job>, target: &Target, open: &Open) {
    while let Ok(job) = waiting.recv() {
        if !job.cancel.is_cancelled() {
            let report = report(job.token.clone(), target);
            let interrupt = Interrupt::of_call(job.cancel.clone());
            let result = server.call(job.tool, &job.arguments, &interrupt, report);
            // Before the answer: a client may use the number again as soon as it has that.
            locked(open).remove(&job.id.one_line());
            if !job.cancel.is_cancelled() {
                send(target, &message::answer(&job.id, Ok(result)));
            }
        } else {
            locked(open).remove(&job.id.one_line());
        }
    }
}

/// Sends notifications of progress, if the client wants them.
fn report(token: Option<Value>, target: &Target) -> Report {
    let Some(token) = token else { return Arc::new(|_, _| {}) };
    let (target, last) = (Arc::clone(target), Mutex::new((0, Instant::now())));
    Arc::new(move |done, total| {
        let mut last = locked(&last);
        // The protocol wants growing numbers.
        if done > last.0 && (last.1.elapsed() >= PACE || done >= total) {
            *last = (done, Instant::now());
            let number = |units: u64| Value::from(units as f64);
            let parameters =
                object([("progressToken", token.clone()), ("progress", number(done)), ("total", number(total))]);
            send(&target, &notification("notifications/progress", parameters));
        }
    })
}

/// The reply to a request other than a call.
fn reply(server: &Server, method: &str, parameters: &Value) -> Result<Value, Problem> {
    match method {
        "initialize" => Ok(initialize(parameters)),
        "ping" => Ok(Value::Object(Vec::new())),
        "tools/list" => {
            let command_line = (server.command_line)();
            let tools = TOOLS.iter().map(|tool| tool.describe(&command_line)).collect();
            Ok(object([("tools", Value::List(tools))]))
        }
        "resources/list" => Ok(resources::list(&server.folders)),
        "resources/templates/list" => Ok(resources::templates()),
        "resources/read" => {
            let address = parameters.get("uri").and_then(Value::as_text);
            let address = address.ok_or_else(|| Problem::new(PARAMETERS, "the request has no `uri`"))?;
            resources::read(address, &server.folders)
        }
        _ => Err(Problem::new(METHOD, format!("there is no method {method}"))),
    }
}

fn initialize(parameters: &Value) -> Value {
    let asked = parameters.get("protocolVersion").and_then(Value::as_text);
    let version = VERSIONS.iter().find(|version| Some(**version) == asked).unwrap_or(&VERSIONS[0]);
    let none = || Value::Object(Vec::new());
    object([
        ("protocolVersion", Value::from(*version)),
        ("capabilities", object([("tools", none()), ("resources", none())])),
        (
            "serverInfo",
            object([("name", Value::from("travertine")), ("version", Value::from(env!("CARGO_PKG_VERSION")))]),
        ),
        (
            "instructions",
            Value::from(
                "Builds procedural textures. Read travertine://llms.txt first. Start a graph with `new`, look for \
                 node types with `find`, change it with `edit`, look at it with `render`.",
            ),
        ),
    ])
}

fn send(target: &Target, message: &Value) {
    let mut line = message.one_line();
    line.push('\n');
    let mut target = locked(target);
    let _ = target.write_all(line.as_bytes()).and_then(|()| target.flush());
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
