import { join } from "node:path";
import { expect } from "vitest";
import { type CaseFile, loadCases, type TestCase } from "../../src/config/index.ts";
import { openParsedForms, type ParsedForms } from "../../src/config/parsed-forms/parsed-forms.ts";
import { temporaryFolder } from "./temporary.ts";

/** Loads the cases of a workspace without forms, while forms are made, and from those forms: all three are the same. */
export async function expectSameFromForms(root: string): Promise<void> {
  const path = join(temporaryFolder({}), "forms.jsonl");
  const plain = await casesOf(root);
  expect(await casesOf(root, counted(path).forms)).toStrictEqual(plain);
  const again = counted(path);
  expect(await casesOf(root, again.forms)).toStrictEqual(plain);
  expect(again.count.kept).toBe(0);
  // A case with a dataset has no form: it is filled in row by row.
  const withForms = plain.filter(({ loaded, datasetCaseId }) => loaded !== undefined && datasetCaseId === undefined);
  expect(again.count.found).toBe(withForms.length);
}

/** Forms that count how often they were of use. */
export function counted(path: string, version = "1") {
  const count = { found: 0, kept: 0 };
  const forms = openParsedForms<TestCase>(path, version);
  const counting: ParsedForms<TestCase> = {
    ...forms,
    find(content) {
      const value = forms.find(content);
      if (value !== undefined) count.found += 1;
      return value;
    },
    keep(content, value) {
      count.kept += 1;
      forms.keep(content, value);
    },
  };
  return { forms: counting, count };
}

/** Everything that loading tells about cases, without how it can point into their files. */
export async function casesOf(root: string, forms?: ParsedForms<TestCase>): Promise<Omit<CaseFile, "source">[]> {
  const { files } = await loadCases(root, forms);
  forms?.save();
  return files.map(({ source: _, ...file }) => file);
}
