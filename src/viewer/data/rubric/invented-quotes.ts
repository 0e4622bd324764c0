import type { JudgeAttempt } from "../../../records/index.ts";

/** Collects quotes that are nowhere in the output, from answers that broke the contract. */
export function inventedQuotes(attempts: readonly JudgeAttempt[], locate: (quote: string) => unknown): string[] {
  const quotes = attempts.flatMap(({ outcome, violations }) =>
    outcome.status === "answered"
      ? violations.flatMap(({ rule, path }) =>
          rule === "evidence_not_verbatim" ? quoteAt(outcome.message.content ?? "", path) : [],
        )
      : [],
  );
  return [...new Set(quotes)].filter((quote) => locate(quote) === null);
}

/** Reads `scores.<dimension>.evidence[<n>]` from an answer, if present. */
function quoteAt(answer: string, path: string): string[] {
  const [, dimension, position] = /^scores\.(.+)\.evidence\[(\d+)\]/.exec(path) ?? [];
  if (dimension === undefined) return [];
  try {
    const found = JSON.parse(answer)?.scores?.[dimension]?.evidence?.[Number(position)];
    return typeof found === "string" ? [found] : [];
  } catch {
    return [];
  }
}
