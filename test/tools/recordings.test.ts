import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { REDACTED } from "../../src/text/index.ts";
import { lacks } from "../support/needs.ts";
import { writeFiles } from "../support/temporary.ts";
import { callsInTurn, onTools, resultsOf, toolFile, toolWorkspace } from "./support.ts";

/** Says what it was asked and how often, so that a second answer differs from the first. */
const COUNTING = `n=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) > count; printf '%s ' $((n + 1)); cat`;
const TOOL = toolFile("ask", {
  description: "Answers.",
  parameters: { type: "object" },
  script: "ask.sh",
  recordings: "ask.jsonl",
});
const files = { ...TOOL, "configs/tools/ask.sh": COUNTING };
const call = (given: unknown, ...contents: string[]) =>
  JSON.stringify({
    tool: "ask",
    arguments: given,
    answers: contents.map((content) => ({ status: "success", content })),
  });
const recorded = (root: string) => readFileSync(join(root, "configs/tools/ask.jsonl"), "utf8");

describe.skipIf(lacks("sandbox"))("recording", () => {
  test("writes every call once, in an order of its own; what is asked twice has two answers", async () => {
    const provider = await callsInTurn(["ask", { z: 1, a: 2 }], ["ask", { b: 1 }], ["ask", { a: 2, z: 1 }]);
    const root = toolWorkspace(["ask"], files);
    await onTools("run", root, provider);
    expect(existsSync(join(root, "configs/tools/ask.jsonl"))).toBe(false);
    const { stderr } = await onTools("run", root, provider, ["--record-tools"]);
    expect(stderr).toContain(
      "configs/tools/ask.jsonl: 2 recorded calls, 2 of them from this run; the next run replays them",
    );
    expect(recorded(root)).toBe(
      `${call({ a: 2, z: 1 }, '1 {"z":1,"a":2}', '3 {"a":2,"z":1}')}\n${call({ b: 1 }, '2 {"b":1}')}\n`,
    );
    const replayed = await onTools("run", root, provider);
    expect(replayed.stdout).toContain("1 executed");
    expect(resultsOf(replayed.run)).toEqual([
      'success: 1 {"z":1,"a":2}',
      'success: 2 {"b":1}',
      'success: 3 {"a":2,"z":1}',
    ]);
  });

  test("keeps what other cases recorded, and the first answer where trials differ", async () => {
    const provider = await callsInTurn(["ask", { n: 1 }]);
    const root = toolWorkspace(
      ["ask"],
      {
        ...files,
        "configs/tools/ask.sh": "cat /proc/sys/kernel/random/uuid",
        "configs/tools/ask.jsonl": `${call({ old: true }, "kept")}\n`,
      },
      { cases: ["a", "b"] },
    );
    const { stderr, runs } = await onTools("run", root, provider, ["--record-tools"]);
    const [first] = resultsOf(runs[0]);
    expect(recorded(root)).toBe(
      `${call({ n: 1 }, first!.slice("success: ".length))}\n${call({ old: true }, "kept")}\n`,
    );
    expect(stderr).toContain('trials had different answers to ask {"n":1}; those of the first trial were kept');
  });

  test("takes secrets out, of what is asked and of what is answered", async () => {
    const secret = "sk-or-v1-0123456789abcdef0123456789abcdef";
    const provider = await callsInTurn(["ask", { note: `my key is ${secret}` }]);
    const root = toolWorkspace(["ask"], files);
    const env = { MY_API_KEY: secret };
    await onTools("run", root, provider, ["--record-tools"], { env });
    expect(recorded(root)).not.toContain("0123456789abcdef");
    expect(recorded(root).split(REDACTED)).toHaveLength(3);
    const replayed = await onTools("run", root, provider, [], { env });
    expect([replayed.code, resultsOf(replayed.run)[0]]).toEqual([0, expect.stringMatching(/^success: 1 /)]);
  });
});

describe("replaying", () => {
  const at = "configs/tools/ask.jsonl";

  test("needs neither script nor sandbox, gives the last answer again, and says what nobody asked for", async () => {
    const provider = await callsInTurn(["ask", { n: 1 }], ["ask", { n: 1 }], ["ask", { n: 1 }]);
    const lines = [call({ n: 1 }, "one", "two"), call({ n: 2 }, "unused"), call({ n: 3 }, "unused")];
    const root = toolWorkspace(
      ["ask"],
      { ...files, [at]: `${lines.join("\n")}\n` },
      { profile: { sandbox: "sandbox_exec" } },
    );
    const { run, stderr, code } = await onTools("run", root, provider);
    expect(resultsOf(run)).toEqual(["success: one", "success: two", "success: two"]);
    expect(stderr).toContain(`${at}: 2 of 3 recorded calls were not used: ask {"n":2}, ask {"n":3}`);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("sandbox")]);
    // Stored results were not asked for again, so unused recordings are unknown.
    expect((await onTools("run", root, provider)).stderr).not.toContain("not used");
  });

  test("a call that was never recorded ends the trial: it is no failure of the subject, and runs again", async () => {
    const provider = await callsInTurn(["ask", { n: 5 }]);
    const root = toolWorkspace(["ask"], { ...files, [at]: `${call({ n: 1 }, "one")}\n` });
    const { run, stdout, code } = await onTools("run", root, provider);
    expect([code, run.status, run.failure.stage]).toEqual([1, "provider_error", "tool"]);
    expect(run.failure.message).toBe(
      `ask {"n":5} is not in ${at}; \`assay run --record-tools\` records what is asked now`,
    );
    expect(stdout).toContain(run.failure.message);
    expect((await onTools("plan", root, provider)).stdout).toContain("1 × last time: provider_error");
  });

  test("what was recorded is part of the identity, and what the script would do is not", async () => {
    const provider = await callsInTurn(["ask", { n: 1 }]);
    const root = toolWorkspace(["ask"], { ...files, [at]: `${call({ n: 1 }, "one")}\n` });
    await onTools("run", root, provider);
    writeFiles(root, { "configs/tools/ask.sh": "echo changed" });
    expect((await onTools("run", root, provider)).stdout).toContain("1 reused");
    writeFiles(root, { [at]: `${call({ n: 1 }, "other")}\n` });
    expect((await onTools("plan", root, provider)).stdout).toContain("1 × changed: tool_behaviours");
    expect(resultsOf((await onTools("run", root, provider)).run)).toEqual(["success: other"]);
  });
});
