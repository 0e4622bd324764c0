import type { JudgeAttempt } from "../../../records/index.ts";

/** Quotes of answers that broke the contract and that are nowhere in the output: what a judge made up before it was asked again. */
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

/** What an answer has at `scores.<dimension>.evidence[<n>]`; nothing where it has no such place. */
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
