import { z } from "zod";
import { LABEL_PURPOSES, type LabelPurpose } from "../../../records/index.ts";
import { nonEmpty, slug } from "../fields/common.ts";
import { packetHash } from "./label.ts";

export const LABEL_PLAN_FORMAT = "assay.label-plan/1";

const count = z.number().int().min(0);
const probability = z.number().gt(0).max(1);

/** Plan in labels/plans/<plan>.json: the packets drawn for labelling, and their probabilities. */
export const labelPlan = z.strictObject({
  format: z.literal(LABEL_PLAN_FORMAT).describe("What the file is"),
  plan: slug.describe("Its name, which labels carry"),
  campaign: nonEmpty.describe("What was drawn from, as the store names it"),
  question: nonEmpty.describe("`pass`, `score:<dimension>`, `band:<dimension>` or `preference`"),
  purpose: z.enum(LABEL_PURPOSES).describe("What the labels are for"),
  seed: z.number().int().describe("The same seed draws the same packets"),
  budget: count.describe("How many labels were asked for"),
  population: z.strictObject({ trials: count, packets: count, units: count }).describe("What there was to draw from"),
  unit_of: z
    .enum(["case", "packet"])
    .describe("What was drawn: all trials of one case and repetition together, or every packet for itself"),
  strata: z.array(
    z.strictObject({
      stratum: nonEmpty,
      description: nonEmpty,
      units: count,
      packets: count,
      drawn: count,
      probability: z.number().min(0).max(1).describe("Of every unit of the stratum: drawn / units"),
      members: z.array(nonEmpty).describe("Every unit of it, drawn or not: the estimate has to know them all"),
    }),
  ),
  promise: z
    .strictObject({ half_width: z.number().min(0), deviation: z.number().min(0), from_labels: count })
    .optional()
    .describe("How wide the 95 % interval of a corrected mean was expected to be, and from what"),
  packets: z.array(
    z.strictObject({
      packet_sha256: packetHash,
      other_packet_sha256: packetHash.optional(),
      unit: nonEmpty.describe("Packets of one unit were drawn together"),
      stratum: nonEmpty,
      probability,
    }),
  ),
});

/** Written out, since library users may not have zod. */
export interface LabelPlan {
  format: typeof LABEL_PLAN_FORMAT;
  plan: string;
  campaign: string;
  question: string;
  purpose: LabelPurpose;
  seed: number;
  budget: number;
  population: { trials: number; packets: number; units: number };
  unit_of: "case" | "packet";
  strata: {
    stratum: string;
    description: string;
    units: number;
    packets: number;
    drawn: number;
    probability: number;
    members: string[];
  }[];
  promise?: { half_width: number; deviation: number; from_labels: number };
  packets: {
    packet_sha256: string;
    other_packet_sha256?: string;
    unit: string;
    stratum: string;
    probability: number;
  }[];
}
