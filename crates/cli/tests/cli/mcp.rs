//! Tests of `travertine mcp`, by a client that speaks its protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::support::{Folder, binary};

/// A server and its client.
pub struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
    /// Notifications that came before answers.
    notifications: Vec<Value>,
}

/// The result of a call of a tool.
pub struct Called {
    pub text: String,
    pub picture: Option<Vec<u8>>,
    pub is_error: bool,
}

impl Client {
    /// Starts a server for a folder.
    pub fn new(folder: &Folder) -> Client {
        let mut command = Command::new(binary());
        command.arg("mcp").current_dir(folder.path("")).env("TRAVERTINE_DATA", folder.path("no-data"));
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (input, output) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
        Client { server, input, output, next: 0, notifications: Vec::new() }
    }

    /// Sends a line.
    fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
    }

    /// Sends a request, and returns its id.
    fn ask(&mut self, method: &str, parameters: Value) -> u64 {
        self.next += 1;
        let message = json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": parameters});
        self.send(message.to_string().as_bytes());
        self.next
    }

    /// The next answer.
    fn answer(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server is gone");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message.get("method").is_none() {
                return message;
            }
            self.notifications.push(message);
        }
    }

    /// The result of a request.
    fn request(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.ask(method, parameters);
        let mut answer = self.answer();
        assert_eq!(answer["id"], id, "{answer}");
        answer["result"].take()
    }

    /// Calls a tool.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Called {
        let result = self.request("tools/call", json!({"name": tool, "arguments": arguments}));
        let (mut text, mut picture) = (String::new(), None);
        for content in result["content"].as_array().unwrap_or_else(|| panic!("{tool}: {result}")) {
            match content["type"].as_str().unwrap() {
                "image" => picture = Some(STANDARD.decode(content["data"].as_str().unwrap()).unwrap()),
                _ => content["text"].as_str().unwrap().clone_into(&mut text),
            }
        }
        Called { text, picture, is_error: result["isError"].as_bool().unwrap() }
    }

    /// Calls a tool, which must succeed.
    pub fn done(&mut self, tool: &str, arguments: Value) -> Called {
        let called = self.call(tool, arguments);
        assert!(!called.is_error, "{tool}: {}", called.text);
        called
    }

    /// Calls a tool, which must fail with a text.
    fn fails(&mut self, tool: &str, arguments: Value, said: &str) {
        let called = self.call(tool, arguments);
        assert!(called.is_error && called.text.contains(said), "{tool}: {}", called.text);
    }

    /// Ends the messages, and waits for the server.
    fn end(mut self) -> Duration {
        let start = Instant::now();
        drop(self.input.take());
        assert!(self.server.wait().unwrap().success());
        start.elapsed()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn all_tools_are_listed_and_work() {
    let folder = Folder::new();
    let mut client = Client::new(&folder);
    let hello = client.request("initialize", json!({"protocolVersion": "2025-03-26", "capabilities": {}}));
    assert_eq!((&hello["protocolVersion"], &hello["serverInfo"]["name"]), (&json!("2025-03-26"), &json!("travertine")));
    client.send(br#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#);
    let tools = client.request("tools/list", json!({}));
    let tools: Vec<Value> = tools["tools"].as_array().unwrap().clone();
    let calls = [
        ("find", json!({"words": ["worley"]}), "noise/cellular"),
        ("nodes", json!({"node_type": "noise/perlin"}), "octaves"),
        ("library", json!({"search": "moss"}), "moss"),
        ("new", json!({"name": "marble", "to": "marble.json"}), "wrote marble.json"),
        ("check", json!({"graphs": ["graph.json"]}), "valid"),
        ("edit", json!({"graph": "graph.json", "operations": ["set noise.seed 8", {"do": "arrange"}]}), "7 -> 8"),
        ("diff", json!({"before": "graph.json", "after": "marble.json"}), "node"),
        ("render", json!({"graph": "graph.json"}), ""),
        ("shape", json!({"graph": "graph.json", "size": 64, "output": "color"}), ""),
        ("variations", json!({"graph": "graph.json", "to": "sheets", "seeds": "0..1", "size": 8}), "wrote sheets"),
        ("sample", json!({"graph": "graph.json", "points": "0.5,0.25\n0.5,0.5"}), "0.5,0.25,0"),
        ("stats", json!({"graph": "graph.json", "size": 16}), "mean"),
        ("render", json!({"graph": "graph.json", "to": "a.png", "size": [16, 16]}), "wrote a.png"),
        ("compare", json!({"one": "a.png", "other": "a.png"}), "no difference"),
        ("tile", json!({"graph": "graph.json", "to": "tile.json"}), "wrote tile.json"),
        ("export", json!({"graph": "marble.json", "to": "wgsl"}), "fn "),
    ];
    for (tool, arguments, said) in &calls {
        let listed = tools.iter().find(|listed| listed["name"] == **tool).unwrap_or_else(|| panic!("{tool}"));
        let schema = &listed["inputSchema"];
        jsonschema::validate(schema, arguments).unwrap_or_else(|error| panic!("{tool}: {error}"));
        assert!(!jsonschema::is_valid(schema, &json!({"no-such": 1})));
        let start = Instant::now();
        let called = client.done(tool, arguments.clone());
        assert!(called.text.contains(said), "{tool}: {}", called.text);
        assert!(start.elapsed() < Duration::from_secs(20), "{tool}");
        let has_picture = matches!(*tool, "shape" | "variations") || *tool == "render" && arguments.get("to").is_none();
        assert_eq!(called.picture.is_some_and(|picture| picture.starts_with(b"\x89PNG")), has_picture, "{tool}");
    }
    assert!(tools.iter().all(|tool| calls.iter().any(|(name, ..)| tool["name"] == *name)));
    assert!(client.notifications.is_empty(), "nobody asked for them");
    client.end();
    folder.done("check marble.json tile.json graph.json");
}

#[test]
fn resources_are_the_guides_the_nodes_and_the_graphs() {
    let folder = Folder::new();
    folder.write("deep/inner.json", "{}");
    folder.write("note.txt", "secret");
    let mut client = Client::new(&folder);
    let list = client.request("resources/list", json!({}));
    let addresses: Vec<&str> =
        list["resources"].as_array().unwrap().iter().map(|entry| entry["uri"].as_str().unwrap()).collect();
    assert!(addresses.iter().any(|address| address.ends_with("/deep/inner.json")), "{addresses:?}");
    for address in &addresses {
        let read = client.request("resources/read", json!({"uri": address}));
        assert!(!read["contents"][0]["text"].as_str().unwrap().is_empty(), "{address}");
    }
    let read = client.request("resources/read", json!({"uri": "travertine://nodes/noise/perlin"}));
    assert!(read["contents"][0]["text"].as_str().unwrap().contains("octaves"));
    assert!(client.request("resources/templates/list", json!({}))["resourceTemplates"].is_array());
    let note = format!("file://{}", folder.path("note.txt").display());
    for address in
        ["file:///etc/passwd", "file://../x.json", &note, "travertine://nodes/no/such", "travertine://x", "x"]
    {
        client.ask("resources/read", json!({"uri": address}));
        assert_eq!(client.answer()["error"]["code"], -32002, "{address}");
    }
}

#[test]
fn nothing_outside_is_touched_and_nothing_is_replaced_unasked() {
    let folder = Folder::new();
    folder.write("in/graph.json", folder.read("graph.json"));
    let inner = Folder::new();
    inner.write("graph.json", folder.read("graph.json"));
    let outside = folder.path("out.png").display().to_string();
    let graph = folder.path("graph.json").display().to_string();
    let mut client = Client::new(&inner);
    for path in ["../graph.json", graph.as_str(), "/etc/passwd", "none/../../graph.json"] {
        client.fails("check", json!({"graphs": ["graph.json", path]}), "is not in a folder of the server");
        client.fails("edit", json!({"graph": path, "operations": ["arrange"]}), "is not in a folder of the server");
    }
    client.fails("render", json!({"graph": "graph.json", "to": outside}), "is not in a folder of the server");
    client.fails("render", json!({"graph": "graph.json", "to": "{output}.png"}), "stands for several files");
    client.fails("render", json!({"graph": "-"}), "cannot");
    client.fails("nodes", json!({"format": "markdown", "to": "pages"}), "has no `to`");
    client.fails("new", json!({"name": "wood"}), "`to` is missing");
    client.fails("variations", json!({"graph": "graph.json", "seeds": "0..1"}), "`to` is missing");
    client.fails("check", json!({"graphs": ["graph.json"], "memory": "1K"}), "has no `memory`");
    client.fails("render", json!({"graph": "a/".repeat(1 << 20)}), "is not a path");
    client.done("new", json!({"name": "wood", "to": "50%.json"}));
    std::fs::remove_file(inner.path("50%.json")).unwrap();
    client.done("render", json!({"graph": "wood", "size": 8}));
    inner.write("other/sheet.png", "mine");
    let others = client.call("variations", json!({"graph": "graph.json", "to": "other", "seeds": "0..1", "size": 8}));
    assert!(others.is_error && others.picture.is_none(), "a file of the user's own is no picture of the call");
    std::fs::remove_dir_all(inner.path("other")).unwrap();
    client.fails("check", json!({"graphs": ["missing.json"]}), "missing.json");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path("graph.json"), inner.path("link.json")).unwrap();
        std::os::unix::fs::symlink(folder.path("new.png"), inner.path("new.png")).unwrap();
        inner.write("sheets/note.txt", "");
        std::os::unix::fs::symlink(folder.path("new.png"), inner.path("sheets/sheet.png")).unwrap();
        client.fails("variations", json!({"graph": "graph.json", "to": "sheets"}), "contains symbolic links");
        std::fs::remove_dir_all(inner.path("sheets")).unwrap();
        client.fails("check", json!({"graphs": ["link.json"]}), "is not in a folder of the server");
        client.fails("render", json!({"graph": "graph.json", "to": "new.png"}), "is not in a folder of the server");
        std::fs::remove_file(inner.path("link.json")).unwrap();
        std::fs::remove_file(inner.path("new.png")).unwrap();
    }
    inner.write("a.png", "mine");
    client.fails("render", json!({"graph": "graph.json", "to": "a.png", "size": 8}), "already exists");
    client.fails("tile", json!({"graph": "graph.json", "to": "graph.json"}), "already exists");
    client.fails("edit", json!({"graph": "graph.json", "operations": ["arrange"], "to": "a.png"}), "already exists");
    assert_eq!(inner.read("a.png"), b"mine");
    client.done("render", json!({"graph": "graph.json", "to": "a.png", "size": 8, "overwrite": true}));
    assert!(inner.read("a.png").starts_with(b"\x89PNG"));
    client.end();
    assert_eq!(inner.names(), ["a.png", "graph.json"]);
    assert_eq!(folder.names(), ["graph.json", "in"]);
}

#[test]
fn a_hostile_client_gets_errors() {
    let folder = Folder::new();
    let before = folder.read("graph.json");
    let mut client = Client::new(&folder);
    for (line, code) in [
        (&b"{"[..], -32700),
        (b"\xff\xfe", -32700),
        (b"[1, 2]", -32600),
        (br#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#, -32600),
        (br#"{"jsonrpc": "2.0", "id": 1, "method": "no/such"}"#, -32601),
        (br#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}"#, -32602),
        (br#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rendr"}}"#, -32602),
        (
            br#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "check", "arguments": 4}}"#,
            -32602,
        ),
    ] {
        client.send(line);
        let answer = client.answer();
        assert_eq!(answer["error"]["code"], code, "{} {answer}", String::from_utf8_lossy(line));
    }
    client.send("[".repeat(1 << 20).as_bytes());
    assert_eq!(client.answer()["error"]["code"], -32700);
    client.fails("render", json!({"graph": "graph.json", "siez": 4}), "did you mean `size`?");
    client.fails("render", json!({"graph": "graph.json", "size": "large"}), "expected");
    client.fails("render", json!({"graph": "graph.json", "size": {}}), "`size` is an object");
    client.fails("render", json!({"graph": "graph.json", "size": 100_000}), "error: ");
    client.fails("render", json!({}), "required");
    client.fails("render", json!({"graph": "graph.json", "threads": 4}), "has no `threads`");
    assert!(!client.done("find", json!({"words": ["--help"]})).text.contains("Usage"));
    client.fails("edit", json!({"graph": "graph.json"}), "there is no operation");
    client.fails("edit", json!({"graph": "graph.json", "operations": [4]}), "there is no operation");
    let million = vec!["arrange"; 1_000_000];
    client.fails("edit", json!({"graph": "graph.json", "operations": million}), "at most 10000");
    assert_eq!(client.request("ping", json!({})), json!({}));
    client.send(&vec![b' '; (17 << 20) + 1]);
    assert_eq!(client.answer()["error"]["code"], -32600);
    assert_eq!(client.request("ping", json!({})), json!({}), "the next message is read");
    assert_eq!(folder.read("graph.json"), before);
}

#[test]
fn a_call_is_followed_and_cancelled() {
    let folder = Folder::new();
    let mut client = Client::new(&folder);
    let render = |size: u32, to: &str| {
        let arguments = json!({"graph": "graph.json", "size": size, "to": to});
        json!({"name": "render", "arguments": arguments, "_meta": {"progressToken": "p"}})
    };
    client.request("tools/call", render(64, "small.png"));
    let told = &client.notifications.last().unwrap()["params"];
    assert_eq!((&told["progressToken"], &told["progress"]), (&json!("p"), &told["total"]));
    let long = client.ask("tools/call", render(16_000, "large.png"));
    let waiting = client.ask("tools/call", render(16, "waiting.png"));
    for id in [waiting, long] {
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        client.send(cancel.to_string().as_bytes());
    }
    let start = Instant::now();
    client.done("check", json!({"graphs": ["graph.json"]}));
    assert!(start.elapsed() < Duration::from_secs(10));
    client.end();
    assert_eq!(folder.names(), ["graph.json", "small.png"]);
}

#[test]
fn a_client_that_dies_ends_the_server_and_its_work() {
    let folder = Folder::new();
    let mut client = Client::new(&folder);
    let arguments = json!({"graph": "graph.json", "size": 16_000, "to": "large.png"});
    client.ask("tools/call", json!({"name": "render", "arguments": arguments}));
    assert_eq!(client.request("ping", json!({})), json!({}));
    assert!(client.end() < Duration::from_secs(10));
    assert_eq!(folder.names(), ["graph.json"]);
}

#[test]
fn two_clients_edit_one_graph() {
    let folder = Folder::new();
    let mut clients = [Client::new(&folder), Client::new(&folder)];
    for round in 0..8 {
        for client in &mut clients {
            client.ask(
                "tools/call",
                json!({"name": "edit", "arguments": {"graph": "graph.json", "operations": ["add math/add"]}}),
            );
        }
        for client in &mut clients {
            let answer = client.answer();
            assert_eq!(answer["result"]["isError"], false, "{round}: {answer}");
        }
    }
    let graph: Value = serde_json::from_slice(&folder.read("graph.json")).unwrap();
    assert_eq!(graph["nodes"].as_object().unwrap().len(), 4 + 16);
}
