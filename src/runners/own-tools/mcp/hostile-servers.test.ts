import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../../../../test/support/needs.ts";
import { stubServer } from "../../../../test/support/stub-mcp-server.ts";
import { mcpServer } from "../../../config/index.ts";
import { planServer } from "../plan-tools.ts";
import { connectMcp } from "./connect.ts";
import { discoverTools } from "./discover.ts";

async function discover(source: string, more?: Record<string, unknown>) {
  const { tool, surroundings } = stubServer(source, more);
  return await discoverTools(tool, surroundings);
}

async function call(source: string, more?: Record<string, unknown>) {
  const { tool, surroundings } = stubServer(source, more);
  const connected = await connectMcp(tool, surroundings);
  if (!connected.ok) throw new Error(connected.problem);
  try {
    return await connected.connection.call("go", {});
  } finally {
    await connected.connection.close();
  }
}

describe.skipIf(lacks("sandbox"))("a server that means no good", () => {
  test.each([
    [
      "prints without end, without a line",
      'answers["tools/list"] = () => setInterval(() => process.stdout.write("x".repeat(1e6)), 1) && undefined;',
      "sent a message of more than 8,388,608 bytes",
    ],
    [
      "floods with notifications",
      'answers["tools/list"] = () => { for (let i = 0; i < 20000; i++) send({ method: "notifications/message", params: { level: "info", data: i } }); };',
      "sent more than 10,000 messages during one call",
    ],
    [
      "lists tools without end",
      'let page = 0; answers["tools/list"] = () => ({ tools: [tool("t" + page)], nextCursor: String(++page) });',
      "goes on listing tools after 50 pages",
    ],
    [
      "lists too many tools",
      'answers["tools/list"] = () => ({ tools: Array.from({ length: 1500 }, (_, i) => tool("t" + i)) });',
      "lists more tools than anybody could use",
    ],
    [
      "describes one tool in a book",
      'answers["tools/list"] = () => ({ tools: [tool("go", { description: "x".repeat(3e6) })] });',
      "lists more tools than anybody could use",
    ],
    ["lists a tool twice", 'answers["tools/list"] = () => ({ tools: [tool("go"), tool("go")] });', 'lists "go" twice'],
    ["lists nonsense", 'answers["tools/list"] = () => ({ tools: "none" });', "could not be asked"],
    ["dies at once", "console.error('cannot start'); process.exit(1);", "the server ended (exit code 1): cannot start"],
    ["never says hello", "answers.initialize = () => undefined;", "there was no answer within 2 seconds"],
    [
      "speaks no JSON",
      'answers.initialize = () => { console.log("{broken"); };',
      "there was no answer within 2 seconds",
    ],
    [
      "answers others' questions",
      'answers["tools/list"] = () => { send({ id: 999, result: {} }); send({ id: "x", result: {} }); };',
      "there was no answer within 2 seconds",
    ],
    [
      "fills the disk",
      'import { writeFileSync } from "node:fs"; answers["tools/list"] = () => { for (let i = 0; ; i++) writeFileSync("f" + i, Buffer.alloc(1e6)); };',
      "the server was ended (disk limit)",
    ],
  ])("and %s is ended with a reason", async (_, source, words) => {
    const timeout = words.includes("within 2") ? { timeout_seconds: 2 } : {};
    const discovered = await discover(source, timeout);
    expect(discovered).toEqual({ ok: false, problem: expect.stringMatching(/^tool stub: /) });
    expect((discovered as { problem: string }).problem).toContain(words);
  });

  test.each([
    [
      "dies in the middle of a call",
      'answers["tools/call"] = () => process.exit(3);',
      "stub did not answer: the server ended (exit code 3)",
    ],
    ["never answers a call", 'answers["tools/call"] = () => undefined;', "there was no answer within 2 seconds"],
    [
      "answers without end",
      'answers["tools/call"] = () => setInterval(() => process.stdout.write("y".repeat(1e6)), 1) && undefined;',
      "sent a message of more than 8,388,608 bytes",
    ],
  ])("and %s makes the tool unavailable: the subject is not to blame", async (_, source, words) => {
    const result = await call(source, { timeout_seconds: 2 });
    expect(result).toMatchObject({ status: "error", unavailable: true, content: expect.stringContaining(words) });
  });

  test.each([
    [
      "an error of its own",
      'answers["tools/call"] = (_, id) => send({ id, error: { code: -32602, message: "no such thing" } });',
      { status: "error", content: expect.stringContaining("no such thing") },
    ],
    [
      "a failed call",
      'answers["tools/call"] = () => ({ ...text("did not work"), isError: true });',
      { status: "error", content: "did not work" },
    ],
    [
      "a picture",
      'answers["tools/call"] = () => ({ content: [{ type: "image", data: "QUJD", mimeType: "image/png" }] });',
      { status: "success", content: "[image: image/png, 4 characters of base64]" },
    ],
    [
      "more than fits",
      'answers["tools/call"] = () => text("z".repeat(150000));',
      { status: "success", content: expect.stringMatching(/^z{100000}\n\(50000 more characters are not shown\)$/) },
    ],
    [
      "a question back, which nobody answers",
      'answers["tools/call"] = (_, id) => { send({ id: "q", method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } }); return text("went on"); };',
      { status: "success", content: "went on" },
    ],
  ])("%s is an answer for the model", async (_, source, expected) => {
    const result = await call(source);
    expect(result).toEqual(expected);
    expect(result.unavailable).toBeUndefined();
  });

  test("it cannot write on the terminal with its last words", async () => {
    const discovered = await discover("process.stderr.write('\\u001b[2Jgone\\u009b31m\\u202e'); process.exit(1);");
    expect(discovered).toMatchObject({ problem: expect.stringMatching(/\(exit code 1\): +\[2Jgone 31m$/) });
  });

  test("it has no network, no file of ours and no key", async () => {
    const source = `import { existsSync } from "node:fs"; import { connect } from "node:net";
      answers["tools/call"] = (_, id) => { const socket = connect(80, "1.1.1.1");
        socket.on("error", ({ code }) => send({ id, result: text([code, existsSync("/root"), existsSync("/home"), process.env.ASSAY_TEST_KEY, process.env.GIVEN].join()) })); };`;
    const { tool, surroundings } = stubServer(source, { env: { GIVEN: "is $ASSAY_TEST_GIVEN" } });
    const connected = await connectMcp(tool, {
      ...surroundings,
      env: { ASSAY_TEST_KEY: "key", ASSAY_TEST_GIVEN: "there" },
    });
    if (!connected.ok) throw new Error(connected.problem);
    onTestFinished(() => connected.connection.close());
    expect((await connected.connection.call("go", {})).content).toBe("ENETUNREACH,false,false,,is there");
  });
});

describe("names of tools", () => {
  const named = (...names: string[]) =>
    names.map((name) => ({ name, description: "", parameters: { type: "object" } }));
  const planned = (served: ReturnType<typeof named>, more = {}) => planServer(stubServer("", more).tool, served, false);

  test.each([["a b"], ["ä"], [""], ["x".repeat(65)], ["../../etc"], ["a\u0000"]])("%j is refused", (name) => {
    expect(planned(named(name))).toMatchObject({
      ok: false,
      problem: expect.stringContaining("providers take only letters"),
    });
  });

  test("a name that is too long with its prefix is refused, and one that is left out harms nobody", () => {
    expect(planned(named("x".repeat(60)), { prefix: "shop_" }).ok).toBe(false);
    expect(planned(named("a b", "go"), { tools: ["go"] })).toMatchObject({ ok: true, tools: [{ answersTo: "go" }] });
  });

  test("a tool that the server lacks is told with the nearest name", () => {
    expect(planned(named("read_file"), { tools: ["readfile"] })).toMatchObject({
      problem: 'tool stub: the server has no tool "readfile". Did you mean "read_file"?',
    });
    expect(planned([])).toMatchObject({ problem: "tool stub: the server offers no tools" });
  });
});

describe("an address", () => {
  async function address(answer: (response: ServerResponse) => void): Promise<string> {
    const server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  test.each<[string, (response: ServerResponse) => void, string]>([
    [
      "that refuses us",
      (response) => response.writeHead(401).end("who are you"),
      "tool stub: its MCP server could not be asked",
    ],
    [
      "that is some web page",
      (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
      "tool stub: its MCP server could not be asked",
    ],
    [
      "that leads elsewhere",
      (response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
      "tool stub: its MCP server could not be asked",
    ],
    ["that never answers", () => {}, "there was no answer within 2 seconds"],
    [
      "that sends without end",
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const more = setInterval(() => response.write("x".repeat(1e6)), 1);
        response.on("close", () => clearInterval(more));
      },
      "tool stub: its MCP server could not be asked",
    ],
  ])("%s is a sentence", async (_, answer, words) => {
    const { tool, surroundings } = stubServer("");
    const server = mcpServer.parse({ url: await address(answer), timeout_seconds: 2 });
    const discovered = await discoverTools({ ...tool, behaviour: { kind: "mcp", server, files: [] } }, surroundings);
    expect(discovered).toEqual({ ok: false, problem: expect.stringContaining(words) });
  });

  test("where nobody listens is a sentence", async () => {
    const { tool, surroundings } = stubServer("");
    const server = mcpServer.parse({ url: "http://127.0.0.1:9/mcp" });
    const discovered = await discoverTools({ ...tool, behaviour: { kind: "mcp", server, files: [] } }, surroundings);
    expect(discovered).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/could not be asked: .*(?:ECONNREFUSED|fetch failed|bad port)/),
    });
  });
});
