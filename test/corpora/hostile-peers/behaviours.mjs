// Behaviours of hostile servers when asked, over any transport. Each gets the peer: a writer, and the request.
import { answerText, honestResult, nested, resultWith, tool } from "./messages.mjs";

const line = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const lives = () => void setInterval(() => {}, 1e6);

const NOTIFICATIONS = {
  progress: (count) => ({ method: "notifications/progress", params: { progressToken: count, progress: count } }),
  "own-progress": (count, { id }) => ({
    method: "notifications/progress",
    params: { progressToken: id, progress: count, total: 1e9 },
  }),
  logging: (count) => ({ method: "notifications/message", params: { level: "info", data: `line ${count}` } }),
  "list-changed": () => ({ method: "notifications/tools/list_changed" }),
  cancelled: (count, { id }) => ({
    method: "notifications/cancelled",
    params: { requestId: id, reason: `no ${count}` },
  }),
  unknown: (count) => ({ method: `notifications/${count}`, params: { x: "y".repeat(100) } }),
};
const REQUESTS = {
  ping: () => ({ method: "ping" }),
  sampling: () => ({ method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } }),
  roots: () => ({ method: "roots/list" }),
  elicitation: () => ({
    method: "elicitation/create",
    params: { message: "Your key?", requestedSchema: { type: "object", properties: {} } },
  }),
  unknown: () => ({ method: "give/me/everything", params: {} }),
};

export const BEHAVIOURS = {
  // Floods
  "pings-unread": (peer) => {
    peer.deaf();
    const id = "i".repeat(Number(peer.argument));
    return peer.forEver((count) => line({ id: `${count}${id}`, method: "ping" }));
  },
  "pings-read": (peer) => peer.forEver((count) => line({ id: count, method: "ping" })),
  /** As many as pass, as large as pass, and then the answer. */
  "pings-then-answer": async (peer) => {
    const [many, length] = peer.argument.split("x").map(Number);
    const id = "i".repeat(length);
    for (let count = 0; count < many; count++) await peer.write(line({ id: `${count}${id}`, method: "ping" }));
    await peer.honest();
  },
  notifications: (peer) => peer.forEver((count) => line(NOTIFICATIONS[peer.argument](count, peer))),
  requests: (peer) => peer.forEver((count) => line({ id: `r${count}`, ...REQUESTS[peer.argument]() })),
  "request-then-answer": async (peer) => {
    await peer.send({ id: "r", ...REQUESTS[peer.argument]() });
    await peer.honest();
  },
  "progress-for-ever": async (peer) => {
    for (let count = 0; ; count++) {
      await peer.send(NOTIFICATIONS["own-progress"](count, peer));
      await wait(300);
    }
  },

  // Identifiers
  "wrong-id": (peer) => {
    const ids = {
      other: 4711,
      text: String(peer.id),
      long: "i".repeat(5_000_000),
      object: { toString: "x" },
      array: [peer.id],
      null: null,
      float: peer.id + 0.5,
      negative: -1,
      proto: "__proto__",
    };
    return peer.write(line({ id: ids[peer.argument], result: honestResult(peer.method, peer.params) }));
  },
  "no-id": (peer) => peer.write(line({ result: honestResult(peer.method, peer.params) })),
  duplicates: async (peer) => {
    for (let count = 0; count < Number(peer.argument); count++) await peer.honest();
  },
  "answers-before-questions": async (peer) => {
    for (let id = 0; id < 50; id++) await peer.send({ id, result: { tools: [], content: [] } });
  },

  // Lines
  "endless-line": (peer) => peer.forEver(() => "x".repeat(65_536)),
  "endless-blank-lines": (peer) => peer.forEver(() => "\n".repeat(65_536)),
  "endless-broken-lines": (peer) => peer.forEver(() => "{broken\n".repeat(1000)),
  "long-line": async (peer) => {
    await peer.write(`{"jsonrpc":"2.0","id":${peer.id},"result":{"content":[{"type":"text","text":"`);
    for (let megabyte = 0; megabyte < Number(peer.argument); megabyte++) await peer.write("x".repeat(1_000_000));
    await peer.write('"}]}}\n');
  },
  "byte-a-second": async (peer) => {
    const text = answerText(peer.id, JSON.stringify(honestResult(peer.method, peer.params)));
    for (const character of text) {
      await peer.write(character);
      await wait(1000);
    }
  },
  "byte-at-a-time": async (peer) => {
    for (const character of answerText(peer.id, JSON.stringify(honestResult(peer.method, peer.params))))
      await peer.write(character);
  },
  "not-utf8": (peer) =>
    peer.write(
      Buffer.concat([
        Buffer.from(`{"jsonrpc":"2.0","id":${peer.id},"result":{"content":[{"type":"text","text":"`),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf8, 0x88]),
        Buffer.from('"}]}}\n'),
      ]),
    ),
  "lone-surrogates": (peer) =>
    peer.write(
      answerText(peer.id, '{"content":[{"type":"text","text":"\\ud800 \\udc00 \\u0000 \\u001b[2J \\u202e"}]}'),
    ),
  utf16: (peer) => peer.write(Buffer.from(answerText(peer.id, "{}"), "utf16le")),

  // Depth and number
  nested: (peer) => {
    const [levels, kind] = peer.argument.split("x");
    return peer.write(answerText(peer.id, resultWith(peer.method, nested(Number(levels), kind))));
  },
  "nested-message": (peer) => peer.write(`${nested(Number(peer.argument))}\n`),
  "nested-unclosed": (peer) => peer.write(`${"[".repeat(Number(peer.argument))}\n`),
  "many-empties": (peer) => {
    const [many, empty] = peer.argument.split("x");
    return peer.write(answerText(peer.id, resultWith(peer.method, `[${`${empty},`.repeat(Number(many))}0]`)));
  },
  "batch-of-answers": (peer) => peer.write(`[${'{"jsonrpc":"2.0","id":1,"result":{}},'.repeat(150_000)}0]\n`),
  "many-keys": (peer) => {
    const keys = Array.from({ length: Number(peer.argument) }, (_, at) => `"k${at}":0`).join(",");
    return peer.write(answerText(peer.id, resultWith(peer.method, `{${keys}}`)));
  },
  "huge-number": (peer) => peer.write(answerText(peer.id, resultWith(peer.method, "9".repeat(Number(peer.argument))))),
  "proto-keys": (peer) =>
    peer.write(
      answerText(
        peer.id,
        resultWith(peer.method, '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
      ),
    ),

  // Lists of tools
  "cursor-loop": (peer) => peer.send({ id: peer.id, result: { tools: [], nextCursor: "again" } }),
  "fresh-cursors": (peer) =>
    peer.send({ id: peer.id, result: { tools: [tool(`t${peer.id}`)], nextCursor: `${Math.random()}` } }),
  "slow-cursors": async (peer) => {
    await wait(1500);
    await peer.send({ id: peer.id, result: { tools: [tool(`t${peer.id}`)], nextCursor: `${Math.random()}` } });
  },
  "long-cursor": (peer) =>
    peer.send({ id: peer.id, result: { tools: [tool(`t${peer.id}`)], nextCursor: "c".repeat(5_000_000) } }),
  "many-tools": (peer) => {
    const tools = Array.from({ length: Number(peer.argument) }, (_, at) => tool(`t${at}`));
    return peer.send({ id: peer.id, result: { tools } });
  },
  "long-schema": async (peer) => {
    await peer.write(
      `{"jsonrpc":"2.0","id":${peer.id},"result":{"tools":[{"name":"go","inputSchema":{"type":"object","description":"`,
    );
    for (let kilobytes = 0; kilobytes < Number(peer.argument); kilobytes += 100) await peer.write("x".repeat(100_000));
    await peer.write('"}}]}}\n');
  },
  schema: (peer) =>
    peer.write(answerText(peer.id, JSON.stringify({ tools: [tool("go", { inputSchema: SCHEMAS[peer.argument]() })] }))),
  "tool-names": (peer) =>
    peer.send({
      id: peer.id,
      result: {
        tools: [tool({ control: "\u001b[2J\u0007", proto: "__proto__", long: "n".repeat(1e6) }[peer.argument])],
      },
    }),
  "tool-fields": (peer) => peer.send({ id: peer.id, result: { tools: TOOL_LISTS[peer.argument] } }),

  // Results of calls
  "long-result": async (peer) => {
    await peer.write(`{"jsonrpc":"2.0","id":${peer.id},"result":{"content":[{"type":"text","text":"`);
    for (let megabyte = 0; megabyte < Number(peer.argument); megabyte++) await peer.write("y".repeat(1_000_000));
    await peer.write('"}]}}\n');
  },
  "many-items": async (peer) => {
    const [many, kind] = peer.argument.split("x");
    const item = JSON.stringify(ITEMS[kind]);
    await peer.write(`{"jsonrpc":"2.0","id":${peer.id},"result":{"content":[`);
    for (let at = 0; at < Number(many); at += 10_000) await peer.write(`${item},`.repeat(Math.min(10_000, many - at)));
    await peer.write(`${item}]}}\n`);
  },
  "huge-image": async (peer) => {
    await peer.write(
      `{"jsonrpc":"2.0","id":${peer.id},"result":{"content":[{"type":"image","mimeType":"image/png","data":"`,
    );
    for (let megabyte = 0; megabyte < Number(peer.argument); megabyte++) await peer.write("QUJD".repeat(250_000));
    await peer.write('"}]}}\n');
  },
  result: (peer) => peer.write(answerText(peer.id, RESULTS[peer.argument])),
  error: (peer) => peer.write(line({ id: peer.id, error: ERRORS[peer.argument]() })),
  "result-and-error": (peer) =>
    peer.write(line({ id: peer.id, result: honestResult(peer.method), error: { code: 1, message: "both" } })),

  // Greetings
  version: (peer) => {
    const versions = {
      future: "9999-99-99",
      number: 7,
      null: null,
      old: "0.0.1",
      long: "v".repeat(5e6),
      control: "\u001b[2J",
    };
    const result = { ...honestResult("initialize"), protocolVersion: versions[peer.argument] };
    return peer.send({ id: peer.id, result });
  },
  greeting: (peer) =>
    peer.send({ id: peer.id, result: { ...honestResult("initialize", peer.params), ...GREETINGS[peer.argument]() } }),

  // Silence and endings
  silence: () => lives(),
  "after-an-hour": async (peer) => {
    await wait(3_600_000);
    await peer.honest();
  },
  exit: ({ argument }) => process.exit(Number(argument)),
  killed: () => process.kill(process.pid, "SIGKILL"),
  aborts: () => process.abort(),
  "exit-in-answer": async (peer) => {
    await peer.write('{"jsonrpc":"2.0","id":');
    process.exit(0);
  },
  "exit-with-child": ({ spawn }) => {
    spawn("sleep", ["3600"], { stdio: "inherit", detached: true }).unref();
    setTimeout(() => process.exit(0), 100);
  },
  "closes-stdout": (peer) => {
    process.stdout.destroy();
    void closeDescriptor(1);
    peer.deaf();
  },
  "closes-stdin": () => {
    process.stdin.destroy();
    void closeDescriptor(0);
    lives();
  },
  "ignores-signals": (peer) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGPIPE", "SIGUSR2"]) process.on(signal, () => {});
    peer.deaf();
  },
  daemon: async (peer) => {
    const script = "setsid sh -c 'trap \"\" TERM INT HUP; sleep 3600; sleep 3600' > /dev/null 2>&1 < /dev/null &";
    peer.spawn("sh", ["-c", script], { stdio: "ignore", detached: true }).unref();
    await wait(100);
    if (peer.argument === "answers") await peer.honest();
    else lives();
  },
  "many-children": async (peer) => {
    for (let count = 0; count < 200; count++)
      peer.spawn("sleep", ["3600"], { stdio: "inherit", detached: true }).on("error", () => {});
    await peer.honest();
  },
  "stderr-flood": (peer) => {
    const text = peer.argument === "line" ? "e".repeat(65_536) : "error: something\n".repeat(4000);
    const more = () => process.stderr.write(text, () => setImmediate(more));
    more();
    return peer.honest?.();
  },
  "stderr-then-exit": () => {
    process.stderr.write(`${"\u001b[2J\u0007 ".repeat(100_000)}\n`, () => process.exit(5));
  },
  "eats-memory": () => {
    const eaten = [];
    setInterval(() => eaten.push(Buffer.alloc(50_000_000, 1)), 1);
  },
  spins: () => {
    for (;;);
  },
};

async function closeDescriptor(number) {
  const { closeSync } = await import("node:fs");
  try {
    closeSync(number);
  } catch {}
}

const SCHEMAS = {
  "ref-loop": () => ({ type: "object", properties: { a: { $ref: "#/properties/a" } } }),
  "ref-chain": () => ({
    type: "object",
    properties: { a: { $ref: "#/$defs/d0" } },
    $defs: Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    ),
  }),
  "ref-bomb": () => ({
    type: "object",
    properties: { a: { $ref: "#/$defs/d0" } },
    $defs: {
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [
          `d${at}`,
          { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
        ]),
      ),
      d30: { type: "string", minLength: 5 },
    },
  }),
  "ref-self": () => ({ type: "object", $ref: "#" }),
  "ref-http": () => ({ type: "object", properties: { a: { $ref: "http://127.0.0.1:1/schema.json" } } }),
  "ref-file": () => ({ type: "object", properties: { a: { $ref: "file:///etc/passwd" } } }),
  regex: () => ({ type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } }),
  "regex-properties": () => ({
    type: "object",
    patternProperties: { "^(([a-z])+.)+[A-Z]([a-z])+$": { type: "string" } },
  }),
  "regex-broken": () => ({ type: "object", properties: { a: { type: "string", pattern: "(" } } }),
  "regex-huge": () => ({ type: "object", properties: { a: { type: "string", pattern: "(a{1,1000}){1,1000}" } } }),
  "any-of": () => ({ type: "object", anyOf: Array.from({ length: 5000 }, (_, at) => ({ required: [`a${at}`] })) }),
  "unique-items": () => ({ type: "object", properties: { a: { type: "array", uniqueItems: true } } }),
  nonsense: () => ({ type: "object", properties: 7, required: "all", minProperties: -1 }),
  proto: () =>
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}'),
  draft: () => ({ $schema: "http://evil.invalid/schema", type: "object" }),
  id: () => ({ $id: "http://json-schema.org/draft-07/schema", type: "object" }),
};
const TOOL_LISTS = {
  text: "none",
  null: null,
  numbers: [1, 2, 3],
  nameless: [{ inputSchema: { type: "object" } }],
  "schema-text": [{ name: "go", inputSchema: "object" }],
  "schema-array": [{ name: "go", inputSchema: [] }],
  twice: [tool("go"), tool("go")],
  none: [],
};
const ITEMS = {
  text: { type: "text", text: "" },
  link: { type: "resource_link", uri: "file:///etc/passwd", name: "p" },
  resource: { type: "resource", resource: { uri: "file:///etc/shadow", text: "x" } },
  image: { type: "image", mimeType: "image/png", data: "QUJD" },
  unknown: { type: "hologram", data: "x" },
  empty: {},
  null: null,
};
const RESULTS = {
  null: "null",
  text: '"done"',
  number: "1e999",
  array: "[]",
  "no-content": "{}",
  "content-text": '{"content":"done"}',
  "content-null": '{"content":null}',
  "content-numbers": '{"content":[1,2,3]}',
  "text-number": '{"content":[{"type":"text","text":7}]}',
  "mime-control": '{"content":[{"type":"image","mimeType":"\\u001b[2J","data":"QUJD"}]}',
  "structured-proto": '{"content":[],"structuredContent":{"__proto__":{"polluted":1}}}',
};
const ERRORS = {
  long: () => ({ code: -32000, message: "e".repeat(7_000_000) }),
  "no-message": () => ({ code: -32000 }),
  "text-code": () => ({ code: "many", message: "no" }),
  text: () => "no",
  null: () => null,
  "deep-data": () => ({ code: -32000, message: "no", data: JSON.parse(nested(3000)) }),
  control: () => ({ code: -32000, message: "\u001b[2J\u0007\u202e gone" }),
};
const GREETINGS = {
  "long-instructions": () => ({ instructions: "i".repeat(7_000_000) }),
  "no-capabilities": () => ({ capabilities: undefined }),
  "no-tools": () => ({ capabilities: {} }),
  "no-info": () => ({ serverInfo: undefined }),
  "info-numbers": () => ({ serverInfo: { name: 1, version: 2 } }),
  "many-capabilities": () => ({
    capabilities: { tools: {}, ...Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`c${at}`, {}])) },
  }),
};
