import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../../../../test/support/needs.ts";
import { stubServer } from "../../../../test/support/stub-mcp-server.ts";
import { mcpServer } from "../../../config/index.ts";
import { connectMcp } from "./connect.ts";
import { discoverTools } from "./discover.ts";
import { MCP_LIMITS, type McpLimits } from "./limits.ts";

const go = { content: [{ type: "text", text: "done" }] };

/** Makes one call of a server without any other request. */
async function callOf(
  { tool, surroundings }: ReturnType<typeof stubServer>,
  limits: McpLimits = MCP_LIMITS,
): Promise<{ content: string; unavailable?: boolean }> {
  const connected = await connectMcp(tool, surroundings, limits);
  if (!connected.ok) return { content: connected.problem, unavailable: true };
  try {
    return await connected.connection.call("go", {});
  } finally {
    await connected.connection.close();
  }
}

/** Sends messages repeatedly for as long as it lives, as fast as they are read, or one by one. */
const FLOOD = `const drip = (make, number = 0) => { send(make(number)); setTimeout(drip, 1, make, number + 1); };
const flood = (make) => { let number = 0; const more = () => {
  for (let at = 0; at < 100; at++) if (!send(make(number++))) return void process.stdout.once("drain", more); setImmediate(more); }; more(); };
`;

/** On a busy machine, unread messages may be noticed first. */
const TOO_MANY_REPLIES = /asked for more than 1,000 replies in one call|left more than 64 messages to it unread/;

describe.skipIf(lacks("sandbox"))("a server that is a program", () => {
  test.each([
    [
      "pings with long ids and reads no reply",
      'answers["tools/call"] = () => { process.stdin.pause(); flood((number) => ({ id: "x".repeat(100000) + number, method: "ping" })); };',
      "the server left more than 64 messages to it unread",
    ],
    [
      "pings and reads no reply",
      'answers["tools/call"] = () => { process.stdin.pause(); flood((number) => ({ id: "x".repeat(3000) + number, method: "ping" })); };',
      "the server left more than 64 messages to it unread",
    ],
    [
      "pings and reads every reply",
      'answers["tools/call"] = () => drip((number) => ({ id: "p" + number, method: "ping" }));',
      TOO_MANY_REPLIES,
    ],
    [
      "asks for completions",
      'answers["tools/call"] = () => drip((number) => ({ id: "s" + number, method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } }));',
      TOO_MANY_REPLIES,
    ],
    [
      "asks for roots and for the user",
      'answers["tools/call"] = () => drip((number) => ({ id: "r" + number, method: number % 2 ? "roots/list" : "elicitation/create", params: {} }));',
      TOO_MANY_REPLIES,
    ],
    [
      "tells of new tools",
      'answers["tools/call"] = () => flood(() => ({ method: "notifications/tools/list_changed" }));',
      "the server sent more than 10,000 messages during one call",
    ],
    [
      "tells of its progress",
      'answers["tools/call"] = (_, id) => flood((progress) => ({ method: "notifications/progress", params: { progressToken: id, progress } }));',
      "the server sent more than 10,000 messages during one call",
    ],
    [
      "answers questions that were never asked",
      'answers["tools/call"] = () => flood((number) => ({ id: 1000 + number, result: {} }));',
      "the server sent more than 10,000 messages during one call",
    ],
    [
      "prints empty lines",
      'answers["tools/call"] = () => flood(() => (process.stdout.write("\\n".repeat(10000)), {}));',
      "the server sent more than 40,000 lines during one call",
    ],
    [
      "nests its answer",
      `answers["tools/call"] = (_, id) => void process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":{"content":' + "[".repeat(100000) + "]".repeat(100000) + "}}\\n");`,
      "the server sent a message that is nested more than 200 levels deep",
    ],
    [
      "answers with a million objects",
      'answers["tools/call"] = () => ({ content: Array(1e6).fill({}) });',
      "the server sent more than 250,000 values during one call",
    ],
    [
      "answers with twenty thousand things that are nothing",
      'answers["tools/call"] = () => ({ content: Array(2e4).fill({}) });',
      "part 1 of its answer is neither text nor anything else that a tool may return",
    ],
    [
      "greets with a thousand wrong pictures",
      'answers.initialize = () => ({ protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "s", version: "1", icons: Array(1e5).fill(0) } });',
      "the server sent more than 5,000 values during one call",
    ],
    [
      "closes its output and goes on",
      'answers["tools/call"] = () => { process.stdout.destroy(); setInterval(() => {}, 1000); };',
      "there was no answer within 2 seconds",
    ],
    [
      "answers with a byte now and then",
      'answers["tools/call"] = () => { setInterval(() => process.stdout.write(" "), 100); };',
      "there was no answer within 2 seconds",
    ],
    [
      "makes progress and never arrives",
      'answers["tools/call"] = (_, id) => { setInterval(() => send({ method: "notifications/progress", params: { progressToken: id, progress: 1 } }), 50); };',
      "there was no answer within 2 seconds",
    ],
    [
      "prints errors without end",
      'answers["tools/call"] = () => { setInterval(() => process.stderr.write("e".repeat(1e6)), 1); };',
      /the server was ended \(output limit\)|there was no answer within 2 seconds/,
    ],
  ])("and %s makes its tool unavailable", async (_, source, words) => {
    const timeout_seconds = String(words).includes("no answer within 2") ? 2 : 60;
    const result = await callOf(stubServer(FLOOD + source, { timeout_seconds }));
    expect(result).toMatchObject({ unavailable: true, content: expect.stringMatching(words) });
  });

  test("leaves nothing behind that holds its pipes, whatever it does with signals", async () => {
    const source = `import { spawn } from "node:child_process"; process.on("SIGTERM", () => {});
      answers["tools/call"] = () => { for (let number = 0; number < 5; number++)
        spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: "inherit", detached: true }); };`;
    const result = await callOf(stubServer(source, { timeout_seconds: 2 }));
    expect(result).toMatchObject({ unavailable: true, content: expect.stringContaining("no answer within 2 seconds") });
  });

  test("has one time limit for all pages of its list", async () => {
    const source = `let page = 0; answers["tools/list"] = (_, id) => void setTimeout(() =>
      send({ id, result: { tools: [tool("t" + page)], nextCursor: String(++page) } }), 300);`;
    const { tool, surroundings } = stubServer(source, { timeout_seconds: 2 });
    expect(await discoverTools(tool, surroundings)).toEqual({
      ok: false,
      problem: "tool stub: its MCP server could not be asked: there was no answer within 2 seconds",
    });
  });

  test("is asked anew for every call, so that a long trial has as much room for its last call as for its first", async () => {
    const source = 'answers["tools/call"] = () => text("x".repeat(300000));';
    const { tool, surroundings } = stubServer(source);
    const limits = { ...MCP_LIMITS, perCall: { ...MCP_LIMITS.perCall, bytesIn: 400_000 } };
    const connected = await connectMcp(tool, surroundings, limits);
    if (!connected.ok) throw new Error(connected.problem);
    onTestFinished(() => connected.connection.close());
    for (let number = 0; number < 4; number++)
      expect(await connected.connection.call("go", {})).toMatchObject({ status: "success" });
  });

  test.each<[keyof McpLimits["inAll"], number, string]>([
    ["bytesIn", 1_000_000, "the server sent more than 1,000,000 bytes in all"],
    ["messagesIn", 4, "the server sent more than 4 messages in all"],
    ["bytesOut", 600, "the server was sent more than 600 bytes in all"],
    ["messagesOut", 5, "the server was sent more than 5 messages in all"],
  ])("may use up so many %s over its whole life, also with answers that are short", async (name, limit, words) => {
    const { tool, surroundings } = stubServer('answers["tools/call"] = () => text("x".repeat(300000));');
    const limits = { ...MCP_LIMITS, inAll: { ...MCP_LIMITS.inAll, [name]: limit } };
    const connected = await connectMcp(tool, surroundings, limits);
    if (!connected.ok) throw new Error(connected.problem);
    onTestFinished(() => connected.connection.close());
    const results = [];
    for (let number = 0; number < 6; number++) results.push(await connected.connection.call("go", {}));
    expect(results[0]).toMatchObject({ status: "success" });
    expect(results.at(-1)).toEqual({
      status: "error",
      content: `stub did not answer: ${words}`,
      unavailable: true,
    });
  });

  test("is ended when its time is over, also between two calls", async () => {
    const { tool, surroundings } = stubServer("");
    const connected = await connectMcp(tool, surroundings, { ...MCP_LIMITS, seconds: 3 });
    if (!connected.ok) throw new Error(connected.problem);
    onTestFinished(() => connected.connection.close());
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(await connected.connection.call("go", {})).toMatchObject({ unavailable: true });
  });

  test("is not sent a call that is larger than any message", async () => {
    const { tool, surroundings } = stubServer("");
    const connected = await connectMcp(tool, surroundings);
    if (!connected.ok) throw new Error(connected.problem);
    onTestFinished(() => connected.connection.close());
    expect((await connected.connection.call("go", { text: "x".repeat(9e6) })).content).toBe(
      "stub did not answer: a message to the server has more than 8,388,608 bytes",
    );
  });
});

type Handler = (message: { id?: number; method?: string }, response: ServerResponse) => void;

const INITIALIZED = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
};

/** A server at an address that greets correctly; everything else is left to the handler. */
async function addressOf(handle: Handler, more: Record<string, unknown> = {}) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.on("error", () => {});
    const message = request.method === "POST" ? await messageIn(request) : { method: request.method };
    if (message.method !== "initialize") return handle(message, response);
    json(response, { id: message.id, result: INITIALIZED.initialize });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { tool, surroundings } = stubServer("");
  const parsed = mcpServer.parse({ url, timeout_seconds: 2, ...more });
  return { tool: { ...tool, behaviour: { kind: "mcp" as const, server: parsed, files: [] } }, surroundings };
}

async function messageIn(request: IncomingMessage): Promise<{ id?: number; method?: string }> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

function json(response: ServerResponse, message: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

function events(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;

/** Answers everything but calls correctly. */
const politeBut =
  (call: Handler): Handler =>
  (message, response) => {
    if (message.method === "tools/call") return call(message, response);
    if (message.method === "GET") return void response.writeHead(405).end();
    response.writeHead(202).end();
  };

function flood(response: ServerResponse, make: (number: number) => string): void {
  let number = 0;
  const more = (): void => {
    if (response.destroyed) return;
    for (let at = 0; at < 200; at++) if (!response.write(make(number++))) return void response.once("drain", more);
    setImmediate(more);
  };
  more();
}

const SMALL_BOMB = gzipSync(Buffer.alloc(100_000_000, " "));

describe("a server at an address", () => {
  test.each<[string, Handler, string]>([
    [
      "pings and answers no reply",
      (message, response) => {
        if (message.method === "GET") return void response.writeHead(405).end();
        if (message.method === "notifications/initialized") return void response.writeHead(202).end();
        if (message.method !== "tools/call") return;
        events(response);
        flood(response, (number) => event({ id: `p${number}`, method: "ping" }));
      },
      "the server left more than 64 messages to it unread",
    ],
    [
      "pings and answers every reply",
      politeBut((_, response) => {
        events(response);
        const pings = (number: number) => {
          if (!response.destroyed) response.write(event({ id: `p${number}`, method: "ping" }));
          if (number < 5000) setImmediate(pings, number + 1);
        };
        pings(0);
      }),
      "the server asked for more than 1,000 replies in one call",
    ],
    [
      "tells of its progress",
      politeBut((_, response) => {
        events(response);
        flood(response, (progress) =>
          event({ method: "notifications/progress", params: { progressToken: 1, progress } }),
        );
      }),
      "the server sent more than 10,000 messages during one call",
    ],
    [
      "sends comments",
      politeBut((_, response) => {
        events(response);
        flood(response, () => ": nothing\n\n".repeat(100));
      }),
      "the server sent more than 40,000 lines during one call",
    ],
    [
      "sends one event without end",
      politeBut((_, response) => {
        events(response);
        response.write("data: ");
        flood(response, () => "x".repeat(1000));
      }),
      "the server sent a message of more than 8,388,608 bytes",
    ],
    [
      "sends an event of many lines",
      politeBut((_, response) => {
        events(response);
        flood(response, () => `data: ${"x".repeat(100_000)}\n`);
      }),
      "the server sent more than 16,777,216 bytes during one call",
    ],
    [
      "nests its answer",
      politeBut(({ id }, response) => {
        events(response);
        const lists = "[".repeat(100_000) + "]".repeat(100_000);
        response.write(`data: {"jsonrpc":"2.0","id":${id},"result":{"content":${lists}}}\n\n`);
      }),
      "the server sent a message that is nested more than 200 levels deep",
    ],
    [
      "answers with a million objects",
      politeBut(({ id }, response) => json(response, { id, result: { content: Array(1e6).fill({}) } })),
      "the server sent more than 250,000 values during one call",
    ],
    [
      "answers with what unpacks to a thousand times its size",
      politeBut((_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
        response.end(SMALL_BOMB);
      }),
      "the server sent a message of more than 8,388,608 bytes",
    ],
    [
      "answers with a byte now and then",
      politeBut((_, response) => {
        events(response);
        const more = setInterval(() => response.write(":"), 100);
        response.on("close", () => clearInterval(more));
      }),
      "there was no answer within 2 seconds",
    ],
    [
      "leads elsewhere",
      politeBut((_, response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end()),
      "fetch failed",
    ],
    [
      "ends in the middle of its answer",
      politeBut((_, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
        response.write('{"jsonrpc"');
        setTimeout(() => response.destroy(), 50);
      }),
      "terminated",
    ],
    [
      "never takes the word that the greeting is over",
      (message, response) => {
        if (message.method === "GET") response.writeHead(405).end();
      },
      "there was no answer within 2 seconds",
    ],
    [
      "takes it a byte at a time",
      (message, response) => {
        if (message.method === "GET") return void response.writeHead(405).end();
        response.writeHead(200, { "content-type": "text/plain" });
        const more = setInterval(() => response.write("."), 100);
        response.on("close", () => clearInterval(more));
      },
      "there was no answer within 2 seconds",
    ],
    [
      "floods the stream beside its answers",
      (message, response) => {
        if (message.method !== "GET")
          return message.method === "tools/call" ? undefined : void response.writeHead(202).end();
        events(response);
        flood(response, () => event({ method: "notifications/message", params: { level: "info", data: "x" } }));
      },
      "messages during one call",
    ],
  ])("that %s makes its tool unavailable", async (_, handle, words) => {
    const timeout_seconds = words.includes("no answer within 2") ? 2 : 60;
    expect(await callOf(await addressOf(handle, { timeout_seconds }))).toMatchObject({
      unavailable: true,
      content: expect.stringContaining(words),
    });
  });

  test("that answers in many small pieces is read like any other", async () => {
    const text = "y".repeat(50_000);
    const handle = politeBut(({ id }, response) => {
      events(response);
      const whole = event({ id, result: { content: [{ type: "text", text }] } });
      for (let at = 0; at < whole.length; at += 100) response.write(whole.slice(at, at + 100));
      response.end();
    });
    expect(await callOf(await addressOf(handle))).toMatchObject({ status: "success", content: text });
  });

  test("that pings now and then, and tells of its progress, is answered and heard", async () => {
    let replies = 0;
    const handle = politeBut(({ id }, response) => {
      events(response);
      for (let number = 0; number < 20; number++) response.write(event({ id: `p${number}`, method: "ping" }));
      setTimeout(() => response.end(event({ id, result: go })), 300);
    });
    const counting: Handler = (message, response) => {
      if (message.method === undefined) replies += 1;
      handle(message, response);
    };
    expect(await callOf(await addressOf(counting))).toMatchObject({ status: "success", content: "done" });
    expect(replies).toBe(20);
  });
});
