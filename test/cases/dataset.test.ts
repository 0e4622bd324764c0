import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { type LoadedCase, loadCases } from "../../src/config/index.ts";
import { inWords } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

type Fields = Record<string, unknown>;
type Files = Record<string, string | Uint8Array>;

/** A case whose message asks `{{q}}`, with what a test changes about it. */
async function rowsOf(fields: Fields, files: Files = {}) {
  const document = {
    schema_version: 1,
    case_id: "c",
    title: "C",
    runner: { type: "llm_probe" },
    input: { messages: [{ role: "user", content: "{{q}}" }] },
    ...fields,
  };
  const beside = Object.entries(files).map(([name, content]) => [`configs/cases/c/${name}`, content]);
  const root = temporaryFolder({ ...Object.fromEntries(beside), "configs/cases/c/test.yaml": stringify(document) });
  const loaded = await loadCases(root);
  const problems = [...new Set(loaded.files.flatMap(({ diagnostics }) => diagnostics))];
  return {
    cases: loaded.files.flatMap((file) => file.loaded ?? []),
    problems: problems.map(inWords),
    diagnostics: problems,
  };
}

const sent = ({ messages }: LoadedCase) => messages.map(({ content }) => content).join("|");
const inline = (...rows: Fields[]) => ({ rows });
const checked = (declarative: Fields) => ({ deterministic_checks: [{ check_id: "k", declarative }] });
const asks = (content: string) => ({ input: { messages: [{ role: "user", content }] } });

interface Accepted {
  fields: Fields;
  files?: Files;
  /** The messages that the rows send. */
  sends: string[];
}

const accepts: Record<string, Accepted> = {
  "CSV beside the case": {
    fields: { dataset: { path: "r.csv" } },
    files: { "r.csv": "q\nOne\nTwo\n" },
    sends: ["One", "Two"],
  },
  "CSV with a byte order mark, Windows line ends, quotes, commas and line breaks": {
    fields: { dataset: { path: "r.csv" } },
    files: { "r.csv": '\ufeffq\r\n"a ""b"", c\r\nd"\r\n' },
    sends: ['a "b", c\r\nd'],
  },
  "CSV with spaces around the names of its columns": {
    fields: { dataset: { path: "r.csv", id_column: "id" } },
    files: { "r.csv": "id, q \n1,One\n" },
    sends: ["One"],
  },
  "a cell of a megabyte": {
    fields: { dataset: { path: "r.csv" } },
    files: { "r.csv": `q\n${"x".repeat(1 << 20)}\n` },
    sends: ["x".repeat(1 << 20)],
  },
  "a list of objects in JSON": {
    fields: { dataset: { path: "r.json" } },
    files: { "r.json": '[{"q":"One"},{"q":"Two"}]' },
    sends: ["One", "Two"],
  },
  "JSONL with empty lines and Windows line ends": {
    fields: { dataset: { path: "r.jsonl" } },
    files: { "r.jsonl": '{"q":"One"}\r\n\r\n{"q":"Two"}' },
    sends: ["One", "Two"],
  },
  "a file whose format is named": {
    fields: { dataset: { path: "rows.txt", format: "jsonl" } },
    files: { "rows.txt": '{"q":"One"}\n' },
    sends: ["One"],
  },
  "rows in the case itself": { fields: { dataset: inline({ q: "One" }, { q: "Two" }) }, sends: ["One", "Two"] },
  "a filter on one value": {
    fields: { dataset: { ...inline({ q: "One", l: "en" }, { q: "Zwei", l: "de" }), filter: { l: "de" } } },
    sends: ["Zwei"],
  },
  "a filter on several values and several columns": {
    fields: {
      dataset: {
        ...inline({ q: "One", l: "en", n: 1 }, { q: "Two", l: "en", n: 2 }, { q: "Drei", l: "de", n: 1 }),
        filter: { l: ["en", "de"], n: 1 },
      },
    },
    sends: ["One", "Drei"],
  },
  "a filter that leaves values out": {
    fields: { dataset: { ...inline({ q: "One", l: "en" }, { q: "Zwei", l: "de" }), filter: { l: { not: ["de"] } } } },
    sends: ["One"],
  },
  "a filter by number on CSV, which knows text only": {
    fields: { dataset: { path: "r.csv", filter: { n: 2 } } },
    files: { "r.csv": "q,n\nOne,1\nTwo,2\n" },
    sends: ["Two"],
  },
  "a placeholder with spaces, twice in a text": {
    fields: { dataset: inline({ q: "One" }), ...asks("{{ q }} and {{q}}") },
    sends: ["One and One"],
  },
  "a column whose name is no word": {
    fields: { dataset: inline({ "Customer's name, Größe?": "Ann" }), ...asks("{{Customer's name, Größe?}}") },
    sends: ["Ann"],
  },
  "braces that were meant to be sent": {
    fields: { dataset: inline({ q: "One" }), ...asks("{{{{q}}}} is {{q}}") },
    sends: ["{{q}} is One"],
  },
  "single braces, open ones and JSON": {
    fields: { dataset: inline({ q: "1" }), ...asks('{"a":{"b":{"c":{{q}}}}} {x} }} {{ {') },
    sends: ['{"a":{"b":{"c":1}}} {x} }} {{ {'],
  },
  "data with braces in it, which are never filled again": {
    fields: { dataset: inline({ q: "{{r}} {{{{r}}}} $& $1", r: "no" }), ...asks("{{q}}/{{r}}") },
    sends: ["{{r}} {{{{r}}}} $& $1/no"],
  },
  "numbers, true, lists and mappings as JSON inside a text": {
    fields: { dataset: inline({ q: 1.5, b: true, l: ["x", 2], m: { k: null } }), ...asks("{{q}} {{b}} {{l}} {{m}}") },
    sends: ['1.5 true ["x",2] {"k":null}'],
  },
  "a number where the whole text is the placeholder": { fields: { dataset: inline({ q: 42 }) }, sends: ["42"] },
  "a message file with placeholders": {
    fields: {
      dataset: inline({ q: "One" }, { q: "{{q}}" }),
      input: { messages: [{ role: "user", source: { path: "m.md" } }] },
    },
    files: { "m.md": "Now: {{q}} {{{{q}}}}\n" },
    sends: ["Now: One {{q}}\n", "Now: {{q}} {{q}}\n"],
  },
  "a message file that every row names itself": {
    fields: {
      dataset: inline({ f: "a.txt" }, { f: "b.txt" }),
      input: { messages: [{ role: "user", source: { path: "{{f}}" } }] },
    },
    files: { "a.txt": "A", "b.txt": "B {{f}}" },
    sends: ["A", "B b.txt"],
  },
  "a column called __proto__ in a file": {
    fields: { dataset: { path: "r.json" }, ...asks("{{__proto__}} {{constructor}}") },
    files: { "r.json": '[{"__proto__":"p","constructor":"c"}]' },
    sends: ["p c"],
  },
  "a column called __proto__ in CSV": {
    fields: { dataset: { path: "r.csv" }, ...asks("{{__proto__}}") },
    files: { "r.csv": "__proto__\np\n" },
    sends: ["p"],
  },
};

describe("accepts", () => {
  for (const [name, { fields, files, sends }] of Object.entries(accepts))
    test(name, async () => {
      const { cases, problems } = await rowsOf(fields, files);
      expect(problems).toEqual([]);
      expect(cases.map(sent)).toEqual(sends);
    });
});

interface Refused {
  fields: Fields;
  files?: Files;
  /** Parts of what is said, in order. */
  says: string[];
  /** Its file; the case if omitted. */
  in?: string;
}

const csv = (text: string | Uint8Array): Pick<Refused, "fields" | "files"> => ({
  fields: { dataset: { path: "r.csv" } },
  files: { "r.csv": text },
});
const json = (text: string): Pick<Refused, "fields" | "files"> => ({
  fields: { dataset: { path: "r.json" } },
  files: { "r.json": text },
});
const DATA = "configs/cases/c/r.csv";

const refuses: Record<string, Refused> = {
  "no data at all": { fields: { dataset: {} }, says: ["dataset: has no data; expected `path` or `rows`"] },
  "a dataset that is left empty": { fields: { dataset: null }, says: ["dataset: expected a mapping, found nothing"] },
  "a file and rows": {
    fields: { dataset: { path: "r.csv", rows: [{ q: "1" }] } },
    says: ["dataset.rows: excludes `path`"],
  },
  "no rows": { fields: { dataset: { rows: [] } }, says: ["dataset.rows: needs at least one row"] },
  "a misspelt field": {
    fields: { dataset: { ...inline({ q: "1" }), filtre: {} } },
    says: ["filtre: is not a known field", 'Did you mean "filter"?'],
  },
  "a format without a file": {
    fields: { dataset: { ...inline({ q: "1" }), format: "csv" } },
    says: ["dataset.format: says how the file"],
  },
  "a file that is not there": {
    fields: { dataset: { path: "rows.csv" } },
    files: { "row.csv": "q\n1\n" },
    says: ['the data file "rows.csv" does not exist', 'Did you mean "row.csv"?'],
  },
  "a file outside the workspace": {
    fields: { dataset: { path: "../../../../../../../etc/passwd", format: "csv" } },
    says: ["is outside the workspace"],
  },
  "a spreadsheet": {
    fields: { dataset: { path: "r.xlsx" } },
    files: { "r.xlsx": "PK" },
    says: ["cannot be recognised by its extension", "Save it as CSV"],
  },
  "an empty file": { ...csv(""), in: DATA, says: [":1 is empty; expected a first line that names the columns"] },
  "a file with a header only": { ...csv("q\n"), in: DATA, says: [":1 has no rows"] },
  semicolons: { ...csv("q;a\n1;2\n"), in: DATA, says: ["separated by semicolons; save the file with commas"] },
  "line ends of the last century": { ...csv("q,a\r1,2\r"), in: DATA, says: ["has old line endings"] },
  tabs: { ...csv("q\ta\n1\t2\n"), in: DATA, says: ["separated by tabs"] },
  "a column that appears twice": { ...csv("q,a, q\n1,2,3\n"), in: DATA, says: ['"q" names two columns, 1 and 3'] },
  "a column without a name": { ...csv("q,\n1,2\n"), in: DATA, says: ["column 2 has no name"] },
  "a row with a cell too few": {
    ...csv("q,a\n1,2\n3\n"),
    in: DATA,
    says: [":3 expected 2 cells as in the header, found 1"],
  },
  "a quote that is never closed": { ...csv('q\n1\n"2\n3\n'), in: DATA, says: [":3 a quote is never closed"] },
  "text behind a quote": { ...csv('q\n"1"x\n'), in: DATA, says: [":2 text after a closing quote"] },
  "bytes that are no UTF-8": {
    ...csv(Uint8Array.from([113, 10, 0xe4, 10])),
    in: DATA,
    says: [":2 is not valid UTF-8 here"],
  },
  "UTF-16": { ...csv(Uint8Array.from([0xff, 0xfe, 113, 0])), in: DATA, says: ["is UTF-16; save it as UTF-8"] },
  "JSON that is none": { ...json('[{"q": 1,}]'), in: "configs/cases/c/r.json", says: [":1 is not valid JSON"] },
  "JSONL that is called JSON": {
    ...json('{"q":1}\n{"q":2}\n'),
    in: "configs/cases/c/r.json",
    says: ["is not valid JSON", "format: jsonl"],
  },
  "JSON that is one object": { ...json('{"q":1}'), in: "configs/cases/c/r.json", says: ["expected a list of objects"] },
  "JSON with no rows": { ...json("[]"), in: "configs/cases/c/r.json", says: ["has no rows"] },
  "a row that is a list": {
    ...json('[{"q":"1"},["2"]]'),
    in: "configs/cases/c/r.json",
    says: ["row 2 is a list; expected an object"],
  },
  "a number beyond all numbers": {
    ...json('[{"q":1e999}]'),
    in: "configs/cases/c/r.json",
    says: ['row 1 has a value in "q" that is too large'],
  },
  "a value nested without end": {
    ...json(`[{"q":${"[".repeat(5000)}${"]".repeat(5000)}}]`),
    in: "configs/cases/c/r.json",
    says: ["nested more than 64 levels deep"],
  },
  "a whole number that would lose digits": {
    ...json('[{"q":12345678901234567890}]'),
    says: ["{{q}} is a whole number of more than 15 digits", "r.json, row 1"],
  },
  "a line of JSONL that is none": {
    fields: { dataset: { path: "r.jsonl" } },
    files: { "r.jsonl": '{"q":"1"}\n{"q":\n' },
    in: "configs/cases/c/r.jsonl",
    says: [":2 is not valid JSON"],
  },
  "a placeholder for a column that is not there": {
    fields: { dataset: inline({ question: "1" }), ...asks("{{questoin}}") },
    says: [
      "input.messages[0].content: {{questoin}}: no column of",
      'is called "questoin"; there are question',
      "{{{{questoin}}}}",
      'Did you mean "question"?',
    ],
  },
  "an empty placeholder": { fields: { dataset: inline({ q: "1" }), ...asks("{{}} {{q}}") }, says: ["{{}}: no column"] },
  "a placeholder in a message file for a column that is not there": {
    fields: {
      dataset: inline({ q: "1" }, { q: "2" }),
      input: { messages: [{ role: "user", source: { path: "m.md" } }] },
    },
    files: { "m.md": "{{p}}" },
    says: ["input.messages[0].source.path: {{p}}: no column"],
  },
  "a placeholder in the name of a field": {
    fields: { dataset: inline({ q: "1" }), metadata: { "{{q}}": 1 } },
    says: ["placeholders are filled in values"],
  },
  "a placeholder in the id": {
    fields: { case_id: "c-{{q}}", dataset: inline({ q: "1" }) },
    says: ["case_id: expected a slug"],
  },
  "null in a row": {
    fields: { dataset: inline({ q: "1" }, { q: null }) },
    says: ["{{q}} is null in this row (in dataset.rows[1])"],
  },
  "a row without the column": {
    fields: { dataset: { path: "r.jsonl" } },
    files: { "r.jsonl": '{"q":"1"}\n\n{"p":"2","q":"3"}\n{"p":"2"}\n' },
    says: ["{{q}} is missing in this row (in configs/cases/c/r.jsonl:4)"],
  },
  "an id column that is not there": {
    fields: { dataset: { ...inline({ q: "1", name: "a" }), id_column: "nmae" } },
    says: ["dataset.id_column: no column of", 'Did you mean "name"?'],
  },
  "a row without an id": {
    fields: { dataset: { path: "r.csv", id_column: "id" } },
    files: { "r.csv": "id,q\na,1\n,2\n" },
    says: ["dataset.id_column: has no name for the row (configs/cases/c/r.csv:3)"],
  },
  "two rows of the same id": {
    fields: { dataset: { path: "r.csv", id_column: "id" } },
    files: { "r.csv": "id,q\na,1\nb,2\na,3\n" },
    says: ['gives two rows the same name, configs/cases/c/r.csv:2 and configs/cases/c/r.csv:4: both are "a"'],
  },
  "two ids that differ in upper and lower case only": {
    fields: { dataset: { ...inline({ q: "1", id: "Ab" }, { q: "2", id: "aB" }), id_column: "id" } },
    says: ["dataset.rows[0] and dataset.rows[1]", '"Ab" and "aB"'],
  },
  "two ids that make the same folder": {
    fields: { dataset: { ...inline({ q: "1", id: "a b" }, { q: "2", id: "a/b" }), id_column: "id" } },
    says: ['"a b" and "a/b" would both be called "a_b"'],
  },
  "a filter on a column that is not there": {
    fields: { dataset: { ...inline({ q: "1", lang: "en" }), filter: { lnag: "en" } } },
    says: ["dataset.filter.lnag: no column of", 'Did you mean "lang"?'],
  },
  "a filter that leaves nothing": {
    fields: { dataset: { ...inline({ q: "1", l: "en" }), filter: { l: "de" } } },
    says: ["warning", 'no row has "de" in this column', "dataset.filter: leaves out the only row of"],
  },
  "an empty filter": {
    fields: { dataset: { ...inline({ q: "1" }), filter: {} } },
    says: ["dataset.filter: names no column"],
  },
  "a filter on an empty list": {
    fields: { dataset: { ...inline({ q: "1" }), filter: { q: [] } } },
    says: ["dataset.filter.q", "must not be empty"],
  },
  "a sample of nothing": {
    fields: { dataset: { ...inline({ q: "1" }), sample: { count: 0 } } },
    says: ["dataset.sample.count: expected at least 1"],
  },
  "a sample without a count": {
    fields: { dataset: { ...inline({ q: "1" }), sample: { seed: 1 } } },
    says: ["dataset.sample.count: is missing"],
  },
  "text where a number belongs": {
    fields: { dataset: { path: "r.csv" }, ...checked({ kind: "tool_call_count", count: "{{q}}" }) },
    files: { "r.csv": "q\n3\nthree\n" },
    says: ['deterministic_checks[0].declarative.count: expected a number, found "three" (in configs/cases/c/r.csv:3)'],
  },
  "a number in CSV that would lose digits": {
    fields: { dataset: { path: "r.csv" }, ...checked({ kind: "tool_call_count", count: "{{q}}" }) },
    files: { "r.csv": "q\n12345678901234567890\n" },
    says: ['expected a number, found "12345678901234567890"'],
  },
  "a number that the check does not take": {
    fields: { dataset: inline({ q: 1 }, { q: 1.5 }), ...checked({ kind: "tool_call_count", count: "{{q}}" }) },
    says: ["expected a whole number, found 1.5 (in dataset.rows[1])"],
  },
  "a number as text in JSON, which has numbers": {
    fields: { dataset: inline({ q: "3" }), ...checked({ kind: "tool_call_count", count: "{{q}}" }) },
    says: ['expected a number, found "3"'],
  },
  "an empty text where none may be empty": {
    fields: { dataset: { path: "r.csv" }, ...checked({ kind: "file_contains", path: "a", text: "{{t}}" }) },
    files: { "r.csv": "q,t\n1,x\n2,\n" },
    says: ["declarative.text: must not be empty (in configs/cases/c/r.csv:3)"],
  },
  "an attachment outside the workspace": {
    fields: {
      dataset: inline({ q: "1", f: "a.md" }, { q: "2", f: "../../../../../../../etc/passwd" }),
      input: { messages: [{ role: "user", content: "{{q}}" }], attachments: ["{{f}}"] },
    },
    files: { "a.md": "A" },
    says: ["input.attachments[0]: the attachment", "is outside the workspace", "(in dataset.rows[1])"],
  },
  "an attachment that one row lacks": {
    fields: {
      dataset: inline({ q: "1", f: "a" }, { q: "2", f: "b" }),
      input: { messages: [{ role: "user", content: "{{q}}" }], attachments: ["{{f}}.md"] },
    },
    files: { "a.md": "A" },
    says: ['the attachment "b.md" does not exist', "(in dataset.rows[1])"],
  },
  "a NUL character in a path": {
    fields: {
      dataset: inline({ q: "1", f: "a\u0000b" }),
      input: { messages: [{ role: "user", content: "{{q}}" }], attachments: ["{{f}}"] },
    },
    says: ["input.attachments[0]", "must not contain a NUL character"],
  },
  "a cell that breaks a rule between two fields": {
    fields: { dataset: inline({ q: 10 }, { q: 3 }), rubric: { scale: { min: 5, max: "{{q}}" } } },
    says: ["rubric.scale.max: must be greater than `min` (in dataset.rows[1])"],
  },
  "a scale from the data that leaves out an anchor": {
    fields: {
      dataset: inline({ q: 10 }, { q: 3 }),
      rubric: { scale: { min: 0, max: "{{q}}" }, anchors: { 7: "Good" } },
    },
    says: ["is outside the scale from 0 to 3 (in dataset.rows[1])"],
  },
  "two checks that a row gives the same id": {
    fields: {
      dataset: inline({ q: "a" }, { q: "b" }),
      deterministic_checks: [
        { check_id: "{{q}}", declarative: { kind: "final_response_present" } },
        { check_id: "b", declarative: { kind: "final_response_present" } },
      ],
    },
    says: ["check_id", "(in dataset.rows[1])"],
  },
  "a mistake of the case, told once and without a row": {
    fields: { dataset: inline({ q: "1" }, { q: "2" }), expectation: {} },
    says: ["expectation: is not a known field here"],
  },
  "an attachment that no row finds, told once": {
    fields: {
      dataset: inline({ q: "1" }, { q: "2" }),
      input: { messages: [{ role: "user", content: "{{q}}" }], attachments: ["no.md"] },
    },
    says: ['the attachment "no.md" does not exist; paths start at the folder of this file'],
  },
  "a column called __proto__ in the case itself": {
    fields: { dataset: { rows: [JSON.parse('{"q":"1","__proto__":"x"}') as Fields] } },
    says: ["a column called `__proto__` can only be in a data file"],
  },
  "an id that leaves no room for the rows": {
    fields: { case_id: "c".repeat(81), dataset: inline({ q: "1" }) },
    says: ["case_id: expected at most 80 characters, found 81"],
  },
};

describe("refuses", () => {
  for (const [name, { fields, files, says, in: file = "configs/cases/c/test.yaml" }] of Object.entries(refuses))
    test(name, async () => {
      const { problems, diagnostics } = await rowsOf(fields, files);
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      expect(errors.map((error) => error.file)).toEqual([file]);
      const words = problems.join("\n");
      let from = 0;
      for (const part of says) {
        const at = words.indexOf(part, from);
        expect(at, `${JSON.stringify(part)} in ${words}`).toBeGreaterThanOrEqual(0);
        from = at + part.length;
      }
    });
});
