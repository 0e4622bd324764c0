import type { ImportContext } from "../reading/import-context.ts";
import type { Located } from "../reading/located.ts";
import type { MergedTest } from "./merge-tests.ts";

const TEST_FIELDS = [
  "description",
  "vars",
  "assert",
  "options",
  "threshold",
  "metadata",
  "provider",
  "providers",
  "prompts",
];

const LOST_TEST_FIELDS: Record<string, string> = {
  providerOutput: "it is an answer that was given before; `assay import answers` takes answers as samples",
  assertScoringFunction: "it is code that combines assertions; in Assay, checks gate and judges score",
};

const TEST_OPTIONS = [
  "prefix",
  "suffix",
  "provider",
  "transform",
  "postprocess",
  "disableVarExpansion",
  "disableDefaultAsserts",
];

const LOST_OPTIONS: Record<string, string> = {
  disableConversationVar: "trials in Assay are independent, so there is nothing to switch off",
  factuality: "a judge gives a score; there are no points by kind of agreement",
  rubricPrompt: "judges of Assay have a prompt of their own, and a contract",
  runSerially: "trials are independent, so their order changes nothing",
  storeOutputAs: "it hands an answer on to another test; trials in Assay are independent",
  transformVars: "it is code that changes the variables, which is not run here",
};

/** Notes fields of a test without effect here, each location once, however many tests inherit it. */
export function noteTestFields({ layers }: MergedTest, { notes }: ImportContext): void {
  for (const layer of layers) {
    if (seen.has(layer)) continue;
    seen.add(layer);
    const lost = (what: string, reason: string, { place }: Located) =>
      notes.add({ outcome: "not_translated", what, reason }, place);
    for (const field of keysOf(layer).filter((key) => !TEST_FIELDS.includes(key)))
      lost(`${field} of a test`, LOST_TEST_FIELDS[field] ?? "promptfoo documents no such field", layer.inside(field));
    const options = layer.inside("options");
    for (const option of keysOf(options).filter((key) => !TEST_OPTIONS.includes(key)))
      lost(
        `options.${option} of a test`,
        LOST_OPTIONS[option] ?? "it is a setting of the provider for one test; write it into `runner` of the case",
        options.inside(option),
      );
  }
}

const seen = new WeakSet<Located>();

function keysOf({ value }: Located): string[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}
