import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { TOOL_NAMES } from "../../config/index.ts";
import { canonicalHash } from "../../text/index.ts";
import { executeTool, type ToolSurroundings } from "./execute-tool.ts";
import { toolDefinitions } from "./tool-definitions.ts";

function surroundings(overrides: Partial<ToolSurroundings> = {}): ToolSurroundings {
  const root = temporaryFolder();
  const [workspace, tmp] = [join(root, "workspace"), join(root, "tmp")];
  mkdirSync(workspace);
  mkdirSync(tmp);
  const sandbox = { ok: false, reason: "No sandbox works here." } as const;
  return { allowed: TOOL_NAMES, sandbox, workspace, tmp, network: false, diskBytes: 1024 ** 3, env: {}, ...overrides };
}

const call = (name: string, given: unknown, where = surroundings()) =>
  executeTool({ name, argumentsJson: typeof given === "string" ? given : JSON.stringify(given) }, where);

test("definitions come in the order of the case, each once, and their bytes are part of a trial's identity", () => {
  expect(toolDefinitions(["write_file", "read_file", "write_file"]).map((tool) => tool.function.name)).toEqual([
    "write_file",
    "read_file",
  ]);
  // A change here makes every stored trial with tools a new one. That may be right, but must not happen by accident.
  expect(canonicalHash(toolDefinitions(TOOL_NAMES)).slice(0, 16)).toBe("d213e45634caed60");
});

test.each(["exec_shell", "rm_rf", "constructor", "__proto__", ""])(
  "%j is not executed unless the case lists it",
  async (name) => {
    const result = await call(name, { command: "true" }, surroundings({ allowed: ["read_file"] }));
    expect(result).toEqual({
      status: "error",
      content: `There is no tool ${JSON.stringify(name)} here; available: read_file.`,
    });
  },
);

test.each([
  ['{"path": "a"', "the arguments are not JSON"],
  ["[1]", "the arguments must be a JSON object"],
  ["null", "the arguments must be a JSON object"],
  ["{}", "path is missing"],
  ["", "path is missing"],
  ['{"path": 1}', "path must be a string"],
  ['{"path": "a", "mode": "r"}', 'there is no argument "mode"; known: path, offset'],
  ['{"path": "a", "__proto__": {}}', 'there is no argument "__proto__"'],
  ['{"path": "a", "offset": -1}', "offset must be at least 0"],
  ['{"path": "a", "offset": 1.5}', "offset must be an integer"],
])("arguments %s are answered with what is wrong", async (given, problem) => {
  const result = await call("read_file", given);
  expect(result.status).toBe("error");
  expect(result.content).toContain(`read_file was not executed: ${problem}`);
});

test("exec_shell without a sandbox is refused with the reason", async () => {
  expect(await call("exec_shell", { command: "true" })).toEqual({
    status: "error",
    content: "exec_shell is not available: No sandbox works here.",
    unavailable: true,
  });
});

test("files are written, listed and read back", async () => {
  const where = surroundings();
  expect(await call("list_files", {}, where)).toEqual({ status: "success", content: "(empty)" });
  expect(await call("write_file", { path: "d/a.txt", content: "héllo" }, where)).toEqual({
    status: "success",
    content: "wrote 6 bytes to d/a.txt",
  });
  await call("write_file", { path: "d/a.txt", content: "!", append: true }, where);
  expect(await call("list_files", { path: null }, where)).toEqual({ status: "success", content: "d/" });
  expect(await call("list_files", { path: "/workspace/d" }, where)).toEqual({
    status: "success",
    content: "a.txt (7 bytes)",
  });
  expect(await call("read_file", { path: "d/a.txt", offset: null }, where)).toEqual({
    status: "success",
    content: "héllo!",
  });
  expect(readFileSync(join(where.workspace, "d/a.txt"), "utf8")).toBe("héllo!");
});

test.each([
  ["read_file", { path: "no" }, "no does not exist"],
  ["read_file", { path: "." }, ". is a folder; list_files shows what is in it"],
  ["read_file", { path: "/etc/passwd" }, "/etc/passwd is outside this trial's folders"],
  ["list_files", { path: "no" }, "no does not exist"],
  ["list_files", { path: "/" }, "is outside this trial's folders"],
  ["write_file", { path: "/etc/x", content: "" }, "/etc/x is outside this trial's folders"],
  ["write_file", { path: "a", content: "x".repeat(11 * 1024 * 1024) }, "content is longer than"],
])("%s %j fails with words", async (name, given, words) => {
  const result = await call(name, given);
  expect(result.status).toBe("error");
  expect(result.content).toContain(words);
});

test("a long file is read in parts that fit together, no character cut in two", async () => {
  const where = surroundings();
  const text = `x${"é".repeat(80_000)}`;
  writeFileSync(join(where.workspace, "long"), text);
  const first = (await call("read_file", { path: "long" }, where)).content;
  const next = /\n\(\d+ more bytes; read on with offset (\d+)\)$/.exec(first);
  expect(next?.[1]).toBe("99999");
  const second = (await call("read_file", { path: "long", offset: 99_999 }, where)).content;
  expect(first.replace(next![0], "") + second).toBe(text);
});

test("a command longer than the system takes is answered with what to do", async () => {
  const sandbox = {
    ok: true,
    sandbox: { kind: "unsafe_host", run: () => Promise.reject(new Error("not reached")) },
  } as const;
  const result = await call("exec_shell", { command: "x".repeat(130_000) }, surroundings({ sandbox }));
  expect(result.content).toContain("write it to a file with write_file");
});

test("web_search without a service says how to configure one", async () => {
  const result = await call("web_search", { query: "x" });
  expect(result.status).toBe("error");
  expect(result.content).toContain("set SEARXNG_BASE_URL");
  expect(result.content).toContain("BRAVE_SEARCH_API_KEY");
});

test("web_search asks SearXNG", async () => {
  const { url, seen } = await service((response) =>
    response.end(
      JSON.stringify({
        results: [
          { title: "One <b>two</b>", url: "http://a", content: "An  extract" },
          { title: "x", url: "http://b", content: null },
          { nothing: 1 },
        ],
      }),
    ),
  );
  const env = { SEARXNG_BASE_URL: `${url}/searx/` };
  expect(await call("web_search", { query: "a b&c", count: 1 }, surroundings({ env }))).toEqual({
    status: "success",
    content: "1. One two\n   http://a\n   An extract",
  });
  expect(seen.map(({ url }) => url)).toEqual(["/searx/search?q=a+b%26c&format=json"]);
});

test("web_search asks Brave with its key", async () => {
  const { url, seen } = await service((response) =>
    response.end(JSON.stringify({ web: { results: [{ title: "T", url: "http://a", description: "D" }] } })),
  );
  const env = { BRAVE_SEARCH_API_KEY: "brave-key", BRAVE_SEARCH_BASE_URL: url };
  expect((await call("web_search", { query: "q" }, surroundings({ env }))).content).toBe("1. T\n   http://a\n   D");
  expect(seen[0]?.url).toBe("/res/v1/web/search?q=q&count=5");
  expect(seen[0]?.headers["x-subscription-token"]).toBe("brave-key");
});

test.each([
  [(response: ServerResponse) => response.writeHead(429).end("slow down"), "SearXNG answered with HTTP 429"],
  [(response: ServerResponse) => response.end("<html>"), "SearXNG could not be asked: "],
  [(response: ServerResponse) => response.destroy(), "SearXNG could not be asked: "],
])("a search service that fails is an error result", async (answer, words) => {
  const { url } = await service(answer);
  const result = await call("web_search", { query: "q" }, surroundings({ env: { SEARXNG_BASE_URL: url } }));
  expect(result.status).toBe("error");
  expect(result.content).toContain(words);
});

test.each(["{}", '{"results": 5}', '{"results": [null, 1]}', "null"])("an answer of %s is no results", async (body) => {
  const { url } = await service((response) => response.end(body));
  const result = await call("web_search", { query: "q" }, surroundings({ env: { SEARXNG_BASE_URL: url } }));
  expect(result).toEqual({ status: "success", content: "no results" });
});

async function service(answer: (response: ServerResponse) => void): Promise<{ url: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}
