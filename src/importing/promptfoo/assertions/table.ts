import type { TranslateAssertion } from "./assertion.ts";
import { CODE_ASSERTIONS } from "./code-assertions.ts";
import { JSON_ASSERTIONS } from "./json-assertions.ts";
import { JUDGED_ASSERTIONS } from "./judged-assertions.ts";
import { REFUSED_ASSERTIONS } from "./refused-assertions.ts";
import { TEXT_ASSERTIONS } from "./text-assertions.ts";
import { TOOL_ASSERTIONS } from "./tool-assertions.ts";

/** Every assertion that promptfoo documents (as of November 2026), with its translation. */
export const ASSERTION_TABLE: Readonly<Record<string, TranslateAssertion>> = {
  ...TEXT_ASSERTIONS,
  ...JSON_ASSERTIONS,
  ...TOOL_ASSERTIONS,
  ...CODE_ASSERTIONS,
  ...JUDGED_ASSERTIONS,
  ...REFUSED_ASSERTIONS,
};
