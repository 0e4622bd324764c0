import { describe, expect, test } from "vitest";
import { caseAt, problemsOf } from "../support/small-workspace.ts";

const DESCRIBED = "description: Looks up an order.";
const PARAMETERS = "parameters: { type: object, properties: { id: { type: string } }, required: [id] }";
const ANSWERS = 'answers: [{ arguments: { id: "1" }, answer: shipped }]';

/** A file of configs/tools/ and a case that names it. */
function toolFile(...lines: string[]): Record<string, string> {
  return {
    "configs/tools/orders.yaml": `schema_version: 1\ntool_id: orders\n${lines.join("\n")}\n`,
    ...caseAt("c", "  context: { llm_probe: { tools: [orders] } }\n"),
  };
}

/** A case whose list of tools is this text. */
const listed = (tools: string) => caseAt("c", `  context: { llm_probe: { tools: ${tools} } }\n`);
const script = { "configs/tools/run.py": "print(1)", "configs/tools/data/a.json": "{}" };
const recording = (...lines: unknown[]) => ({
  "configs/tools/calls.jsonl": lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
});
const CALL = { tool: "orders", arguments: { id: "1" }, answers: [{ status: "success", content: "shipped" }] };
/** Lists in a call's arguments, one in the other. */
const nested = (levels: number) =>
  `{"tool":"orders","arguments":{"id":${"[".repeat(levels)}${"]".repeat(levels)}},"answers":[{"status":"success","content":""}]}`;

const accepts: [string, Record<string, string>][] = [
  ["fixed answers by value", toolFile(DESCRIBED, PARAMETERS, ANSWERS)],
  ["a tool without parameters", toolFile(DESCRIBED, "default: { answer: sunny }")],
  [
    "answers by pattern",
    toolFile(DESCRIBED, PARAMETERS, 'answers: [{ pattern: { id: "^A-\\\\d+$" }, answer: { ok: true } }]'),
  ],
  [
    "answers by schema",
    toolFile(DESCRIBED, PARAMETERS, "answers: [{ schema: { required: [id] }, answer: null, error: true }]"),
  ],
  [
    "a default that is an error",
    toolFile(DESCRIBED, PARAMETERS, ANSWERS, "default: { answer: no such order, error: true }"),
  ],
  ["a name of its own", toolFile("name: find-order_2", DESCRIBED, ANSWERS)],
  ["the name of a built-in tool that the case does not list", toolFile("name: read_file", DESCRIBED, ANSWERS)],
  ["a script with files", { ...toolFile(DESCRIBED, "script: run.py", "files: [data]"), ...script }],
  [
    "a server by command",
    { ...toolFile("mcp: { command: [python3, run.py], env: { KEY: $ORDER_KEY } }", "files: [run.py]"), ...script },
  ],
  [
    "a server by address",
    toolFile("mcp: { url: 'http://localhost:1/mcp', headers: { Authorization: Bearer $TOKEN } }"),
  ],
  [
    "some tools of a server under a prefix",
    toolFile("mcp: { url: 'http://localhost:1/mcp', tools: [a, b], prefix: shop_ }"),
  ],
  [
    "recordings that are not there yet",
    { ...toolFile(DESCRIBED, "script: run.py", "recordings: new/calls.jsonl"), ...script },
  ],
  [
    "recordings",
    { ...toolFile(DESCRIBED, "script: run.py", "recordings: calls.jsonl"), ...script, ...recording(CALL, "") },
  ],
  ["a tool in the list of the case", listed(`[exec_shell, { name: orders, ${DESCRIBED}, ${ANSWERS} }]`)],
  ["a server in the list of the case", listed("[{ mcp: { url: 'https://example.org/mcp' } }]")],
  ["the same tool twice", listed("[exec_shell, exec_shell]")],
  [
    "draft 7 by name",
    toolFile(DESCRIBED, "parameters: { $schema: 'http://json-schema.org/draft-07/schema#', type: object }", ANSWERS),
  ],
];

const at = "configs/tools/orders.yaml";
const refuses: [string, Record<string, string>, string][] = [
  [
    "a tool that nobody knows",
    listed("[exec_shel]"),
    'configs/cases/c/test.yaml:7 input.context.llm_probe.tools[0]: expected exec_shell, read_file, write_file, list_files, web_search or the name of a file in configs/tools/, found "exec_shel" Did you mean "exec_shell"?',
  ],
  ["a misspelt tool file", { ...toolFile(DESCRIBED, ANSWERS), ...listed("[order]") }, 'Did you mean "orders"?'],
  ["no behaviour", toolFile(DESCRIBED, PARAMETERS), `${at}:1 needs exactly one of \`answers\`, \`script\` and \`mcp\``],
  [
    "two behaviours",
    { ...toolFile(DESCRIBED, ANSWERS, "script: run.py"), ...script },
    `${at}:5 script: needs exactly one of`,
  ],
  ["a tool without a description", toolFile(ANSWERS), `${at}:1 description: is missing`],
  ["an inline tool without a name", listed(`[{ ${DESCRIBED}, ${ANSWERS} }]`), "tools[0].name: is missing"],
  [
    "a name that no provider takes",
    toolFile("name: find order", DESCRIBED, ANSWERS),
    `${at}:3 name: expected a tool name`,
  ],
  ["a broken schema", toolFile(DESCRIBED, "parameters: { type: objekt }", ANSWERS), `${at}:4 parameters.type: `],
  ["a schema of no object", toolFile(DESCRIBED, "parameters: { type: string }", ANSWERS), "must say `type: object`"],
  [
    "a schema that lies elsewhere",
    toolFile(DESCRIBED, "parameters: { type: object, $ref: 'http://x/y' }", ANSWERS),
    "parameters.$ref: ",
  ],
  [
    "a pattern that could take for ever",
    toolFile(DESCRIBED, 'answers: [{ pattern: { id: "(a)\\\\1" }, answer: x }]'),
    "answers[0].pattern.id: is not a pattern that can be searched for: back-references are not supported",
  ],
  [
    "an answer that matches nothing in particular",
    toolFile(DESCRIBED, "answers: [{ answer: x }]"),
    "answers[0]: needs `arguments`, `pattern` or `schema`",
  ],
  ["an answer without an answer", toolFile(DESCRIBED, "answers: [{ arguments: {} }]"), "answers[0].answer: is missing"],
  [
    "a misspelt field of an answer",
    toolFile(DESCRIBED, "answers: [{ argument: {}, answer: x }]"),
    'Did you mean "arguments"?',
  ],
  ["a misspelt field of a tool", toolFile(DESCRIBED, ANSWERS, "recording: x"), 'Did you mean "recordings"?'],
  [
    "a misspelt field of an inline tool",
    listed(`[{ name: x, descripton: y, ${ANSWERS} }]`),
    'Did you mean "description"?',
  ],
  [
    "a script that is not there",
    toolFile(DESCRIBED, "script: gone.py"),
    `${at}:4 script: the script "gone.py" does not exist`,
  ],
  ["a script outside the workspace", toolFile(DESCRIBED, "script: ../../../../../../../../../etc/hostname"), "script:"],
  [
    "a script that nothing runs",
    { ...toolFile(DESCRIBED, "script: run.rb"), "configs/tools/run.rb": "" },
    "expected a file ending in .js",
  ],
  [
    "files for fixed answers",
    { ...toolFile(DESCRIBED, ANSWERS, "files: [run.py]"), ...script },
    `${at}:5 files: is for a \`script\``,
  ],
  ["recordings of fixed answers", toolFile(DESCRIBED, ANSWERS, "recordings: x.jsonl"), "recordings: has no use here"],
  [
    "a server that is described",
    toolFile(DESCRIBED, "mcp: { url: 'http://x/mcp' }"),
    `${at}:3 description: comes from the MCP server itself`,
  ],
  [
    "a server with command and url",
    toolFile("mcp: { command: [a], url: 'http://x' }"),
    "mcp: needs either `command` or `url`",
  ],
  ["a server with neither", toolFile("mcp: { prefix: a }"), "mcp: needs either `command` or `url`"],
  ["headers for a command", toolFile("mcp: { command: [a], headers: { A: b } }"), "mcp.headers: is for a `url`"],
  ["an environment for a url", toolFile("mcp: { url: 'http://x', env: { A: b } }"), "mcp.env: is for a `command`"],
  ["an address that is none", toolFile("mcp: { url: 'ftp://x' }"), "mcp.url: expected an http or https URL"],
  [
    "a password in an address",
    toolFile("mcp: { url: 'http://me:secret@x/mcp' }"),
    "must not contain a password; use `headers`",
  ],
  ["an empty command", toolFile("mcp: { command: [] }"), "mcp.command: needs at least the program"],
  [
    "files for a url",
    { ...toolFile("mcp: { url: 'http://x' }", "files: [run.py]"), ...script },
    "files: is for a `command`",
  ],
  [
    "an id that is not the file's name",
    {
      ...listed("[orders]"),
      "configs/tools/orders.yaml": `schema_version: 1\ntool_id: other\n${DESCRIBED}\n${ANSWERS}\n`,
    },
    "tool_id: must match its file's name",
  ],
  [
    "an id of a built-in tool",
    {
      "configs/tools/exec_shell.yaml": `schema_version: 1\ntool_id: exec_shell\n${DESCRIBED}\n${ANSWERS}\n`,
      ...caseAt("c"),
    },
    "is the name of a built-in tool",
  ],
  [
    "two tools of one name",
    listed(`[read_file, { name: read_file, ${DESCRIBED}, ${ANSWERS} }]`),
    'tools[1]: a tool of this list is called "read_file" already',
  ],
  [
    "recordings that are not JSON",
    { ...toolFile(DESCRIBED, "script: run.py", "recordings: calls.jsonl"), ...script, ...recording(CALL, "{") },
    "configs/tools/calls.jsonl:2 is not JSON",
  ],
  [
    "recordings that are nested without end",
    {
      ...toolFile(DESCRIBED, "script: run.py", "recordings: calls.jsonl"),
      ...script,
      ...recording(CALL, nested(200_000)),
    },
    "configs/tools/calls.jsonl:2 is nested more than 500 levels deep",
  ],
  [
    "recordings of something else",
    { ...toolFile(DESCRIBED, "script: run.py", "recordings: calls.jsonl"), ...script, ...recording({ a: 1 }) },
    "configs/tools/calls.jsonl:1 is neither",
  ],
  [
    "a call that is recorded twice",
    { ...toolFile(DESCRIBED, "script: run.py", "recordings: calls.jsonl"), ...script, ...recording(CALL, CALL) },
    "calls.jsonl:2 repeats a call",
  ],
  [
    "recordings of a server without its tools",
    { ...toolFile("mcp: { url: 'http://x' }", "recordings: calls.jsonl"), ...recording(CALL) },
    "so the server's tools are unknown",
  ],
  [
    "recordings outside the workspace",
    { ...toolFile(DESCRIBED, "script: run.py", "recordings: ../../../calls.jsonl"), ...script },
    "is outside the workspace",
  ],
  ["a number for a tool", listed("[5]"), "tools[0]: expected a mapping or text, found 5"],
];

describe("tools of a case", () => {
  test.each(accepts)("%s: accepted", async (_, files) => expect(await problemsOf(files)).toEqual([]));

  test.each(refuses)("%s: refused", async (_, files, words) => {
    const problems = await problemsOf(files);
    expect(problems.join("\n")).toContain(words);
    expect(problems.every((problem) => !problem.startsWith("warning"))).toBe(true);
  });

  test("a broken tool file is told about once, however many cases use it", async () => {
    const files = { ...toolFile(ANSWERS), ...caseAt("d", "  context: { llm_probe: { tools: [orders] } }\n") };
    expect((await problemsOf(files)).filter((problem) => problem.includes("description"))).toHaveLength(1);
  });
});
