//! A real Chromium, spoken to in its own protocol.
#![allow(dead_code, reason = "tests and measurements use their part")]

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;

/// Nothing takes longer unless it hangs; machines that build at the same time are slow.
const PATIENCE: Duration = Duration::from_secs(90);
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

type Call = (Value, oneshot::Sender<Value>);

/// What the browser tells without being asked, by the name of the event.
type Heard = Arc<std::sync::Mutex<Vec<Value>>>;

/// A browser; it ends when this is dropped.
pub struct Chromium {
    child: Child,
    calls: mpsc::UnboundedSender<Call>,
    traced: Heard,
    complaints: Heard,
    _profile: TempDir,
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A tab with cookies of its own.
#[derive(Clone)]
pub struct Tab {
    browser: Arc<Chromium>,
    session: String,
}

impl Chromium {
    /// Starts one, or says that there is none.
    pub async fn start() -> Option<Arc<Chromium>> {
        let Some((mut child, profile)) = spawn() else {
            eprintln!("skipped: Chromium is not installed");
            return None;
        };
        let errors = child.stderr.take().expect("standard error was asked for");
        let address = tokio::task::spawn_blocking(move || {
            let mut lines = BufReader::new(errors).lines().map_while(Result::ok);
            let found = lines.find_map(|line| line.split("listening on ").nth(1).map(str::to_owned));
            // Whatever else it says is read, so that it never waits for a reader.
            std::thread::spawn(move || lines.for_each(drop));
            found
        });
        let address = tokio::time::timeout(PATIENCE, address).await.expect("Chromium starts").unwrap();
        let (socket, _) = tokio_tungstenite::connect_async(address.expect("an address")).await.unwrap();
        let (calls, mut called) = mpsc::unbounded_channel::<Call>();
        let traced = Heard::default();
        let tracing = Arc::clone(&traced);
        let complaints = Heard::default();
        let complaining = Arc::clone(&complaints);
        tokio::spawn(async move {
            let (mut sink, mut stream) = socket.split();
            let mut waiting: HashMap<u64, oneshot::Sender<Value>> = HashMap::new();
            let mut number = 0;
            loop {
                tokio::select! {
                    call = called.recv() => {
                        let Some((mut message, answer)) = call else { return };
                        number += 1;
                        message["id"] = number.into();
                        waiting.insert(number, answer);
                        if sink.send(Message::text(message.to_string())).await.is_err() { return }
                    }
                    heard = stream.next() => {
                        let Some(Ok(heard)) = heard else { return };
                        let Ok(text) = heard.to_text() else { continue };
                        let Ok(value) = serde_json::from_str::<Value>(text) else { continue };
                        if value["method"].as_str().is_some_and(|method| method.starts_with("Tracing.")) {
                            tracing.lock().unwrap().push(value);
                            continue;
                        }
                        if is_complaint(&value) {
                            complaining.lock().unwrap().push(value);
                            continue;
                        }
                        let answer = value["id"].as_u64().and_then(|id| waiting.remove(&id));
                        if let Some(answer) = answer {
                            let _ = answer.send(value);
                        }
                    }
                }
            }
        });
        Some(Arc::new(Chromium { child, calls, traced, complaints, _profile: profile }))
    }

    async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        let mut message = json!({ "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let (answer, answered) = oneshot::channel();
        self.calls.send((message, answer)).expect("the browser runs");
        let value =
            tokio::time::timeout(PATIENCE, answered).await.expect("an answer").expect("the browser runs");
        assert!(value.get("error").is_none(), "{method}: {value}");
        value["result"].clone()
    }

    /// Begins to write down what the browser does.
    pub async fn trace(&self) {
        let wish =
            json!({ "categories": "toplevel,devtools.timeline,__metadata", "transferMode": "ReportEvents" });
        self.call(None, "Tracing.start", wish).await;
    }

    /// Ends that; every event that was written down.
    pub async fn traced(&self) -> Vec<Value> {
        self.call(None, "Tracing.end", json!({})).await;
        let ended =
            || self.traced.lock().unwrap().iter().any(|event| event["method"] == "Tracing.tracingComplete");
        let began = Instant::now();
        while !ended() && began.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let told = std::mem::take(&mut *self.traced.lock().unwrap());
        let parts = told.into_iter().filter_map(|mut event| match event["params"]["value"].take() {
            Value::Array(events) => Some(events),
            _ => None,
        });
        parts.flatten().collect()
    }

    /// A tab of somebody who was never here.
    pub async fn tab(self: &Arc<Self>) -> Tab {
        let context = self.call(None, "Target.createBrowserContext", json!({})).await;
        let wish = json!({
            "url": "about:blank", "browserContextId": context["browserContextId"], "width": 1280, "height": 800,
        });
        let target = self.call(None, "Target.createTarget", wish).await;
        let wish = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.call(None, "Target.attachToTarget", wish).await;
        let session = attached["sessionId"].as_str().expect("a session").to_owned();
        let tab = Tab { browser: Arc::clone(self), session };
        // Tabs behind others are drawn too.
        tab.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        tab
    }
}

/// Whether an event is an error that the browser shows in its console.
fn is_complaint(event: &Value) -> bool {
    match event["method"].as_str() {
        Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
        Some("Runtime.consoleAPICalled") => event["params"]["type"] == "error",
        method => method == Some("Runtime.exceptionThrown"),
    }
}

fn spawn() -> Option<(Child, TempDir)> {
    let profile = tempfile::tempdir().expect("a folder");
    let start = |name: &str| {
        Command::new(name)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-port=0", "--window-size=1280,800"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .ok()
    };
    let child = NAMES.into_iter().find_map(start)?;
    Some((child, profile))
}

impl Tab {
    async fn call(&self, method: &str, params: Value) -> Value {
        self.browser.call(Some(&self.session), method, params).await
    }

    /// Runs a script before anything of a page does.
    pub async fn at_start(&self, script: &str) {
        self.call("Page.enable", json!({})).await;
        self.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// Listens to what the console shows from now on.
    pub async fn listen(&self) {
        self.call("Log.enable", json!({})).await;
        self.call("Runtime.enable", json!({})).await;
    }

    /// The errors in the console so far.
    pub fn complaints(&self) -> Vec<String> {
        let all = self.browser.complaints.lock().unwrap();
        all.iter()
            .filter(|event| event["sessionId"] == self.session)
            .map(|event| event["params"].to_string())
            .collect()
    }

    /// Cuts the network off, or gives it back.
    pub async fn offline(&self, offline: bool) {
        self.call("Network.enable", json!({})).await;
        let wish =
            json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.call("Network.emulateNetworkConditions", wish).await;
    }

    /// Closes it.
    pub async fn close(&self) {
        self.call("Page.close", json!({})).await;
    }

    /// Opens an address and waits until the page is there.
    pub async fn open(&self, address: &str) {
        self.call("Page.navigate", json!({ "url": address })).await;
        self.until(
            "document.readyState === 'complete' && document.querySelector('main > :not(.first-load)')",
        )
        .await;
    }

    /// What an expression of the page yields.
    pub async fn eval(&self, expression: &str) -> Value {
        let wish = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true });
        let answer = self.call("Runtime.evaluate", wish).await;
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub async fn until(&self, expression: &str) {
        let began = Instant::now();
        loop {
            let wish = json!({ "expression": format!("Boolean({expression})"), "returnByValue": true });
            let answer = self.call("Runtime.evaluate", wish).await;
            if answer["result"]["value"] == true {
                return;
            }
            if began.elapsed() > PATIENCE {
                let page = self.eval("document.body.innerText.slice(0, 2000)").await;
                panic!("never: {expression}\n{answer}\nthe page says: {page}");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// What is to be seen, as a PNG in the base 64.
    pub async fn picture(&self) -> String {
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" })).await;
        picture["data"].as_str().unwrap_or_default().to_owned()
    }

    /// Takes a size, a density and a colour scheme.
    pub async fn look(&self, (width, height): (u32, u32), phone: bool, scheme: &str) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.call("Emulation.setDeviceMetricsOverride", size).await;
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone })).await;
        self.call("Emulation.setScrollbarsHidden", json!({ "hidden": true })).await;
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", media).await;
    }

    /// The mouse does something.
    pub async fn mouse(&self, kind: &str, (x, y): (f64, f64)) {
        let held = if kind == "mouseMoved" { 1 } else { 0 };
        let wish = json!({
            "type": kind, "x": x, "y": y, "button": "left", "buttons": held, "clickCount": 1,
        });
        self.call("Input.dispatchMouseEvent", wish).await;
    }

    /// Where the middle of something is.
    pub async fn middle(&self, selector: &str) -> (f64, f64) {
        self.until(&format!("document.querySelector({})", json!(selector))).await;
        let expression = format!(
            "(() => {{ const r = document.querySelector({}).getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})()",
            json!(selector)
        );
        let found = self.eval(&expression).await;
        (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
    }

    /// Clicks on something.
    pub async fn click(&self, selector: &str) {
        self.until(&format!("document.querySelector({})", json!(selector))).await;
        self.eval(&format!(
            "document.querySelector({}).scrollIntoView({{ block: 'nearest' }})",
            json!(selector)
        ))
        .await;
        let at = self.middle(selector).await;
        self.mouse("mousePressed", at).await;
        self.mouse("mouseReleased", at).await;
    }

    /// Drags from one thing to another.
    pub async fn drag(&self, from: &str, to: &str) {
        let (start, end) = (self.middle(from).await, self.middle(to).await);
        self.mouse("mousePressed", start).await;
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            let at = (start.0 + (end.0 - start.0) * part, start.1 + (end.1 - start.1) * part);
            self.mouse("mouseMoved", at).await;
        }
        self.mouse("mouseReleased", end).await;
    }

    /// Touches something.
    pub async fn tap(&self, selector: &str) {
        let (x, y) = self.middle(selector).await;
        let at = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
        self.call("Input.dispatchTouchEvent", at).await;
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
    }

    /// Draws a finger from one thing to another.
    pub async fn swipe(&self, from: &str, to: &str) {
        let (start, end) = (self.middle(from).await, self.middle(to).await);
        let middle = ((start.0 + end.0) / 2.0, (start.1 + end.1) / 2.0);
        for (kind, (x, y)) in [("touchStart", start), ("touchMove", middle), ("touchMove", end)] {
            let at = json!({ "type": kind, "touchPoints": [{ "x": x, "y": y }] });
            self.call("Input.dispatchTouchEvent", at).await;
        }
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
    }

    /// Presses a key.
    pub async fn key(&self, key: &str) {
        let letter = key.to_ascii_uppercase();
        let letter_code = format!("Key{letter}");
        let (code, number, text) = match key {
            "Enter" => ("Enter", 13, "\r"),
            "Tab" => ("Tab", 9, ""),
            "Escape" => ("Escape", 27, ""),
            "ArrowLeft" => ("ArrowLeft", 37, ""),
            "ArrowUp" => ("ArrowUp", 38, ""),
            "ArrowRight" => ("ArrowRight", 39, ""),
            "ArrowDown" => ("ArrowDown", 40, ""),
            other if other.len() == 1 => (letter_code.as_str(), u32::from(letter.as_bytes()[0]), other),
            other => panic!("no such key here: {other}"),
        };
        let down = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        for kind in [down, "keyUp"] {
            let mut wish = json!({ "type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number });
            if kind == "keyDown" {
                wish["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", wish).await;
        }
    }

    /// Becomes a telephone.
    pub async fn as_phone(&self) {
        let size = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
        self.call("Emulation.setDeviceMetricsOverride", size).await;
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await;
    }
}
