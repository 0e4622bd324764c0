import { repeatedIds } from "../file/repeated-ids.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import type { Complaint } from "../source/source-file.ts";
import { checkVariants } from "./variant-rules.ts";

/** Checks a suite across its parts. */
export function checkSuite(suite: Suite): Complaint[] {
  return [...repeatedIds(suite.models, "model_id", ["models"]), ...checkVariants(suite)];
}
