// Functions in the place of models or judges, each hostile in its own way; ask-functions.mjs calls them.

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const thrower = (thrown) => () => {
  throw thrown();
};
const traps = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect).map((trap) => [
    trap,
    () => {
      throw new Error(`the trap ${trap}`);
    },
  ]),
);
const getter = (name, more = {}) =>
  Object.defineProperty({ ...more }, name, {
    enumerable: true,
    get() {
      throw new Error(`the getter of ${name}`);
    },
  });
const nestedValue = (levels) => {
  let value = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
};
const cyclic = () => {
  const value = { content: "x" };
  value.self = value;
  return value;
};
const toolCall = (given) => ({ id: "c", name: "write_file", arguments: given });
const calls = (many, given = '{"path":"a","content":"b"}') => ({
  content: null,
  tool_calls: Array.from({ length: many }, (_, at) => ({ ...toolCall(given), id: `c${at}` })),
});
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

export const BEHAVIOURS = {
  "throws an error": thrower(() => new Error("no")),
  "throws a text": thrower(() => "no"),
  "throws undefined": thrower(() => undefined),
  "throws null": thrower(() => null),
  "throws a symbol": thrower(() => Symbol("no")),
  "throws a map without a prototype": thrower(() => Object.create(null)),
  "throws what cannot be text": thrower(() => ({ toString: thrower(() => new Error("no text")) })),
  "throws an error whose message throws": thrower(() => getter("message", new Error("x"))),
  "throws an error whose message is a number": thrower(() => Object.assign(new Error("x"), { message: 7 })),
  "throws an error whose message is a map": thrower(() => Object.assign(new Error("x"), { message: { a: 1 } })),
  "throws an error with a long message": thrower(() => new Error("e".repeat(50_000_000))),
  "throws an error with control characters": thrower(
    () => new Error("\u001b[2J\u0007\n    at evil (file:///evil.js:1:1)"),
  ),
  "throws an error that is its own cause": thrower(() => {
    const error = new Error("round");
    error.cause = error;
    return error;
  }),
  "throws a proxy": thrower(() => new Proxy(new Error("x"), traps)),
  "throws a revoked proxy": thrower(revoked),
  "throws an AbortError": thrower(() => new DOMException("gone", "AbortError")),
  "throws a TimeoutError": thrower(() => new DOMException("gone", "TimeoutError")),
  "throws a RangeError of its own": () => {
    const deeper = () => deeper() + 1;
    return deeper();
  },
  "rejects with undefined": () => Promise.reject(),
  "rejects after a tick": async () => {
    await wait(1);
    throw new Error("later");
  },
  "rejects after its time": async () => {
    await wait(3000);
    throw new Error("too late");
  },
  "answers after its time": async () => {
    await wait(3000);
    return "too late";
  },
  "rejects when it is aborted": ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
  "rejects long after it was aborted": ({ signal }) =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => setTimeout(() => reject(new Error("late")), 300)),
    ),
  "throws in a listener": ({ signal }) =>
    new Promise((resolve) =>
      signal.addEventListener("abort", () => {
        resolve("x");
      }),
    ),
  "never settles": () => new Promise(() => {}),
  "never settles, and listens a thousand times": ({ signal }) => {
    for (let count = 0; count < 1000; count++) signal.addEventListener("abort", () => {});
    return new Promise(() => {});
  },
  "returns undefined": () => undefined,
  "returns null": () => null,
  "returns a number": () => 7,
  "returns NaN": () => Number.NaN,
  "returns a bigint": () => 7n,
  "returns a symbol": () => Symbol("x"),
  "returns a function": () => () => "x",
  "returns a list": () => ["x"],
  "returns a list with holes": () => new Array(1e6),
  "returns a date": () => new Date(Number.NaN),
  "returns a map": () => new Map([["content", "x"]]),
  "returns bytes": () => Buffer.alloc(10_000_000),
  "returns a bigint inside": () => ({ x: 7n }),
  "returns a getter that throws": () => getter("content"),
  "returns a field that throws": () => getter("x"),
  "returns usage that throws": () => ({ content: "x", usage: getter("prompt_tokens") }),
  "returns a getter of usage that throws": () => getter("usage", { content: "x" }),
  "returns tool calls that throw": () => ({ content: null, tool_calls: [getter("name")] }),
  "returns a getter of tool calls that throws": () => getter("tool_calls", { content: "x" }),
  "returns a getter that changes": () => {
    let count = 0;
    return Object.defineProperty({}, "content", { enumerable: true, get: () => (count++ === 0 ? "x" : 7) });
  },
  "returns a proxy": () => new Proxy({}, traps),
  "returns a proxy that answers everything": () => {
    const everything = new Proxy(() => {}, {
      get: (_, name) => (name === "then" ? undefined : everything),
      has: () => true,
    });
    return everything;
  },
  "returns a revoked proxy": revoked,
  "returns a cycle": cyclic,
  "returns a cycle without content": () => {
    const value = {};
    value.self = value;
    return value;
  },
  "returns toJSON that throws": () => ({ toJSON: thrower(() => new Error("no JSON")) }),
  "returns toJSON that returns undefined": () => ({ toJSON: () => undefined }),
  "returns toJSON that returns a long text": () => ({ toJSON: () => "x".repeat(100_000_000) }),
  "returns toJSON without an end": () => {
    const deeper = () => ({ a: { toJSON: deeper } });
    return { toJSON: deeper };
  },
  "returns a value 3,000 levels deep": () => nestedValue(3000),
  "returns a value 100,000 levels deep": () => nestedValue(100_000),
  "returns content that is a value": () => ({ content: nestedValue(100_000) }),
  "returns content that is a text object": () => ({ content: new String("x") }),
  "returns 200 MB": () => "x".repeat(200_000_000),
  "returns 200 MB of characters": () => "\u{1f30d}".repeat(50_000_000),
  "returns 400 MB in a map": () => ({ a: "x".repeat(200_000_000), b: "y".repeat(200_000_000) }),
  "returns lone surrogates": () => "\ud800 \udc00\u0000\u001b[2J",
  "returns a million fields": () => Object.fromEntries(Array.from({ length: 1e6 }, (_, at) => [`k${at}`, at])),
  "calls 300,000 tools": () => calls(300_000),
  "calls 300,000 tools that are null": () => ({ content: null, tool_calls: new Array(300_000).fill(null) }),
  "calls tools with holes": () => ({ content: null, tool_calls: new Array(4_000_000_000) }),
  "calls a tool with arguments that are a map": () => calls(1, { path: "a", content: "b" }),
  "calls a tool with cyclic arguments": () => calls(1, cyclic()),
  "calls a tool with deep arguments": () => calls(1, nestedValue(100_000)),
  "calls a tool with long arguments": () => calls(1, `{"path":"a","content":"${"x".repeat(100_000_000)}"}`),
  "calls a tool whose name is long": () => ({
    content: null,
    tool_calls: [{ ...toolCall("{}"), name: "n".repeat(10_000_000) }],
  }),
  "calls a tool whose name is a map": () => ({ content: null, tool_calls: [{ ...toolCall("{}"), name: {} }] }),
  "calls a tool whose id is long": () => ({
    content: null,
    tool_calls: [{ ...toolCall("{}"), id: "i".repeat(10_000_000) }],
  }),
  "calls __proto__": () => ({ content: null, tool_calls: [{ ...toolCall("{}"), name: "__proto__" }] }),
  "calls a tool for ever": () => calls(1),
  "tool calls are a map": () => ({ content: "x", tool_calls: { length: 1e9 } }),
  "tool calls are a text": () => ({ content: "x", tool_calls: "all" }),
  "usage is negative": () => ({ content: "x", usage: { prompt_tokens: -1, completion_tokens: -1, cost_usd: -1e9 } }),
  "usage is no number": () => ({
    content: "x",
    usage: { prompt_tokens: Number.NaN, completion_tokens: "7", cost_usd: 1n },
  }),
  "usage is without an end": () => ({
    content: "x",
    usage: { prompt_tokens: Infinity, completion_tokens: 1e308, cost_usd: 1e308 },
  }),
  "usage is a cycle": () => ({ content: "x", usage: cyclic() }),
  "a thenable that resolves twice": () => ({
    // biome-ignore lint/suspicious/noThenProperty: what a hostile function does
    then(resolve) {
      resolve("one");
      resolve("two");
    },
  }),
  "a thenable that resolves and throws": () => ({
    // biome-ignore lint/suspicious/noThenProperty: what a hostile function does
    then(resolve) {
      resolve("one");
      throw new Error("and more");
    },
  }),
  "a thenable that resolves and rejects later": () => ({
    // biome-ignore lint/suspicious/noThenProperty: what a hostile function does
    then(resolve, reject) {
      resolve("one");
      setTimeout(() => reject(new Error("later")), 50);
    },
  }),
  "a thenable that never resolves": () => ({
    // biome-ignore lint/suspicious/noThenProperty: what a hostile function does
    then() {},
  }),
  "a thenable that throws": () => ({
    // biome-ignore lint/suspicious/noThenProperty: what a hostile function does
    then: thrower(() => new Error("no")),
  }),
  "a thenable of thenables": () => {
    const later = (left) => ({
      // biome-ignore lint/suspicious/noThenProperty: what a hostile function does
      then: (resolve) => resolve(left === 0 ? "at last" : later(left - 1)),
    });
    return later(100_000);
  },
  "a getter of then that throws": () => getter("then"),
  "a generator": function* () {
    yield "x";
  },
  "an asynchronous generator": async function* () {
    yield "x";
  },
  "changes what it was asked": ({ messages, tools, options }) => {
    messages.length = 0;
    tools.push({ type: "function", function: { name: "evil" } });
    options.temperature = { evil: true };
    return "x";
  },
  "keeps what it was asked frozen": (request) => {
    Object.freeze(request);
    request.messages.forEach(Object.freeze);
    return "x";
  },
  "asks for media that are not there": ({ readMedia }) => String(readMedia("../../etc/passwd").length),
  "asks for media with a map": ({ readMedia }) => String(readMedia({}).length),
  "keeps us busy for two seconds": () => {
    const end = Date.now() + 2000;
    while (Date.now() < end);
    return "x";
  },
};
