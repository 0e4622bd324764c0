import type { LoadedCase } from "./loaded-case.ts";

/** Parts that differ from case to case must not fill the memory a second time. */
const MOST_PARTS = 2000;
const LONGEST_PART = 2000;

/**
 * Lets cases share the parts that are equal: a hundred thousand of them mostly have the same runner, the same checks and many empty lists. Nothing of
 * a loaded case may be modified.
 */
export function openPartSharing(): (loaded: LoadedCase) => void {
  const seen = new Map<string, unknown>();

  function share<Part>(part: Part): Part {
    if (part === undefined || part === null) return part;
    if (Array.isArray(part) && part.length === 0) return NOTHING as Part;
    const text = JSON.stringify(part);
    const known = seen.get(text) as Part | undefined;
    if (known !== undefined) return known;
    if (seen.size < MOST_PARTS && text.length <= LONGEST_PART) seen.set(text, part);
    return part;
  }

  return (loaded) => {
    const { case: testCase } = loaded;
    testCase.runner = share(testCase.runner);
    testCase.tags = share(testCase.tags);
    testCase.deterministic_checks = share(testCase.deterministic_checks);
    testCase.input.turns = share(testCase.input.turns);
    testCase.input.attachments = share(testCase.input.attachments);
    testCase.input.context = share(testCase.input.context);
    if (testCase.expectations) testCase.expectations.soft_expectations = share(testCase.expectations.soft_expectations);
    if (testCase.rubric) testCase.rubric = share(testCase.rubric);
    if (loaded.turns.length === 0) loaded.turns = NOTHING as never;
    if (loaded.attachments.length === 0) loaded.attachments = NOTHING as never;
    if (loaded.tools.length === 0) loaded.tools = NOTHING as never;
  };
}

const NOTHING: readonly unknown[] = Object.freeze([]);
