import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { counted } from "../../../test/support/parsed-forms.ts";
import { temporaryFolder, writeFiles } from "../../../test/support/temporary.ts";
import type { CaseFile } from "./load-case.ts";
import { loadCases } from "./load-cases.ts";

const CASE = "configs/cases/c/test.yaml";

/** Builds a case with placeholders inside texts, as whole texts, as numbers, in lists, in mappings and in paths. */
function document(value: Record<"text" | "number" | "flag" | "file" | "status", unknown>, rest: object = {}) {
  return {
    schema_version: 1,
    case_id: "c",
    title: `About ${value.text}`,
    runner: { type: "llm_probe", temperature: value.number },
    input: {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: `Say ${value.text} and ${value.text}.` },
        { role: "user", content: value.text },
      ],
      attachments: ["fixed.md", value.file],
    },
    expectations: { hard_expectations: [{ text: value.text, weight: value.number }, { text: "Fixed" }] },
    rubric: { scale: { min: 0, max: value.number }, anchors: { 0: `Not ${value.text}` } },
    deterministic_checks: [
      { check_id: "fixed", declarative: { kind: "final_response_present" } },
      { check_id: "number", required: value.flag, declarative: { kind: "tool_call_count", count: value.number } },
      { check_id: "status", declarative: { kind: "status_is", status: value.status } },
      { check_id: "text", declarative: { kind: "file_contains", path: value.file, text: value.text } },
    ],
    tags: [value.text, "fixed"],
    metadata: { deep: [{ whole: value.number, list: [value.flag] }] },
    ...rest,
  };
}

const PLACEHOLDERS = {
  text: "{{text}}",
  number: "{{number}}",
  flag: "{{flag}}",
  file: "{{file}}",
  status: "{{status}}",
};
const FILES = { "configs/cases/c/fixed.md": "Fixed", "configs/cases/c/a.md": "A", "configs/cases/c/b.md": "B" };

async function filesOf(root: string): Promise<CaseFile[]> {
  return (await loadCases(root)).files;
}

describe("a row", () => {
  const mostly = <Value>(good: fc.Arbitrary<Value>, bad: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 7, arbitrary: good }, { weight: 1, arbitrary: bad });
  const hostile = ["a", "{{", "}}", "{{text}}", "$&", "\\", '"', "\n", " ", "退", ": ", "#"];
  const row = fc.record({
    text: mostly(fc.string({ unit: fc.constantFrom(...hostile), minLength: 1 }), fc.constant("")),
    number: mostly<unknown>(fc.constantFrom(1, 2), fc.constantFrom(0, -1, 1.5, 3e9, "2", true, [1])),
    flag: mostly<unknown>(fc.boolean(), fc.constantFrom("true", 1)),
    file: mostly(fc.constantFrom("a.md", "b.md"), fc.constantFrom("none.md", "../x", "")),
    status: mostly(fc.constantFrom("success", "failed"), fc.constant("sucess")),
  });

  test("is the case that somebody would have written by hand, and refused where that one is", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const made = await filesOf(
          temporaryFolder({
            ...FILES,
            "configs/cases/c/rows.json": JSON.stringify(rows),
            [CASE]: stringify(document(PLACEHOLDERS as never, { dataset: { path: "rows.json" } })),
          }),
        );
        for (const [index, values] of rows.entries()) {
          const [byHand] = await filesOf(temporaryFolder({ ...FILES, [CASE]: stringify(document(values)) }));
          const ours = made[index]!.loaded;
          expect(ours === undefined, JSON.stringify(values)).toBe(byHand!.loaded === undefined);
          if (ours === undefined) continue;
          accepted += 1;
          const { row, path: _, attachments, ...rest } = ours;
          const { path: _2, attachments: theirs, ...expected } = byHand!.loaded!;
          expect(row).toBeDefined();
          expect(rest.case.case_id).toBe(`c--${row!.rowId}`);
          expect({ ...rest, case: { ...rest.case, case_id: "c" } }).toStrictEqual(expected);
          expect(attachments.map(({ sha256, filename }) => [sha256, filename])).toEqual(
            theirs.map(({ sha256, filename }) => [sha256, filename]),
          );
        }
      }),
      { numRuns: 60, seed: 14 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  test("of CSV gives numbers and truth values where the case wants them, and text elsewhere", async () => {
    const [file] = await filesOf(
      temporaryFolder({
        ...FILES,
        "configs/cases/c/rows.csv": "text,number,flag,file,status\n12,2,TRUE,a.md,failed\n",
        [CASE]: stringify(document(PLACEHOLDERS as never, { dataset: { path: "rows.csv" } })),
      }),
    );
    expect(file!.diagnostics).toEqual([]);
    const { deterministic_checks, expectations, metadata, tags } = file!.loaded!.case;
    expect(deterministic_checks[1]).toMatchObject({ required: true, declarative: { count: 2 } });
    expect(expectations!.hard_expectations[0]).toEqual({ text: "12", weight: 2 });
    expect(metadata).toEqual({ deep: [{ whole: "2", list: ["TRUE"] }] });
    expect(tags).toEqual(["12", "fixed"]);
  });
});

test("checks on the answer and expectations in one sentence take their values from the data", async () => {
  const checks = [{ check_id: "k", declarative: { kind: "response_equals", number: "{{n}}", tolerance: "{{t}}" } }];
  const rest = { deterministic_checks: checks, expectations: { hard_expectations: ["{{q}}"] } };
  const [file] = await filesOf(
    temporaryFolder({ "configs/cases/c/r.csv": "q,n,t\n12,-3.5,0.1\n", [CASE]: SMALL({ path: "r.csv" }, rest) }),
  );
  expect(file!.diagnostics).toEqual([]);
  expect(file!.loaded!.case.deterministic_checks[0]!.declarative).toMatchObject({ number: -3.5, tolerance: 0.1 });
  expect(file!.loaded!.case.expectations!.hard_expectations).toEqual([{ text: "12", weight: 1 }]);
});

const SMALL = (dataset: object, rest: object = {}) =>
  stringify({
    schema_version: 1,
    case_id: "c",
    title: "C",
    runner: { type: "llm_probe" },
    input: { messages: [{ role: "user", content: "{{q}}" }] },
    dataset,
    ...rest,
  });
const told = (files: CaseFile[]) => [...new Set(files.flatMap(({ diagnostics }) => diagnostics))];

describe("what is told", () => {
  test("columns that nothing uses are named once; those of ids and filters are used", async () => {
    const files = await filesOf(
      temporaryFolder({
        "configs/cases/c/rows.csv": "id,q,lang,note,owner\na,1,en,x,y\nb,2,en,x,y\n",
        [CASE]: SMALL({ path: "rows.csv", id_column: "id", filter: { lang: "en" } }),
      }),
    );
    expect(files).toHaveLength(2);
    expect(told(files)).toEqual([
      expect.objectContaining({
        severity: "warning",
        field: "dataset",
        message: 'nothing uses the columns "note", "owner" of configs/cases/c/rows.csv',
      }),
    ]);
  });

  test("of a thousand broken rows the first ten are explained and the rest counted; whole rows stay cases", async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => (index === 500 ? { q: "fine" } : { q: null }));
    const files = await filesOf(
      temporaryFolder({ "configs/cases/c/r.json": JSON.stringify(rows), [CASE]: SMALL({ path: "r.json" }) }),
    );
    expect(files.filter(({ loaded }) => loaded !== undefined).map(({ caseId }) => caseId)).toHaveLength(1);
    const problems = told(files);
    expect(problems).toHaveLength(11);
    expect(problems.at(-1)!.message).toBe("989 more rows do not make valid cases");
    expect(files.every(({ loaded, diagnostics }) => loaded !== undefined || diagnostics.length > 0)).toBe(true);
  });

  test("of a thousand ragged rows of CSV the first ten are explained and the rest counted", async () => {
    const files = await filesOf(
      temporaryFolder({ "configs/cases/c/r.csv": `q,a\n${"1\n".repeat(1000)}`, [CASE]: SMALL({ path: "r.csv" }) }),
    );
    expect(told(files).map(({ line, message }) => `${line} ${message}`)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `${index + 2} expected 2 cells as in the header, found 1`),
      "undefined 990 more rows are wrong",
    ]);
  });

  test.each([
    ["csv", "q,a\n"],
    ["jsonl", ""],
  ])("300,000 broken lines of %s are counted, not searched for one by one", async (format, header) => {
    const files = await filesOf(
      temporaryFolder({
        [`configs/cases/c/r.${format}`]: `${header}${"{\n".repeat(300_000)}`,
        [CASE]: SMALL({ path: `r.${format}` }),
      }),
    );
    expect(told(files).at(-1)!.message).toBe("299990 more rows are wrong");
  });

  test("a warning about every row is told once", async () => {
    const files = await filesOf(
      temporaryFolder({
        [CASE]: SMALL(
          { rows: [{ q: "1" }, { q: "2" }] },
          { input: { messages: [{ role: "tool", content: "{{q}}" }] } },
        ),
      }),
    );
    expect(told(files).map(({ severity, message }) => `${severity} ${message.slice(0, 21)}`)).toEqual([
      "warning most providers refuse",
    ]);
  });

  test("a placeholder that was written without quotes is a sentence about quotes", async () => {
    const text = SMALL({ rows: [{ q: "1" }] }).replace('"{{q}}"', "{{q}}");
    const problems = told(await filesOf(temporaryFolder({ [CASE]: text })));
    expect(problems.map(({ message }) => message)).toEqual(['a text that begins with braces needs quotes: "{{q}}"']);
  });

  test("a sample larger than the data is a warning, and everything is taken", async () => {
    const files = await filesOf(
      temporaryFolder({ [CASE]: SMALL({ rows: [{ q: "1" }, { q: "2" }], sample: { count: 3 } }) }),
    );
    expect(files).toHaveLength(2);
    expect(told(files).map(({ message }) => message)).toEqual(["is more than the 2 rows there are; all are taken"]);
  });

  test("a filter value that no row has is a warning with the value that was meant", async () => {
    const dataset = {
      rows: [
        { q: "1", lang: "english" },
        { q: "2", lang: "german" },
      ],
      filter: { lang: ["english", "germam"] },
    };
    const files = await filesOf(temporaryFolder({ [CASE]: SMALL(dataset) }));
    expect(told(files)).toEqual([
      expect.objectContaining({ severity: "warning", suggestion: 'Did you mean "german"?' }),
    ]);
  });
});

describe("ids in a workspace", () => {
  const other = (id: string) => SMALL({ rows: [{ q: "1" }] }).replace("case_id: c\n", `case_id: ${id}\n`);
  const plain = (id: string) =>
    stringify({
      schema_version: 1,
      case_id: id,
      title: "P",
      runner: { type: "llm_probe" },
      input: { messages: [{ role: "user", content: "Hi" }] },
    });

  test("a case may not be called as a row is, whatever the case of the letters", async () => {
    const files = await filesOf(
      temporaryFolder({
        [CASE]: SMALL({
          rows: [
            { q: "1", id: "a" },
            { q: "2", id: "b" },
          ],
          id_column: "id",
        }),
        "configs/cases/C--A/test.yaml": plain("C--A"),
      }),
    );
    expect(told(files).map(({ message }) => message)).toEqual([
      expect.stringContaining("is already the id of configs/cases/"),
    ]);
  });

  test("nobody else may have the id of a case with a dataset, because a selection would mean both", async () => {
    const files = await filesOf(temporaryFolder({ [CASE]: other("c"), "configs/cases/d/test.yaml": plain("C") }));
    expect(
      told(files).some(({ message }) => message.startsWith('"C" is already the id of configs/cases/c/test.yaml')),
    ).toBe(true);
  });

  test("a folder of another name is warned about once, by the id that is written", async () => {
    const files = await filesOf(
      temporaryFolder({ "configs/cases/x/test.yaml": SMALL({ rows: [{ q: "1" }, { q: "2" }] }) }),
    );
    expect(told(files).map(({ message }) => message)).toEqual([expect.stringContaining('know the case as "c"')]);
  });
});

test("a changed data file is noticed though the case is not changed and forms are kept", async () => {
  const root = temporaryFolder({ "configs/cases/c/r.csv": "q\nOne\n", [CASE]: SMALL({ path: "r.csv" }) });
  const forms = join(root, "forms.jsonl");
  const sent = async () => {
    const { forms: kept } = counted(forms);
    const { files } = await loadCases(root, kept);
    kept.save();
    return files.map(({ loaded }) => loaded?.messages[0]?.content);
  };
  expect([await sent(), await sent()]).toEqual([["One"], ["One"]]);
  writeFiles(root, { "configs/cases/c/r.csv": "q\nTwo\nThree\n" });
  expect(await sent()).toEqual(["Two", "Three"]);
});
