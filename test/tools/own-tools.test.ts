import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { callsInTurn, onTools, resultsOf, toolFile, toolWorkspace } from "./support.ts";

const ORDERS = {
  description: "Looks up an order.",
  parameters: {
    type: "object",
    properties: { order_id: { type: "string" }, deep: { type: "object" } },
    required: ["order_id"],
    additionalProperties: false,
  },
  answers: [
    { arguments: { order_id: "A-1", deep: { a: [1, 2] } }, answer: "by value" },
    { arguments: { order_id: "A-1" }, answer: { status: "shipped" } },
    { pattern: { order_id: "^B-\\d+$" }, answer: "no such order", error: true },
    { schema: { properties: { order_id: { maxLength: 2 } } }, answer: "by schema" },
  ],
};

describe("fixed answers", () => {
  test("the first answer that matches is given; what breaks the schema is told; what matches nothing fails loudly", async () => {
    const provider = await callsInTurn(
      ["orders", { order_id: "A-1", deep: { b: 0, a: [1, 2] } }],
      ["orders", { order_id: "A-1", deep: { a: [1] } }],
      ["orders", { order_id: "B-77" }],
      ["orders", { order_id: "zz" }],
      ["orders", { order_id: 5 }],
      ["orders", { order_id: "A-1", more: 1 }],
      ["orders", "[1]"],
    );
    const root = toolWorkspace(["orders"], toolFile("orders", ORDERS), {
      profile: { runner_defaults: { max_turns: 20 } },
    });
    const { run, stderr, code } = await onTools("run", root, provider);
    expect(resultsOf(run)).toEqual([
      "success: by value",
      'success: {"status":"shipped"}',
      "error: no such order",
      "success: by schema",
      "error: orders was not executed: order_id must be string.",
      'error: orders was not executed: the arguments must not have additional properties ("more").',
      "error: orders was not executed: the arguments must be a JSON object.",
    ]);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("matched none")]);
    expect(provider.requests[0]!.body.tools).toEqual([
      {
        type: "function",
        function: { name: "orders", description: ORDERS.description, parameters: ORDERS.parameters },
      },
    ]);
    // Nothing of the machine is touched by them.
    expect(run.artifacts).toEqual([]);
  });

  test("a call without an answer is an error for the model, and run, trace and report name it", async () => {
    const provider = await callsInTurn(["orders", { order_id: "C-long" }]);
    const judge = {
      schema_version: 1,
      evaluation_profile_id: "e",
      title: "E",
      judges: [{ judge_id: "j", type: "llm_probe", judge_model: "offline/judge" }],
      judge_runs: [{ judge_run_id: "r", judge_id: "j" }],
    };
    const root = toolWorkspace(["orders"], {
      ...toolFile("orders", ORDERS),
      "configs/evaluation_profiles/e.yaml": JSON.stringify(judge),
    });
    const ran = await onTools("run", root, provider);
    expect(resultsOf(ran.run)).toEqual(["error: orders failed: it has no answer to these arguments."]);
    expect(ran.run.trace).toContainEqual(
      expect.objectContaining({
        event: "tool_call_unanswered",
        message: 'orders has no answer to {"order_id":"C-long"}',
      }),
    );
    expect(ran.stderr).toContain('orders: 1 call matched none of its answers and failed: {"order_id":"C-long"}');
    const judged = await onTools("run-eval", root, provider, ["--evaluation-profile", "e"]);
    expect(judged.stdout).toContain('m1/a #1: orders has no answer to {"order_id":"C-long"}');
    const later = await onTools("report", root, provider, ["--evaluation-profile", "e", "--output", "json"]);
    expect(JSON.parse(later.stdout).warnings).toContain('m1/a #1: orders has no answer to {"order_id":"C-long"}');
  });

  test("a default answers every other call, and a built-in tool can be played", async () => {
    const played = { name: "read_file", description: "Reads.", default: { answer: "nothing there", error: true } };
    const provider = await callsInTurn(["read_file", {}], ["write_file", { path: "a", content: "b" }]);
    const { run } = await onTools("run", toolWorkspace([played]), provider);
    expect(resultsOf(run)).toEqual([
      "error: nothing there",
      'error: There is no tool "write_file" here; available: read_file.',
    ]);
  });

  test("definition and answers are part of the identity; what is only a comment is not", async () => {
    const provider = await callsInTurn(["orders", { order_id: "A-1" }]);
    const root = toolWorkspace(["orders"], toolFile("orders", ORDERS));
    const path = join(root, "configs/tools/orders.yaml");
    await onTools("run", root, provider);
    const reused = async () => (await onTools("run", root, provider)).stdout.includes("0 executed, 1 reused");
    expect(await reused()).toBe(true);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, `# a comment\n${text}`);
    expect(await reused()).toBe(true);
    writeFileSync(path, text.replace("shipped", "lost"));
    const plan = await onTools("plan", root, provider);
    expect(plan.stdout).toContain("1 × changed: tool_behaviours");
    expect(plan.stdout).toMatch(/orders +fixed answers +orders +1/);
    writeFileSync(path, text.replace("Looks up an order.", "Finds orders."));
    expect((await onTools("plan", root, provider)).stdout).toContain("1 × changed: tools");
  });

  test("a hostile call is answered, whatever it holds", async () => {
    const deep = `{"order_id":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    const provider = await callsInTurn(
      ["orders", deep],
      ["orders", `{"order_id": "${"B-1".repeat(500_000)}"}`],
      ["orders", '{"__proto__": {"order_id": "A-1"}}'],
      ["orders", '{"order_id": "A-1", "constructor": 1}'],
    );
    const { run, code } = await onTools("run", toolWorkspace(["orders"], toolFile("orders", ORDERS)), provider);
    const results = resultsOf(run);
    expect(results[0]).toBe("error: orders was not executed: the arguments are nested more than 64 deep.");
    expect(results[1]).toBe("error: orders failed: it has no answer to these arguments.");
    expect(results[2]).toContain("error: orders was not executed: the arguments ");
    expect(results[3]).toContain('the arguments must not have additional properties ("constructor")');
    expect(code).toBe(0);
  });
});

describe.skipIf(lacks("sandbox"))("scripts", () => {
  const script = (path: string, more = {}) =>
    toolFile("calc", {
      description: "Calculates.",
      parameters: { type: "object", properties: { n: { type: "number" } } },
      script: path,
      ...more,
    });

  test("get arguments on stdin and answer on stdout, in Python, JavaScript and shell alike", async () => {
    const files = {
      "configs/tools/a.py": "import json, sys\nprint(json.load(sys.stdin)['n'] * 2)\n",
      "configs/tools/b.mjs":
        "let text = ''; for await (const part of process.stdin) text += part; console.log(JSON.parse(text).n * 3);",
      "configs/tools/c.sh": "cat; cat /tool/data/words.txt",
      "configs/tools/data/words.txt": " and words",
      ...toolFile("a", { description: "A", script: "a.py", parameters: { type: "object" } }),
      ...toolFile("b", { description: "B", script: "b.mjs", parameters: { type: "object" } }),
      ...toolFile("c", { description: "C", script: "c.sh", parameters: { type: "object" }, files: ["data"] }),
    };
    const provider = await callsInTurn(["a", { n: 21 }], ["b", { n: 21 }], ["c", { n: 21 }]);
    const { run } = await onTools("run", toolWorkspace(["a", "b", "c"], files), provider);
    expect(resultsOf(run)).toEqual(["success: 42", "success: 63", 'success: {"n":21} and words']);
  });

  test("a script that fails is a failed call; it shares the trial's workspace and sees nothing of yours", async () => {
    const files = {
      ...script("s.sh"),
      "configs/tools/s.sh": 'echo "$SECRET_KEY" > left.txt; ls / >> left.txt; echo broken >&2; exit 3',
    };
    const provider = await callsInTurn(["calc", { n: 1 }], ["read_file", { path: "left.txt" }]);
    const root = toolWorkspace(["calc", "read_file"], files);
    const { run } = await onTools("run", root, provider, [], { env: { SECRET_KEY: "very-secret-value-42" } });
    const [failed, left] = resultsOf(run);
    expect(failed).toBe("error: exit code: 3\nstderr:\nbroken\n");
    expect(left).toMatch(/^success: \n/);
    expect(left).not.toMatch(/\bhome\b|\broot\b/);
  });

  test("the script's content is part of the identity, its files' too", async () => {
    const provider = await callsInTurn(["calc", { n: 1 }]);
    const root = toolWorkspace(["calc"], {
      ...script("s.sh", { files: ["data"] }),
      "configs/tools/s.sh": "echo 1",
      "configs/tools/data/a": "1",
    });
    await onTools("run", root, provider);
    for (const [file, text] of [
      ["s.sh", "echo 2"],
      ["data/a", "2"],
      ["data/b", ""],
    ] as const) {
      writeFileSync(join(root, "configs/tools", file), text);
      expect((await onTools("run", root, provider)).stdout, file).toContain("1 executed");
      expect((await onTools("run", root, provider)).stdout, file).toContain("1 reused");
    }
  });
});

describe("tools offline", () => {
  test("offline/diligent calls them, spelt out or by what they are about", async () => {
    const parameters = {
      type: "object",
      properties: { order_id: { type: "string", pattern: "^A-\\d$" } },
      required: ["order_id"],
    };
    const decoy = { name: "delete_order", description: "Deletes.", parameters, default: { answer: "deleted" } };
    const files = toolFile("lookup_order", { ...ORDERS, parameters });
    const shape = { models: ["offline/diligent"], question: "What is the status of order A-1?" };
    const { run } = await onTools("run", toolWorkspace(["lookup_order", decoy], files, shape), { baseUrl: "" });
    expect(run.final_output).toBe('lookup_order gave: "{"status":"shipped"}"');
  });
});

describe("tools elsewhere", () => {
  test("a variant offers them in place of those of the case, and every row of a dataset has those of its case", async () => {
    const provider = await callsInTurn(["orders", { order_id: "A-1" }]);
    const root = toolWorkspace(["read_file"], toolFile("orders", ORDERS));
    const suite = join(root, "configs/suites/s.yaml");
    const variants = [{ variant_id: "with_orders", tools: ["orders"] }, { variant_id: "plain" }];
    writeFileSync(suite, JSON.stringify({ ...JSON.parse(readFileSync(suite, "utf8")), variants }));
    const path = join(root, "configs/cases/a/test.yaml");
    const testCase = { ...JSON.parse(readFileSync(path, "utf8")), dataset: { rows: [{ q: "one" }, { q: "two" }] } };
    testCase.input.messages[0].content = "{{q}}";
    writeFileSync(path, JSON.stringify(testCase));
    const { runs, stderr } = await onTools("run", root, provider);
    const shown = runs.map((run: { identity: { case_id: string }; trace: never[] }) => resultsOf(run)[0]).sort();
    expect(shown, stderr).toEqual([
      'error: There is no tool "orders" here; available: read_file.',
      'error: There is no tool "orders" here; available: read_file.',
      'success: {"status":"shipped"}',
      'success: {"status":"shipped"}',
    ]);
  });
});
