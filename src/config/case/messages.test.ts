import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { loadCase } from "./load-case.ts";

/** Loads a case whose only message comes from a file. */
async function loadWith(files: Record<string, string>, source: string, role = "user") {
  const root = temporaryFolder({
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`configs/cases/c/${name}`, text])),
    "configs/cases/c/test.yaml": `schema_version: 1
case_id: c
title: C
runner: { type: llm_probe }
input:
  messages:
    - { role: system, content: Be brief. }
    - { role: ${role}, name: ann, source: ${source} }
`,
  });
  const { loaded, diagnostics } = loadCase(join(root, "configs/cases/c/test.yaml"), root);
  return {
    messages: loaded?.messages.slice(1),
    problems: diagnostics.map(
      ({ file, line, column, field, message }) =>
        `${file.replace("configs/cases/c/", "")}:${line}:${column} ${field === undefined ? "" : `${field}: `}${message}`,
    ),
  };
}

describe("a message from a file", () => {
  test.each([
    ["YAML", { "m.yaml": "role: assistant\ncontent: Hi\n" }, "{ path: m.yaml }"],
    ["YML", { "m.yml": "role: assistant\ncontent: Hi\n" }, "{ path: m.yml }"],
    ["JSON", { "m.json": '{\n\t"role": "assistant",\n\t"content": "Hi"\n}' }, "{ path: m.json }"],
    ["YAML by its format", { m: "role: assistant\ncontent: Hi\n" }, "{ path: m, format: yaml }"],
  ])("%s keeps the role that stands in the file", async (_, files, source) => {
    expect(await loadWith(files, source)).toEqual({ messages: [{ role: "assistant", content: "Hi" }], problems: [] });
  });

  test.each(["m.txt", "m.md", "sub/M.TXT"])("%s is the content of the message that refers to it", async (name) => {
    expect(await loadWith({ [name]: "Line one\nrole: none\n" }, `{ path: ${name} }`, "assistant")).toEqual({
      messages: [{ role: "assistant", name: "ann", content: "Line one\nrole: none\n" }],
      problems: [],
    });
  });

  test("a list takes the place of the message that refers to it, in order", async () => {
    const file =
      "- { role: user, content: One }\n- { role: assistant, content: Two, name: bob }\n- { role: user, content: Three }\n";
    expect((await loadWith({ "m.yaml": file }, "{ path: m.yaml }")).messages).toEqual([
      { role: "user", content: "One" },
      { role: "assistant", content: "Two", name: "bob" },
      { role: "user", content: "Three" },
    ]);
  });

  test.each([
    [
      "an unknown role",
      "- role: user\n  content: One\n- role: boss\n  content: Two\n",
      "m.yaml:3:9 [1].role: expected system, user, assistant or tool",
    ],
    ["no content", "role: user\n", "m.yaml:1:1 content: is missing; expected text"],
    [
      "another source",
      "role: user\ncontent: x\nsource: { path: m.yaml }\n",
      "m.yaml:3:1 source: a message file may not refer to another file",
    ],
    ["an empty list", "[]\n", "m.yaml:1:1 has no message"],
    ["broken YAML", "role: [\n", "m.yaml:2:1 is not valid YAML"],
    ["an empty file", "", "m.yaml:1:1 is empty"],
  ])("with %s is refused where the mistake stands", async (_, text, expected) => {
    const { messages, problems } = await loadWith({ "m.yaml": text }, "{ path: m.yaml }");
    expect(problems).toEqual([expect.stringContaining(expected)]);
    expect(messages).toBeUndefined();
  });

  test("whose format cannot be told needs one", async () => {
    expect((await loadWith({ "m.prompt": "Hi" }, "{ path: m.prompt }")).problems).toEqual([
      'test.yaml:8:48 input.messages[1].source.path: the format of "m.prompt" cannot be recognised by its extension; add `format: yaml`, `json` or `text`',
    ]);
  });

  test("called JSON has to be JSON", async () => {
    expect((await loadWith({ "m.json": "{role: user, content: Hi}" }, "{ path: m.json }")).problems).toEqual([
      expect.stringContaining("m.json:1:2 is not valid JSON"),
    ]);
  });
});
