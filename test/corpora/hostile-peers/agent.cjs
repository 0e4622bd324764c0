// An agent that sends bodies to the way to its model: MODE says which. `honest` asks every 50 ms for something that costs nothing, and tells
// the model in the end how long it waited at worst.
const http = require("node:http");
const net = require("node:net");
const zlib = require("node:zlib");

const { BASE_URL, TOKEN, MODEL, MODE, MARK } = process.env;
/** Otherwise somebody asks which modes there are. */
const isAgent = MARK !== undefined;
const authorization = ["Bearer", TOKEN].join(" ");
const JSON_TYPE = { authorization, "content-type": "application/json" };
const { hostname, port, pathname } = new URL(isAgent ? BASE_URL : "http://nowhere.invalid/v1");
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const MEGABYTES = 30_000_000;

/** Ends when there is an answer, an error, or the time is up. */
function send(path, body, { headers = JSON_TYPE, method = "POST", seconds = 7 } = {}) {
  return new Promise((resolve) => {
    const request = http.request(
      { hostname, port, path: pathname + path, method, headers, agent: false },
      (response) => {
        response.resume();
        response.on("close", () => resolve(response.statusCode));
      },
    );
    request.on("error", () => resolve(0));
    request.setTimeout(seconds * 1000, () => request.destroy());
    if (typeof body === "function") body(request);
    else request.end(body);
  });
}

const chat = (fields) => `{"model":${JSON.stringify(MODEL)},${fields}}`;
const HELLO = '"messages":[{"role":"user","content":"hello"}]';
const ask = (words) =>
  send("/chat/completions", chat(`"messages":[{"role":"user","content":${JSON.stringify(words)}}]`));
const list = (one, bytes = MEGABYTES) => `[${`${one},`.repeat(Math.floor(bytes / (one.length + 1)))}${one}]`;
const nested = (levels, open = "[", close = "]") => open.repeat(levels) + close.repeat(levels);
const nestedMaps = (levels) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const user = (content) => `{"role":"user","content":${content}}`;
const to = (path, body, more) => () => send(path, body(), more);
const completion = (fields, more) => to("/chat/completions", () => chat(fields()), more);
const inTurn = (times, one) => async () => {
  for (let at = 0; at < times; at++) await one();
};
const atOnce = (times, one) => () => Promise.all(Array.from({ length: times }, one));

/** Bytes as they are, for as long as somebody reads them. */
function raw(start, more, everyMs = 0, seconds = 6) {
  return () =>
    new Promise((resolve) => {
      const socket = net.connect(port, hostname, async () => {
        socket.write(start);
        while (more && !socket.destroyed) {
          if (!socket.write(more()))
            await Promise.race([new Promise((ready) => socket.once("drain", ready)), wait(100)]);
          await wait(everyMs);
        }
      });
      socket.resume();
      socket.on("error", () => {});
      socket.on("close", resolve);
      setTimeout(() => socket.destroy(), seconds * 1000);
    });
}
const head = (headers, path = "/chat/completions") =>
  `POST ${pathname}${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\n${headers}\r\n`;

const packed = (encoding, pack, bytes = 400_000_000) =>
  to("/chat/completions", () => pack(Buffer.alloc(bytes, " ")), {
    headers: { ...JSON_TYPE, "content-encoding": encoding },
  });

const MODES = {
  "empties in messages": completion(() => `"messages":${list("{}")}`),
  "empty lists in messages": completion(() => `"messages":${list("[]")}`),
  "empties in a content": completion(() => `"messages":[${user(list("{}"))}]`),
  "empties in tools": completion(() => `${HELLO},"tools":${list("{}")}`),
  "empties in a field nobody knows": completion(() => `${HELLO},"x":${list("{}")}`),
  "empties at the top": to("/chat/completions", () => list("{}")),
  "empties, five in turn": inTurn(
    5,
    completion(() => `${HELLO},"x":${list("{}", 8_000_000)}`),
  ),
  "empties, ten at once": atOnce(
    10,
    completion(() => `${HELLO},"x":${list("{}", 4_000_000)}`),
  ),
  numbers: completion(() => `${HELLO},"x":${list("1")}`),
  "short texts": completion(() => `${HELLO},"x":${list('""')}`),
  "a million messages": completion(() => `"messages":${list(user('""'))}`),
  "10,000 messages, ten times": inTurn(
    10,
    completion(() => `"messages":${list(user('"x"'), 320_000)}`),
  ),
  "a million tools": completion(() => `${HELLO},"tools":${list('{"type":"function"}')}`),
  "9,000 messages with parts": completion(
    () => `"messages":[${`${user(list('{"type":"text","text":"x"}', 3000))},`.repeat(9000)}${user('""')}]`,
  ),
  "many tool calls": completion(
    () =>
      `"messages":[{"role":"assistant","tool_calls":${list('{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}')}}]`,
  ),
  "nested 3,000 levels": completion(() => `"messages":[${user(nested(3000))}]`),
  "nested 100,000 levels": completion(() => `"messages":[${user(nested(100_000))}]`),
  "nested 10 million levels": completion(() => `"messages":[${user(nested(10_000_000))}]`),
  "nested maps, 100,000 levels": completion(() => `${HELLO},"x":${nestedMaps(100_000)}`),
  "nested without an end": completion(() => `${HELLO},"x":${"[".repeat(MEGABYTES)}`),
  "nested parameters of a tool": completion(
    () => `${HELLO},"tools":[{"type":"function","function":{"name":"f","parameters":${nestedMaps(5000)}}}]`,
  ),
  "nested arguments in a text": completion(
    () =>
      `"messages":[{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":${JSON.stringify(nestedMaps(100_000))}}}]}]`,
  ),
  "duplicate keys": completion(() => `${HELLO},${'"x":0,'.repeat(4_000_000)}"y":0`),
  "duplicate models": completion(() => `${HELLO},${'"model":"other",'.repeat(1_000_000)}"y":0`),
  "a million keys": completion(
    () => `${HELLO},${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":0`).join(",")}`,
  ),
  "integer keys": completion(
    () => `${HELLO},"x":{${Array.from({ length: 1_000_000 }, (_, at) => `"${at * 1000}":0`).join(",")}}`,
  ),
  prototypes: completion(() => `"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},${HELLO}`),
  "one long text": completion(() => `"messages":[${user(`"${"x".repeat(MEGABYTES)}"`)}]`),
  "one long text of escapes": completion(() => `"messages":[${user(`"${"\\u0000".repeat(5_000_000)}"`)}]`),
  "a long text of quotes": completion(() => `"messages":[${user(`"${'\\"'.repeat(14_000_000)}"`)}]`),
  "long texts, ten times": inTurn(
    10,
    completion(() => `"messages":[${user(`"${"x".repeat(8_000_000)}"`)}]`),
  ),
  "a long image": completion(
    () =>
      `"messages":[${user(`[{"type":"image_url","image_url":{"url":"data:image/png;base64,${"QUJD".repeat(7_000_000)}"}}]`)}]`,
  ),
  "a number of a million digits": completion(() => `${HELLO},"temperature":${"9".repeat(1_000_000)}`),
  "a number of 30 million digits": completion(() => `${HELLO},"temperature":0.${"1".repeat(MEGABYTES)}`),
  "an exponent of a million digits": completion(() => `${HELLO},"x":1e${"1".repeat(1_000_000)}`),
  blanks: completion(() => `${HELLO}${" ".repeat(MEGABYTES)}`),
  "open braces in a text": to("/chat/completions", () => '{"'.repeat(15_000_000)),
  "not JSON": to("/chat/completions", () => "x".repeat(MEGABYTES)),
  "not UTF-8": to("/chat/completions", () => Buffer.alloc(MEGABYTES, 0xff)),
  "characters of four bytes": completion(() => `"messages":[${user(`"${"🌍".repeat(7_000_000)}"`)}]`),
  "100 MB": completion(() => `"messages":[${user(`"${"x".repeat(100_000_000)}"`)}]`),
  "gzip bomb": packed("gzip", zlib.gzipSync),
  "brotli bomb": packed("br", (bytes) =>
    zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  ),
  "deflate bomb": packed("deflate", zlib.deflateSync),
  "gzip of gzip": packed("gzip, gzip", (bytes) => zlib.gzipSync(zlib.gzipSync(bytes))),
  "empties in /messages": to("/messages", () => chat(`"max_tokens":1,"messages":${list("{}")}`)),
  "empties in /responses": to("/responses", () => chat(`"input":${list("{}")}`)),
  "empties in generateContent": to(
    `/models/${encodeURIComponent(MODEL)}:generateContent`,
    () => `{"contents":${list("{}")}}`,
  ),
  "empties elsewhere": to("/embeddings", () => chat(`"input":${list("{}")}`)),
  "chunks without an end": raw(head("transfer-encoding: chunked\r\n"), () => `10000\r\n${" ".repeat(65_536)}\r\n`),
  "chunks of a byte": raw(head("transfer-encoding: chunked\r\n"), () => "1\r\n \r\n".repeat(20_000)),
  "chunks with extensions": raw(head("transfer-encoding: chunked\r\n"), () => `1;${"e".repeat(60_000)}\r\n \r\n`),
  "trailers without an end": raw(`${head("transfer-encoding: chunked\r\n")}0\r\n`, () => "x: y\r\n".repeat(1000)),
  "a byte at a time": raw(head("content-length: 1000\r\n"), () => " ", 50),
  "headers without an end": raw(
    `POST ${pathname}/chat/completions HTTP/1.1\r\n`,
    () => `x-y: ${"z".repeat(1000)}\r\n`,
    5,
  ),
  "slow headers": raw(`POST ${pathname}/chat/completions HTTP/1.1\r\n`, () => "x: y\r\n", 200),
  "a length that is a lie": raw(head("content-length: 999999999999\r\n"), () => " ".repeat(65_536)),
  "two lengths": raw(`${head("content-length: 5\r\ntransfer-encoding: chunked\r\n")}${chat(HELLO)}`, null, 0, 3),
  "300 connections": atOnce(300, raw("P", null, 0, 6)),
  "300 halves": atOnce(300, raw(`${head("content-length: 100000\r\n")}{`, null, 0, 6)),
  pipelined: raw(
    `GET ${pathname}/x HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`.repeat(3000),
    null,
    0,
    5,
  ),
  "a long path": to(`/${"x".repeat(14_000)}`, () => chat(HELLO)),
  "a long token": to("/chat/completions", () => list("{}"), {
    headers: { authorization: `Bearer ${"x".repeat(12_000)}`, "content-type": "application/json" },
  }),
  "without a token": to("/chat/completions", () => list("{}"), { headers: { "content-type": "application/json" } }),
  "4,000 small ones": async () => {
    for (let at = 0; at < 100; at++) await atOnce(40, () => send("/nothing", null, { method: "GET" }))();
  },
};

/** What a busy machine takes from this process itself counts as nobody's. */
async function beHonest() {
  const end = Date.now() + Number(process.env.SECONDS) * 1000;
  let [longest, ownLag, ticked] = [0, 0, performance.now()];
  const ticking = setInterval(() => {
    const now = performance.now();
    ownLag = Math.max(ownLag, now - ticked - 20);
    ticked = now;
  }, 20);
  while (Date.now() < end) {
    ownLag = 0;
    const started = performance.now();
    await send("/ping", null, { method: "GET", seconds: 60 });
    longest = Math.max(longest, performance.now() - started - ownLag);
    await wait(50);
  }
  clearInterval(ticking);
  await ask(`longest wait: ${Math.round(longest)}`);
}

module.exports = { names: Object.keys(MODES).filter((name) => name !== "honest") };

if (isAgent)
  void (async () => {
    if (MODE === "honest") await beHonest();
    else {
      await MODES[MODE]();
      await ask("hello");
    }
    console.log("done");
    process.exit(0);
  })();
