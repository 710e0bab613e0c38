// Opens a file from another site: `open.html#url=https://…` or `#gist=…`. It asks first, fetches the file, and passes the text to the page.
const MOST = 4 << 20;
const WORDS = {
  en: {
    ask: (host) => `This link opens a file from ${host}. Your browser will fetch it from there, so ${host} will see your IP address. None of your data is sent.`,
    go: "Fetch and open it",
    leave: "Open Schedscope without it",
    wrong: "This link names no file: it needs #url=https://… or #gist= with the gist's ID.",
    fetching: "Fetching …",
    refused: (host) => `The file cannot be fetched: ${host} is unreachable or does not allow other sites to read its files. Download the file and drop it on Schedscope.`,
    status: (host, status) => `${host} answers ${status}. Check the link.`,
    large: "The file has more than 4 MB, which is too much to open this way. Download it and drop it on Schedscope.",
    none: "The gist contains no files.",
    blocked: "This browser blocks storage, so the file cannot be passed on. Download the file and drop it on Schedscope.",
  },
  zh: {
    ask: (host) => `此链接要打开 ${host} 上的文件。浏览器会从那里获取它，因此 ${host} 会得知您的网络地址。不会发送您的任何内容。`,
    go: "获取并打开",
    leave: "不获取，直接打开 Schedscope",
    wrong: "此链接没有指明文件：需要 #url=https://… 或 #gist= 加上 gist 的编号。",
    fetching: "正在获取……",
    refused: (host) => `无法获取文件：${host} 无法访问，或不允许其他网页读取它的文件。请下载文件，再拖放到 Schedscope 中。`,
    status: (host, status) => `${host} 返回 ${status}。请检查链接。`,
    large: "文件超过 4 MB，无法以这种方式打开。请下载后拖放到 Schedscope 中。",
    none: "该 gist 中没有文件。",
    blocked: "浏览器不允许本页面保存任何内容，因此无法传递文本。请下载文件，再拖放到 Schedscope 中。",
  },
};
const zh = navigator.language.startsWith("zh");
const words = WORDS[zh ? "zh" : "en"];
document.documentElement.lang = zh ? "zh-CN" : "en";
const [ask, from, go, leave] = ["ask", "from", "go", "leave"].map((id) => document.getElementById(id));
leave.textContent = words.leave;

// The other keys are for the page: which moment, which release.
const fields = new URLSearchParams(location.hash.slice(1));
const source = () => {
  const gist = fields.get("gist");
  if (gist !== null) return /^[0-9a-f]{1,40}$/.test(gist) ? new URL(`https://api.github.com/gists/${gist}`) : undefined;
  try {
    const url = new URL(fields.get("url"));
    return url.protocol === "https:" ? url : undefined;
  } catch {
    return undefined;
  }
};
const url = source();

/** The text of the file, or of all files of a gist; throws the message to show. */
async function read() {
  const answer = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => {
    throw words.refused(url.host);
  });
  if (!answer.ok) throw words.status(url.host, answer.status);
  const text = await answer.text().catch(() => {
    throw words.refused(url.host);
  });
  if (text.length > MOST) throw words.large;
  if (!fields.has("gist")) return text;
  const files = Object.values(JSON.parse(text).files ?? {}).map((file) => file.content);
  if (files.length === 0) throw words.none;
  return files.join("\n---\n");
}

async function open() {
  go.hidden = true;
  ask.textContent = words.fetching;
  try {
    const text = await read();
    try {
      sessionStorage.setItem("schedscope.handed", JSON.stringify(text));
    } catch {
      throw words.blocked;
    }
    fields.delete("url");
    fields.delete("gist");
    const rest = [...fields].map(([key, value]) => `&${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join("");
    location.replace(`./#handed${rest}`);
  } catch (told) {
    ask.textContent = typeof told === "string" ? told : words.refused(url.host);
    go.hidden = false;
  }
}

if (url) {
  ask.textContent = words.ask(url.host);
  from.textContent = url.href;
  Object.assign(go, { textContent: words.go, hidden: false, onclick: open });
} else {
  ask.textContent = words.wrong;
}
