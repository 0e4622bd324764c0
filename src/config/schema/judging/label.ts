import { z } from "zod";
import { LABEL_FORMAT, LABEL_PURPOSES, type LabelLine, PREFERENCES } from "../../../records/index.ts";
import { nonEmpty } from "../fields/common.ts";

export const packetHash = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256: 64 digits from 0 to f");

/** Name that is safe as a file name and in tables. */
export const annotatorName = z
  .string()
  .regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{N}_.@+-]{0,62}[\p{L}\p{N}_@+-])?$/u,
    "a name: letters, digits, `_`, `-`, `.`, `@` and `+`, at most 64, starting with a letter or digit",
  );

const dimension = nonEmpty.describe("`overall`, or the id of a dimension");

const labelQuestion = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("pass").describe("Whether the trial passes") }),
  z.strictObject({ kind: z.literal("score").describe("A score on the judge's scale"), dimension }),
  z.strictObject({ kind: z.literal("band").describe("A band of the rubric"), dimension }),
  z.strictObject({
    kind: z.literal("preference").describe("Which of two packets of one case is better"),
    other_packet_sha256: packetHash.describe("The other packet; its hash comes after that of this one"),
  }),
]);

const labelDraw = z.strictObject({
  plan: nonEmpty.describe("The plan that drew it: labels/plans/<plan>.json"),
  probability: z.number().gt(0).max(1).describe("How likely it was to be drawn"),
  stratum: nonEmpty.describe("Which stratum of the plan it was drawn from"),
});

/** Line of labels/<annotator>.jsonl: a label or its withdrawal. */
export const labelLine = z
  .strictObject({
    format: z.literal(LABEL_FORMAT).describe("What the line is"),
    packet_sha256: packetHash.describe("Of the packet, exactly as the judge saw it"),
    question: labelQuestion.describe("What was asked"),
    annotator: annotatorName.describe("Who answered"),
    value: z
      .union([z.boolean(), z.number(), z.string()])
      .optional()
      .describe("true or false; a score; the score of a band as text; `this`, `other` or `tie`"),
    quote: nonEmpty.optional().describe("Words of the packet that decided it"),
    note: nonEmpty.optional().describe("Anything else worth keeping"),
    purpose: z
      .enum(LABEL_PURPOSES)
      .optional()
      .describe("`measure`: corrects scores. `tune`: a judge's prompt was improved by it"),
    draw: labelDraw.optional().describe("How it came to be labelled; left out when it was chosen by hand"),
    adjudicated: z.literal(true).optional().describe("Settles a disagreement of annotators"),
    withdrawn: z.literal(true).optional().describe("Takes back what the annotator said before"),
    labelled_at: z.iso.datetime({ error: "a moment such as `2026-11-16T09:30:00.000Z`" }).describe("When"),
  })
  .superRefine((line, context) => {
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message, params: { at: path.length > 0 ? "value" : "key" } });
    const { question, value, withdrawn, packet_sha256 } = line;
    if (question.kind === "preference" && question.other_packet_sha256 <= packet_sha256)
      complain(["question", "other_packet_sha256"], "must come after `packet_sha256`, so that a pair has one order");
    if (withdrawn) {
      for (const field of ["value", "quote", "note", "purpose", "draw"] as const)
        if (line[field] !== undefined) complain([field], "a label that is taken back has no such field");
      return;
    }
    if (line.purpose === undefined) complain([], "`purpose` is missing: expected `measure` or `tune`");
    if (value === undefined) complain([], "`value` is missing, and the label is not `withdrawn` either");
    else if (!fits(question.kind, value)) complain(["value"], EXPECTED[question.kind]);
  })
  .transform((line) => line as LabelLine);

const EXPECTED: Record<z.infer<typeof labelQuestion>["kind"], string> = {
  pass: "expected true or false for a question about passing",
  score: "expected a number for a question about a score",
  band: 'expected the score of a band as text, such as "2"',
  preference: "expected `this`, `other` or `tie` for a preference",
};

function fits(kind: z.infer<typeof labelQuestion>["kind"], value: boolean | number | string): boolean {
  if (kind === "pass") return typeof value === "boolean";
  if (kind === "score") return typeof value === "number";
  if (kind === "band") return typeof value === "string" && value !== "";
  return PREFERENCES.some((preference) => preference === value);
}
