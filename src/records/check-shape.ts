import type { CheckResult } from "./check.ts";
import { closedObject, FLAG, list, NAME, oneOf, optional, type Shape, TEXT } from "./shape-builders.ts";
import { DIMENSIONS } from "./vocabulary.ts";

export const CHECK_RESULTS: Shape = list(
  closedObject<CheckResult>({
    check_id: NAME,
    kind: NAME,
    dimensions: list(oneOf(...DIMENSIONS), DIMENSIONS.length),
    required: FLAG,
    not: optional(oneOf(true)),
    outcome: oneOf("passed", "failed", "error"),
    message: TEXT,
    seen: optional(TEXT),
    cut_short: optional(oneOf(true)),
  }),
);
