import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { campaignWorkspace, onCampaign, readRecord, records, storedFiles } from "./workspace.ts";

const KEY = 'sk-or-v1-"quoted"/0123456789abcdef';

function expectNoTrace(root: string): void {
  const forms = [KEY, JSON.stringify(KEY).slice(1, -1), encodeURIComponent(KEY), Buffer.from(KEY).toString("hex")];
  for (const path of storedFiles(root)) {
    const content = readFileSync(join(root, "outputs", path));
    for (const form of forms) expect(content.includes(form), `${path} holds the key`).toBe(false);
    expect(content.includes(Buffer.from(KEY).toString("base64").slice(0, -4)), `${path} holds it in base64`).toBe(
      false,
    );
  }
}

test("a key that the model repeats in its answer stands in no file", async () => {
  const provider = await scriptedProvider([`The key is ${KEY}, in base64 ${Buffer.from(KEY).toString("base64")}.`]);
  const root = campaignWorkspace();
  const { code } = await onCampaign("run", root, [], {
    env: { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY },
  });
  expect(code).toBe(0);
  expect(readRecord(root, records(root)[0]!).final_output).toBe("The key is [redacted], in base64 [redacted].");
  expectNoTrace(root);
});

test("a key that a case's own message holds stands in no file, and the run is reused all the same", async () => {
  const provider = await scriptedProvider(["Done."]);
  const root = campaignWorkspace({ question: `Use ${KEY}.` });
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY };
  await onCampaign("run", root, [], { env });
  expectNoTrace(root);
  expect((await onCampaign("run", root, [], { env })).stdout).toContain("1 trial (0 executed, 1 reused)");
});

test("a key that an error message of the provider repeats stands in no file and not in the report", async () => {
  const provider = await scriptedProvider([{ status: 400, body: { error: { message: `bad key ${KEY}` } } }]);
  const root = campaignWorkspace();
  const { stdout, stderr } = await onCampaign("run", root, [], {
    env: { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY },
  });
  expectNoTrace(root);
  expect(stdout + stderr).not.toContain(KEY);
});

describe.skipIf(lacks("sandbox"))("with a shell", () => {
  test("a key that the subject writes into files stands in none of those that are kept", async () => {
    const write = (path: string, content: string) => ({ name: "write_file", arguments: { path, content } });
    const command = `printf '%s' '${KEY}' > by-shell.txt; printf '\\0%s' '${KEY}' > binary.bin; env > env.txt`;
    const provider = await scriptedProvider([
      { tool_calls: [write("by-tool.txt", KEY), { id: "2", name: "exec_shell", arguments: { command } }] },
      "Written.",
    ]);
    const root = campaignWorkspace({ tools: ["write_file", "exec_shell"] });
    await onCampaign("run", root, [], { env: { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY } });
    const kept = storedFiles(root).filter((path) => /^artifacts\/.*\/workspace\//.test(path));
    expect(kept.map((path) => path.split("/").at(-1))).toEqual([
      "binary.bin",
      "by-shell.txt",
      "by-tool.txt",
      "env.txt",
    ]);
    expectNoTrace(root);
  });
});
