import { repeatedIds } from "../file/repeated-ids.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import type { Complaint } from "../source/source-file.ts";
import { variantRules } from "./variant-rules.ts";

/** Checks a suite across its parts. */
export function suiteRules(suite: Suite): Complaint[] {
  return [...repeatedIds(suite.models, "model_id", ["models"]), ...variantRules(suite)];
}
