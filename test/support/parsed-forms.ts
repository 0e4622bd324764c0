import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect } from "vitest";
import { type CaseFile, hashOfForm, loadCases, type TestCase } from "../../src/config/index.ts";
import { openParsedForms, type ParsedForms } from "../../src/config/parsed-forms/parsed-forms.ts";
import { temporaryFolder } from "./temporary.ts";

/** Loads the cases of a workspace without forms, while forms are made, and from those forms: all three are the same. */
export async function expectSameFromForms(root: string): Promise<void> {
  const path = join(temporaryFolder({}), "forms.jsonl");
  const plain = await casesOf(root);
  expect(await casesOf(root, counted(path).forms)).toStrictEqual(plain);
  const again = counted(path);
  const fromForms = await casesOf(root, again.forms);
  expect(fromForms).toStrictEqual(plain);
  expect(fromForms.map(hashOfCase)).toStrictEqual(plain.map(computedHashOfCase));
  expect(again.count.kept).toBe(0);
  // A case with a dataset has no form: it is filled in row by row.
  const withForms = plain.filter(({ loaded, datasetCaseId }) => loaded !== undefined && datasetCaseId === undefined);
  expect(again.count.found).toBe(withForms.length);
}

const hashOfCase = ({ loaded }: Pick<CaseFile, "loaded">) => loaded && hashOfForm(loaded.case);

/** The same without asking what is known of it. */
const computedHashOfCase = ({ loaded }: Pick<CaseFile, "loaded">) =>
  loaded &&
  createHash("sha256")
    .update(JSON.stringify([loaded.case]))
    .digest("hex");

/** Forms that count how often they were of use. */
export function counted(path: string, version = "1") {
  const count = { found: 0, kept: 0 };
  const forms = openParsedForms<TestCase>(path, version);
  const countFound = (value: TestCase | undefined) => {
    if (value !== undefined) count.found += 1;
    return value;
  };
  const counting: ParsedForms<TestCase> = {
    ...forms,
    findUnchanged: (path) => countFound(forms.findUnchanged(path)),
    find: (file) => countFound(forms.find(file)),
    keep(file, value) {
      count.kept += 1;
      forms.keep(file, value);
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
