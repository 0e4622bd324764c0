import { repeatedIds } from "../file/repeated-ids.ts";
import type { Suite } from "../schema/index.ts";
import type { Complaint } from "../source/source-file.ts";

/** Rules between the parts of a suite. */
export function suiteRules({ models }: Suite): Complaint[] {
  return repeatedIds(models, "model_id", ["models"]);
}
