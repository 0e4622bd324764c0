import { extname } from "node:path";
import { csvRecordsOf, isRecord, parseJson } from "../../text/index.ts";
import { openForeignFile } from "../reading/foreign-file.ts";
import type { ImportContext } from "../reading/import-context.ts";
import { followReference, itemsOf, type Located, locatedAt, locatedInFile } from "../reading/located.ts";
import { testOfRow } from "./expected-column.ts";

/** Lists the tests of a field from all sources: inline, tables, and files that name files. */
export function listTests(written: Located, context: ImportContext, way: readonly string[] = []): Located[] {
  return itemsOf(written).flatMap((item): Located[] => {
    const followed = followReference(item, context.root);
    const refuse = (what: string, reason: string): Located[] => {
      context.notes.add({ outcome: "not_translated", what, reason }, item.place);
      return [];
    };
    if (!followed.ok) return refuse("test", followed.reason);
    const { value } = followed.placed;
    if (typeof value === "string") return testsOf(value, context, way, refuse);
    if (!isRecord(value)) return refuse("test", "it is neither a test nor the name of a file");
    if (typeof value.path === "string" && value.vars === undefined && value.assert === undefined)
      return testsOf(value.path, context, way, refuse);
    return [followed.placed];
  });
}

type Refuse = (what: string, reason: string) => Located[];

function testsOf(reference: string, context: ImportContext, way: readonly string[], refuse: Refuse): Located[] {
  const what = `tests ${reference}`;
  const remote = REMOTE.find(({ begins }) => begins.test(reference));
  if (remote !== undefined) return refuse(what, remote.reason);
  const [, path = reference] = /^(.*\.\w+)(?:[:#][^/]*)?$/.exec(reference) ?? [];
  if (/\.(?:[mc]?[jt]s|py)$/.test(path)) return refuse(what, "they are made by code, which is not run here");
  if (/\.xlsx?$/.test(path)) return refuse(what, "they are in a spreadsheet of Excel; save it as CSV");
  const found = context.files.findAll(path);
  if (!found.ok) return refuse(what, found.reason);
  return found.paths.flatMap((file) => {
    if (way.includes(file)) return refuse(what, "the file refers back to itself");
    return testsInFile(file, context, [...way, file], refuse);
  });
}

const REMOTE = [
  { begins: /^https:\/\/docs\.google\.com/, reason: "they are in Google Sheets; save the sheet as CSV" },
  { begins: /^https:\/\/[^/]*sharepoint/, reason: "they are in SharePoint; save the file as CSV" },
  { begins: /^huggingface:/, reason: "they are a dataset of Hugging Face; save its rows as JSONL or CSV" },
  { begins: /^https?:/, reason: "they are behind an address, and nothing is fetched here" },
  { begins: /^(?!file:)[a-z]+:\/\//, reason: "they are kept by another service, and nothing is fetched here" },
];

function testsInFile(file: string, context: ImportContext, way: readonly string[], refuse: Refuse): Located[] {
  const { files } = context;
  const shown = files.shown(file);
  const ending = extname(file).toLowerCase();
  if (ending === ".yaml" || ending === ".yml" || ending === ".json") {
    const opened = openForeignFile(file, files.root);
    if (opened.ok) return listTests(locatedInFile(opened.file), context, way);
    const [problem] = opened.diagnostics;
    const where = problem?.line === undefined ? "" : ` (line ${problem.line})`;
    return refuse(`tests ${shown}`, `the file ${problem?.message ?? "cannot be read"}${where}`);
  }
  const read = files.readText(file);
  if (!read.ok) return refuse(`tests ${shown}`, `the file ${read.reason}`);
  if (ending === ".jsonl" || ending === ".ndjson")
    return read.text.split("\n").flatMap((line, index): Located[] => {
      if (line.trim() === "") return [];
      const place = `${shown}:${index + 1}`;
      const parsed = parseJson(line);
      if (parsed.ok) return [locatedAt(place, parsed.value)];
      const reason = `the line is ${parsed.problem}`;
      context.notes.add({ outcome: "not_translated", what: "test", reason }, () => place);
      return [];
    });
  if (ending === ".csv") return testsInTable(read.text, shown, context);
  return refuse(`tests ${shown}`, `files that end in ${JSON.stringify(ending)} are not tests`);
}

function testsInTable(text: string, shown: string, { notes }: ImportContext): Located[] {
  const tests: Located[] = [];
  let header: string[] | undefined;
  for (const record of csvRecordsOf(text)) {
    const place = `${shown}:${record.line}`;
    if (header === undefined) {
      header = record.cells.map((name) => name.trim());
      continue;
    }
    if ("problem" in record || record.cells.length > header.length) {
      const reason =
        "problem" in record
          ? record.problem
          : `it has ${record.cells.length} cells, but the header has ${header.length}`;
      notes.add({ outcome: "not_translated", what: "test", reason }, () => place);
      continue;
    }
    const names = header;
    tests.push(
      locatedAt(place, testOfRow(Object.fromEntries(names.map((name, index) => [name, record.cells[index] ?? ""])))),
    );
  }
  return tests;
}
