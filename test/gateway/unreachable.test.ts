import { createServer as createPlainServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { judgedWorkspace, KEY } from "../judging/judged-workspace.ts";
import { protocolAtWork } from "../store/three-protocols.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { PROTOCOLS } from "../torture/protocols.ts";

interface Listening {
  listen(port: number, host: string, then: () => void): unknown;
  address(): unknown;
  close(): unknown;
}

async function portOf(server: Listening): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

/** A port without a listener: one that was just released. */
async function freePort(): Promise<number> {
  const server = createPlainServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const at = (url: string) => ({ env: { OPENROUTER_BASE_URL: url, OPENROUTER_API_KEY: KEY } });
const json = ["--output", "json", "--no-files"];

describe("TLS and plain HTTP mixed up", () => {
  test("https:// where the server speaks plain HTTP: it is said at once, and the campaign ends", async () => {
    const provider = await scriptedProvider(() => "never");
    const { call } = await judgedWorkspace();
    const { code, stdout } = await call("run-eval", json, at(provider.baseUrl.replace("http:", "https:")));
    expect(code).toBe(1);
    expect(stdout).toContain("The server speaks plain HTTP there, and the base URL says https://");
    expect(provider.requests).toHaveLength(0);
  });

  test("http:// where the server speaks TLS: it is said at once", async () => {
    const server = createTlsServer({});
    server.on("tlsClientError", (_, socket) => socket.destroy());
    const port = await portOf(server);
    const { call } = await judgedWorkspace({ files: { "configs/run_profiles/p.yaml": RETRY_ONCE } });
    const { code, stdout } = await call("run-eval", json, at(`http://127.0.0.1:${port}`));
    expect(code).toBe(1);
    expect(stdout).toContain("If the server speaks TLS there, write https:// in the base URL.");
  });

  test.each([
    ["nginx", "<html><center>The plain HTTP request was sent to HTTPS port</center></html>"],
    ["Go", "Client sent an HTTP request to an HTTPS server.\n"],
  ])("what %s says about it is understood", async (_, body) => {
    const provider = await scriptedProvider(() => ({ status: 400, body }));
    const { call } = await judgedWorkspace();
    const { stdout } = await call("run-eval", json, at(provider.baseUrl));
    expect(stdout).toContain("The server speaks TLS there: write https:// in the base URL.");
  });
});

const RETRY_ONCE = `schema_version: 1
run_profile_id: p
title: Impatient
runner_defaults: { retries: 1 }
execution_policy: { max_concurrency: 1 }
`;

describe("a server that is down", () => {
  test("ends the campaign after a few trials, and says what to look at", async () => {
    const { call } = await judgedWorkspace({ files: { "configs/run_profiles/p.yaml": RETRY_ONCE } });
    const { code, stdout } = await call("run-eval", json, at(`http://127.0.0.1:${await freePort()}`));
    expect(code).toBe(1);
    const { trials } = JSON.parse(stdout);
    const words = JSON.stringify(trials);
    expect(words).toContain("Is the server running, and is the base URL right?");
    expect(trials.filter(({ reason }: { reason: string }) => reason === "not run").length).toBeGreaterThan(0);
  });
});

describe.each(PROTOCOLS)("%s with a judge that talks instead of answering", (protocol) => {
  test("shows how its answer began", async () => {
    const prose = "Well, I think the second answer is rather good, because it is short.";
    const { cwd, judge } = await protocolAtWork(protocol, { questions: 1, answer: () => prose });
    const { stdout } = await judge({ cwd, words: protocol === "rubric" ? [] : ["--output", "json"] });
    const { readFileSync } = await import("node:fs");
    const shown =
      protocol === "rubric" ? readFileSync(`${cwd}/outputs/rubric/samples/judgements.jsonl`, "utf8") : stdout;
    expect(shown).toContain("Well, I think the second answer is rather good");
  });
});

test("a time-out says which setting to raise", async () => {
  const provider = await scriptedProvider(() => ({ status: 200, hang: "before_headers" }));
  const profile = RETRY_ONCE.replace("retries: 1", "retries: 0, timeout_seconds: 0.2");
  const { call } = await judgedWorkspace({ files: { "configs/run_profiles/p.yaml": profile } });
  const { stdout } = await call("run-eval", json, at(provider.baseUrl));
  expect(stdout).toContain("within 0.2 s. If it needs longer, raise timeout_seconds.");
});
