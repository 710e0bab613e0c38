//! Serves a folder over HTTP on this machine only. The page reloads itself after each build.

use std::{
    fs,
    path::{Component, Path, PathBuf},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::Duration,
};

use tiny_http::{Header, Request, Response, Server};

use crate::error::{StepResult, TaskError};

/// The path at which a page polls for the name of the current build.
const BUILD_PATH: &str = "/.build";

/// How long a poll waits for the next build before it is answered.
const LONG_POLL: Duration = Duration::from_secs(25);

/// Reloads the page when the server announces a new build. While the server restarts, it polls every second.
pub(crate) const RELOAD_SCRIPT: &str = "(async () => {
  let first;
  for (;;) {
    try {
      const build = await (await fetch(new URL(\"/.build?after=\" + (first ?? \"\"), location.href))).text();
      first ??= build;
      if (build !== first) return location.reload();
    } catch {
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
})();";

/// An HTTP server for one folder.
pub(crate) struct DevServer {
    folder: PathBuf,
    /// Name of the current build, unique across runs of the server.
    build: Mutex<String>,
    is_new: Condvar,
}

impl DevServer {
    /// Starts serving the folder on a thread of its own. Until the first build is finished, every page shows "Building…".
    pub(crate) fn start(port: u16, folder: PathBuf) -> StepResult<Arc<Self>> {
        let http = Server::http(("127.0.0.1", port)).map_err(|error| {
            TaskError::missing(
                format!("port {port} cannot be used ({error})"),
                "choose another one: cargo dev serve --port 8081",
            )
        })?;
        let server = Arc::new(Self { folder, build: Mutex::default(), is_new: Condvar::new() });
        let shared = Arc::clone(&server);
        thread::spawn(move || {
            for request in http.incoming_requests() {
                let shared = Arc::clone(&shared);
                thread::spawn(move || shared.answer(request));
            }
        });
        Ok(server)
    }

    /// Makes all open pages reload, because the folder now has the build of this name.
    pub(crate) fn announce_build(&self, name: String) {
        *self.build.lock().unwrap_or_else(PoisonError::into_inner) = name;
        self.is_new.notify_all();
    }

    fn answer(&self, request: Request) {
        let (path, query) = request.url().split_once('?').unwrap_or((request.url(), ""));
        let file = find_file(&self.folder, path);
        // Errors mean that the browser closed the connection.
        let _ = if path == BUILD_PATH {
            let build = self.wait_for_build_after(query.strip_prefix("after=").unwrap_or_default());
            request.respond(Response::from_string(build).with_header(header("Cache-Control", "no-store")))
        } else {
            match file {
                Served::File(file) => match fs::read(&file) {
                    Ok(bytes) => request.respond(
                        Response::from_data(bytes)
                            .with_header(header("Content-Type", content_type(&file)))
                            .with_header(header("Cache-Control", "no-cache")),
                    ),
                    Err(_) => request.respond(self.missing_page()),
                },
                Served::Redirect(address) => request
                    .respond(Response::from_string("").with_status_code(301).with_header(header("Location", &address))),
                Served::Nothing => request.respond(self.missing_page()),
            }
        };
    }

    /// Waits until the current build differs from `known`, at most for [`LONG_POLL`]. Returns the name of the current build.
    fn wait_for_build_after(&self, known: &str) -> String {
        let build = self.build.lock().unwrap_or_else(PoisonError::into_inner);
        let is_old = |build: &mut String| !known.is_empty() && build == known;
        let (build, _) =
            self.is_new.wait_timeout_while(build, LONG_POLL, is_old).unwrap_or_else(PoisonError::into_inner);
        build.clone()
    }

    /// The answer for a path without a file: a 404 page, or "Building…" before the first build is finished.
    fn missing_page(&self) -> Response<std::io::Cursor<Vec<u8>>> {
        let has_build = self.folder.join("index.html").is_file();
        let (status, html) = if has_build {
            (404, fs::read_to_string(self.folder.join("404.html")).unwrap_or_default())
        } else {
            (503, format!("<!doctype html><title>Schedscope</title><p>Building…<script>{RELOAD_SCRIPT}</script>"))
        };
        Response::from_string(html)
            .with_status_code(status)
            .with_header(header("Content-Type", "text/html; charset=utf-8"))
    }
}

/// What is served at an address.
#[derive(Debug, PartialEq, Eq)]
enum Served {
    File(PathBuf),
    /// The address of a folder without its final slash, where relative links would resolve wrongly. Contains the address with the slash.
    Redirect(String),
    Nothing,
}

/// Finds the file that an address names within the folder; paths that leave the folder are rejected.
fn find_file(folder: &Path, path: &str) -> Served {
    let Some(relative) = decode_percent(path.trim_start_matches('/')) else { return Served::Nothing };
    let relative = PathBuf::from(relative);
    if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
        return Served::Nothing;
    }
    let file = folder.join(relative);
    match (file.is_dir(), path.ends_with('/')) {
        (true, true) => Served::File(file.join("index.html")),
        (true, false) => Served::Redirect(format!("{path}/")),
        (false, _) if file.is_file() => Served::File(file),
        (false, _) => Served::Nothing,
    }
}

/// Decodes percent-encoding. Returns `None` if the result is not UTF-8.
fn decode_percent(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        (rest, bytes) = match code.filter(|_| *byte == b'%') {
            Some(code) => (&tail[2..], [bytes, vec![code]].concat()),
            None => (tail, [bytes, vec![*byte]].concat()),
        };
    }
    String::from_utf8(bytes).ok()
}

/// The media type of a file, by its extension. Browsers compile WebAssembly while it downloads only if the type is `application/wasm`.
fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "zip" => "application/zip",
        "yaml" | "txt" | "md" | "ts" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn header(name: &'static str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("names and values of headers are ASCII")
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        io::{Read, Write},
        net::TcpStream,
    };

    use super::{DevServer, Served, decode_percent, find_file};

    #[test]
    fn only_files_within_the_folder_are_served() {
        let top = std::env::temp_dir().join(format!("schedscope-server-{}", std::process::id()));
        let folder = top.join("served");
        fs::create_dir_all(folder.join("s/a b")).expect("a folder");
        fs::write(folder.join("s/a b/index.html"), "x").expect("a file");
        fs::write(top.join("secret"), "x").expect("a file");
        for (path, served) in [
            ("/s/a%20b/", Served::File(folder.join("s/a b/index.html"))),
            ("/s/a%20b/index.html", Served::File(folder.join("s/a b/index.html"))),
            ("/s/a%20b", Served::Redirect("/s/a%20b/".to_owned())),
            ("/s/nothing", Served::Nothing),
            ("/../secret", Served::Nothing),
            ("/%2e%2e/secret", Served::Nothing),
            ("//etc/passwd", Served::Nothing),
        ] {
            assert_eq!(find_file(&folder, path), served, "{path}");
        }
        assert_eq!(find_file(&folder, "/"), Served::File(folder.join("index.html")));
        assert_eq!(decode_percent("%ff"), None);
        fs::remove_dir_all(top).expect("it can go");
    }

    #[test]
    fn pages_are_served_and_polls_return_when_a_build_is_announced() {
        let folder = std::env::temp_dir().join(format!("schedscope-served-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (port, server) = (20_000..20_050)
            .find_map(|port| Some((port, DevServer::start(port, folder.clone()).ok()?)))
            .expect("one of the ports is free");
        let get = move |path: &str| {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
            write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").expect("it reads");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("it answers");
            answer
        };
        assert!(get("/").starts_with("HTTP/1.1 503 ") && get("/").contains("Building…"));
        fs::write(folder.join("index.html"), "<p>page").expect("a file");
        server.announce_build("1".to_owned());
        let page = get("/");
        assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("text/html") && page.ends_with("<p>page"), "{page}");
        assert!(get("/nothing").starts_with("HTTP/1.1 404 "));
        assert!(get("/.build?after=").ends_with("\r\n1"));
        let waiting = std::thread::spawn(move || get("/.build?after=1"));
        server.announce_build("2".to_owned());
        assert!(waiting.join().expect("it answers").ends_with("\r\n2"));
        let taken = DevServer::start(port, folder.clone()).err().map(|error| error.to_string());
        assert!(taken.is_some_and(|text| text.contains("--port")));
        fs::remove_dir_all(folder).expect("it can go");
    }
}
