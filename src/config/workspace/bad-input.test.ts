import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { validatePaths } from "../index.ts";

const suite = "configs/suites/s.yaml";
const valid = "schema_version: 1\nsuite_id: s\ntitle: S\nmodels: [{ model_id: m }]\n";

/** Lists errors as `line:column field: message`. */
async function errorsOf(root: string): Promise<string[]> {
  const { diagnostics } = await validatePaths({ cwd: root, paths: [] });
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ line, column, field, message }) => {
      const place = line === undefined ? "" : `${line}:${column} `;
      return `${place}${field ? `${field}: ` : ""}${message}`;
    });
}

const errorsIn = (text: string | Uint8Array) => errorsOf(temporaryFolder({ [suite]: text }));

describe("a file that is not what it should be is named with its place", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["an empty file", "", "1:1 is empty; expected a mapping of fields such as `schema_version: 1`"],
    ["only a comment", "# later\n", "1:1 is empty; expected a mapping of fields such as `schema_version: 1`"],
    ["a list", "- schema_version: 1\n", "1:1 expected a mapping, found a list of 1"],
    ["a sentence", "Hello there\n", '1:1 expected a mapping, found "Hello there"'],
    ["a tab as indent", "models:\n\t- model_id: m\n", "2:1 tabs may not indent YAML; use spaces"],
    ["a duplicate key", `${valid}title: T\n`, "5:1 this key appears twice in the same mapping; remove one"],
    [
      "two documents",
      `${valid}---\n${valid}`,
      "5:1 a second document starts here (`---`); expected one document per file",
    ],
    ["an unknown tag", `${valid}metadata: !env HOME\n`, "5:11 this tag is not understood"],
    ["an unclosed bracket", "models: [1, 2\n", "2:1 is not valid YAML"],
    ["an alias without an anchor", `${valid}metadata: *base\n`, "5:11 no anchor `&base` comes before this alias"],
    ["an alias that contains itself", `${valid}metadata: &a\n  inner: *a\n`, "6:10 the alias `*a` contains itself"],
    ["a number that JSON lacks", `${valid}metadata: { n: .nan }\n`, "5:16 .nan is not a number in JSON"],
    [
      "a number with too many digits",
      `${valid}metadata: { n: 12345678901234567890 }\n`,
      "5:16 12345678901234567890 has more digits",
    ],
    ["a mapping as a key", `${valid}metadata: { ? [a] : b }\n`, "5:15 a key must be plain text"],
    [
      "bytes that are not UTF-8",
      Buffer.concat([Buffer.from("schema_version: 1\ntitle: caf"), Buffer.from([0xe9, 0x0a])]),
      "2:11 is not valid UTF-8 here; save it as UTF-8",
    ],
    ["UTF-16", Buffer.from("\ufefftitle: x", "utf16le"), "1:1 is UTF-16; save it as UTF-8"],
  ])("%s", async (_, text, expected) => {
    const [first, ...others] = await errorsIn(text);
    expect(first?.slice(0, expected.length)).toBe(expected);
    expect(others).toEqual([]);
  });

  test("the same key as a number and as text", async () => {
    const text = `${valid}metadata:\n  1: one\n  "1": uno\n`;
    expect(await errorsIn(text)).toEqual(["7:3 this key appears twice in the same mapping; remove one"]);
  });

  test("an id with letters beyond a to z, with an id that would do", async () => {
    const root = temporaryFolder({ "configs/suites/größe.yaml": valid.replace("suite_id: s", "suite_id: größe") });
    const { diagnostics } = await validatePaths({ cwd: root, paths: [] });
    expect(diagnostics.find(({ severity }) => severity === "error")).toMatchObject({
      field: "suite_id",
      message: expect.stringContaining('found "größe"'),
      suggestion: 'Did you mean "grosse"?',
    });
  });
});

describe("what lies in the place of a file", () => {
  test("a directory", async () => {
    const root = temporaryFolder({ "configs/suites/s.yaml/inner.txt": "" });
    expect(await errorsOf(root)).toEqual(["is a directory; expected a file"]);
  });

  test("a symbolic link that leads to itself", async () => {
    const root = temporaryFolder({ "configs/suites/other.txt": "" });
    symlinkSync("s.yaml", join(root, suite));
    expect(await errorsOf(root)).toEqual(["is a symbolic link that leads back to itself"]);
  });

  test("a named pipe, which is not waited on", async () => {
    const root = temporaryFolder({ "configs/suites/other.txt": "" });
    execFileSync("mkfifo", [join(root, suite)]);
    expect(await errorsOf(root)).toEqual(["is not a regular file"]);
  });

  test("a file of hundreds of megabytes, which is not read", async () => {
    const root = temporaryFolder({ [suite]: "" });
    truncateSync(join(root, suite), 300 * 1024 * 1024);
    expect(await errorsOf(root)).toEqual(["is 300 MB; at most 32 MB are read"]);
  });

  test("a folder that is a link to itself", async () => {
    const root = temporaryFolder({ [suite]: valid });
    symlinkSync("cases", join(root, "configs/cases"));
    expect(await errorsOf(root)).toEqual(["is a symbolic link that leads back to itself"]);
  });

  test("a folder of cases that links back to its parent", async () => {
    const root = temporaryFolder({ [suite]: valid });
    mkdirSync(join(root, "configs/cases/group"), { recursive: true });
    symlinkSync("..", join(root, "configs/cases/group/again"));
    expect(await errorsOf(root)).toEqual([]);
  });
});

describe("large and hostile files end in time", () => {
  test("an alias bomb is refused", async () => {
    const letters = "abcdefghij".split("");
    const lines = letters.map((letter, index) => {
      const inner = index === 0 ? "x" : `*${letters[index - 1]}`;
      return `  ${letter}: &${letter} [${Array(9).fill(inner).join(", ")}]`;
    });
    expect(await errorsIn(`${valid}metadata:\n${lines.join("\n")}\n`)).toEqual([
      "1:1 repeats its anchors more than 1000 times through aliases; write the values out",
    ]);
  });

  test("100,000 brackets are refused", async () => {
    expect(await errorsIn(`${valid}metadata: ${"[".repeat(100_000)}`)).toEqual([
      "5:210 is nested more than 200 levels deep",
    ]);
  });

  test("5 MB of keys are read, and a mistake in the last line is found there", async () => {
    let text = `${valid}metadata:\n`;
    for (let index = 0; text.length < 5_000_000; index++) text += `  key_${index}: a value that is not long\n`;
    const lines = text.split("\n").length;
    expect(await errorsIn(`${text}titel: S\n`)).toEqual([
      `${lines}:1 titel: is not a known field here; fields here: schema_version, suite_id, title, models, variants, case_selection, openclaw, agent, metadata`,
    ]);
  }, 60_000);
});

describe("what editors and people do is understood", () => {
  test("Windows line ends and a byte order mark", async () => {
    expect(await errorsIn(`\ufeff${valid.replaceAll("\n", "\r\n")}`)).toEqual([]);
  });

  test("with Windows line ends, places are still right", async () => {
    expect(await errorsIn(`${valid}metadata: 1\n`.replaceAll("\n", "\r\n"))).toEqual([
      "5:11 metadata: expected a mapping, found 1",
    ]);
  });

  test("anchors, aliases and merge keys, and a mistake in merged text is found where it stands", async () => {
    const text = `schema_version: 1
suite_id: s
title: S
models:
  - &base
    model_id: a
    label: ""
  - <<: *base
    model_id: b
    label: B
`;
    expect(await errorsIn(text.replace('label: ""', "label: A"))).toEqual([]);
    expect(await errorsIn(text.replace("    label: B\n", ""))).toEqual([
      "7:12 models[0].label: must not be empty",
      "7:12 models[1].label: must not be empty",
    ]);
  });

  test("JSON in YAML, indented by tabs", async () => {
    const text = JSON.stringify(
      { schema_version: 1, suite_id: "s", title: "S", models: [{ model_id: "m" }] },
      null,
      "\t",
    );
    expect(await errorsIn(text)).toEqual([]);
  });

  test("YAML 1.2: `no` and `on` are text, and are not taken for false and true", async () => {
    const text = "schema_version: 1\nrun_profile_id: r\ntitle: R\nexecution_policy:\n  fail_fast: no\n";
    const { diagnostics } = await validatePaths({
      cwd: temporaryFolder({ "configs/run_profiles/r.yaml": text }),
      paths: [],
    });
    expect(diagnostics).toMatchObject([
      { line: 5, column: 14, expected: "true or false", found: '"no"', suggestion: "Did you mean false?" },
    ]);
  });
});
