import { didYouMean, type LabelPlan } from "../../config/index.ts";
import { AmbiguousNameError, OptionError, UnknownNameError } from "../../errors/index.ts";
import { type JudgedPacket, OVERALL } from "../../judging/index.ts";
import { type QuestionKind, type ReadPlans, readQuestionKind } from "../../labels/index.ts";
import { plural } from "../../text/presentation/index.ts";

/** Parses the requested questions; defaults to the one that matches the judges' question. */
export function parseQuestionKinds(
  written: readonly string[] | undefined,
  packets: readonly JudgedPacket[],
): QuestionKind[] {
  if (written === undefined || written.length === 0) return [chooseDefaultQuestion(packets)];
  return written.map((question) => {
    const kind = readQuestionKind(question);
    if (kind === null)
      throw new OptionError(
        `"${question}" is not a question; expected pass, score:<dimension>, band:<dimension> or preference`,
        "question",
      );
    if ("dimension" in kind) refuseUnknownDimension(kind.dimension, packets);
    return kind;
  });
}

/** Returns `pass` if there is a threshold, or else the judges' first score. */
function chooseDefaultQuestion(packets: readonly JudgedPacket[]): QuestionKind {
  if (packets.some(({ pass_threshold }) => pass_threshold !== null)) return { kind: "pass" };
  const dimensions = dimensionsOf(packets);
  return { kind: "score", dimension: dimensions.includes(OVERALL) ? OVERALL : (dimensions[0] ?? OVERALL) };
}

function refuseUnknownDimension(dimension: string, packets: readonly JudgedPacket[]): void {
  const known = dimensionsOf(packets);
  if (known.includes(dimension)) return;
  const suggestion = didYouMean(dimension, known);
  throw new UnknownNameError(
    `the judges don't score "${dimension}"; they score ${known.join(", ")}.${suggestion === undefined ? "" : ` ${suggestion}`}`,
    { kind: "dimension", name: dimension, known },
  );
}

function dimensionsOf(packets: readonly JudgedPacket[]): string[] {
  return [...new Set(packets.flatMap(({ dimensions }) => Object.keys(dimensions)))];
}

/** Finds the named plan, or the only one for the chosen packets. */
export function choosePlan(
  wanted: string | null | undefined,
  { plans }: ReadPlans,
  packets: readonly JudgedPacket[],
): LabelPlan | null {
  if (wanted === null) return null;
  if (wanted !== undefined) {
    const found = plans.find(({ plan }) => plan === wanted);
    if (found) return found;
    const names = plans.map(({ plan }) => plan);
    const there = names.length === 0 ? "there is none; `assay label plan` draws one" : `there is ${names.join(", ")}`;
    throw new UnknownNameError(`no plan is called "${wanted}"; ${there}`, {
      kind: "plan",
      name: wanted,
      known: plans.map(({ plan }) => plan),
    });
  }
  const campaigns = new Set(packets.map(({ campaign }) => campaign));
  const fitting = plans.filter(({ campaign }) => campaigns.has(campaign));
  if (fitting.length > 1)
    throw new AmbiguousNameError(
      `there are ${plural(fitting.length, "plan")}: ${fitting.map(({ plan }) => plan).join(", ")}; --plan names one, --no-plan labels without`,
      { kind: "plan", name: null, candidates: fitting.map(({ plan }) => plan) },
    );
  return fitting[0] ?? null;
}
