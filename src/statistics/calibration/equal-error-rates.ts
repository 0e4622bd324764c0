import { fisherExact } from "./fisher-exact.ts";

/** A judge's correct verdicts on one subject, among the trials that humans passed and failed. */
export interface JudgeErrors {
  subject: string;
  passed: { right: number; wrong: number };
  failed: { right: number; wrong: number };
}

/** The two subjects between which a judge's errors differ most. */
export interface ErrorRateDifference {
  about: "sensitivity" | "specificity";
  subjects: [string, string];
  /** Multiplied by the number of comparisons, at most 1. */
  p_value: number;
}

/**
 * Tests `roganGladen`'s assumption of equal sensitivity and specificity for all subjects: Fisher's exact test of every two
 * subjects, Bonferroni-corrected. Returns the pair with the smallest p, or null for fewer than two subjects.
 */
export function testEqualErrorRates(subjects: readonly JudgeErrors[]): ErrorRateDifference | null {
  const found: ErrorRateDifference[] = [];
  subjects.forEach((first, index) => {
    for (const second of subjects.slice(index + 1)) {
      for (const [about, side] of [
        ["sensitivity", "passed"],
        ["specificity", "failed"],
      ] as const) {
        const row = (errors: JudgeErrors) => [errors[side].right, errors[side].wrong] as const;
        found.push({
          about,
          subjects: [first.subject, second.subject],
          p_value: fisherExact([row(first), row(second)]),
        });
      }
    }
  });
  const smallest = found.reduce<ErrorRateDifference | null>(
    (least, pair) => (least === null || pair.p_value < least.p_value ? pair : least),
    null,
  );
  return smallest && { ...smallest, p_value: Math.min(1, smallest.p_value * found.length) };
}
