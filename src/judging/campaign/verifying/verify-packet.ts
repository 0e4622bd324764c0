import { join } from "node:path";
import type { LoadedCase } from "../../../config/index.ts";
import { DIMENSIONS, type EvaluationRecord, type RunArtifact, type RunRecord } from "../../../records/index.ts";
import type { Store } from "../../../store/index.ts";
import { createRedactor, NAME_REMOVED, packageVersion, REDACTED, type Redactor } from "../../../text/index.ts";
import { PATH_REMOVED } from "../packet/blind.ts";
import { type BuiltPacket, buildPacket } from "../packet/build-packet.ts";
import type { Packet } from "../packet/packet.ts";
import { hashOfChecks, hashOfExpected } from "../stored/kept-settings.ts";
import { type Difference, differenceBetween } from "./difference.ts";
import type { ExpectedJudging } from "./expected-judging.ts";
import { matchesWithMarks } from "./matches-redacted.ts";

export interface VerifiedPacket {
  differences: Difference[];
  /** False if only the answer could be compared: other versions of Assay show other parts of a run. */
  isRebuilt: boolean;
  /** True if a secret was removed from it that the run still has, so that it can't be compared. */
  hasSecret: boolean;
  namesItself: boolean | null;
}

export interface PacketToVerify {
  packet: Packet;
  text: string;
  run: RunRecord;
  /** Possible identities of the trial, the likeliest first: its run may have been executed under another name. */
  identities: readonly RunArtifact["identity"][];
  record: EvaluationRecord;
}

/**
 * Composes the packet of a run again and compares. The case's expectations are taken from the packet, and must be the same for
 * all of the case.
 */
export async function verifyPacket(
  store: Store,
  { packet, text, run, identities, record }: PacketToVerify,
  judging: ExpectedJudging,
): Promise<VerifiedPacket> {
  const { case_id } = identities[0]!;
  const differences = [
    ...expectationDifference(packet, case_id, judging),
    ...declaredChecksDifference(record, case_id, judging),
  ];
  let built = await rebuild(store, { packet, run, identity: identities[0]!, record }, judging);
  for (const identity of identities.slice(1)) {
    const other = built.text === text ? built : await rebuild(store, { packet, run, identity, record }, judging);
    if (other.text === text) built = other;
  }
  const verified = { differences, isRebuilt: true, hasSecret: false, namesItself: built.namesItself };
  if (built.text === text) return verified;
  if (text.includes(REDACTED) && matchesWithMarks(packet, built.packet)) return { ...verified, hasSecret: true };
  const shown = differencesIn(packet, built.packet);
  if (judging.assay_version === packageVersion()) return { ...verified, differences: [...differences, ...shown] };
  // Composed by another version: only the parts common to all versions are compared.
  const answer = answerDifference(packet, built.packet, run.artifact);
  return { differences: [...differences, ...answer], isRebuilt: false, hasSecret: false, namesItself: null };
}

function rebuild(
  store: Store,
  {
    packet,
    run,
    identity,
    record,
  }: Pick<PacketToVerify, "packet" | "run" | "record"> & {
    identity: RunArtifact["identity"];
  },
  { called, anchors, max_characters, redact_secrets }: ExpectedJudging,
): Promise<BuiltPacket> {
  const { expectations, rubric } = packet.evaluation_target;
  const { hard, soft } = expectations;
  const { names = [], variants = [] } = called.get(identity.model_id) ?? {};
  return buildPacket({
    loadedCase: {
      case: { expectations: { hard_expectations: hard, soft_expectations: soft }, rubric },
    } as LoadedCase,
    artifact: { ...run.artifact, identity },
    called: names,
    variants,
    artifactsDirectory: join(store.outputs, run.files ?? "artifacts/none"),
    checks: record.checks,
    anchors: {
      enabled: anchors.length > 0,
      references: anchors.map((anchor, at) => ({ anchor_id: String(at), ...anchor })),
    },
    maxCharacters: max_characters,
    redact: redactorFor(redact_secrets),
  });
}

/** A cache: compiling patterns takes longer than using them. */
const redactors = new Map<boolean, Redactor>();

function redactorFor(patterns: boolean): Redactor {
  const redact = redactors.get(patterns) ?? createRedactor([], { patterns });
  redactors.set(patterns, redact);
  return redact;
}

/** Judges are shown the same expectations and rubric in every trial of a case. */
function expectationDifference(packet: Packet, case_id: string, { expected }: ExpectedJudging): Difference[] {
  const { evaluation_target: target } = packet;
  const found = hashOfExpected(target);
  const known = expected.get(case_id);
  if (known === undefined) expected.set(case_id, found);
  return [
    ...differenceBetween("what judges were told to expect of the case, and its rubric", found, known ?? found),
    ...differenceBetween("the dimensions that judges were asked about", target.dimensions, DIMENSIONS),
  ];
}

/** Every trial of a case has the same checks. */
function declaredChecksDifference(
  { checks }: EvaluationRecord,
  case_id: string,
  { checks: declared }: ExpectedJudging,
): Difference[] {
  const found = hashOfChecks(checks);
  const known = declared.get(case_id);
  if (known === undefined) declared.set(case_id, found);
  if (known === undefined || known === found) return [];
  const words = checks.map(({ check_id, kind, required }) => `${check_id} (${kind}${required ? ", required" : ""})`);
  return [{ what: "the checks of the case", stored: words.join(", "), found: "other checks were declared" }];
}

/** Compares part by part, so that a reader sees which one was changed. */
function differencesIn(shown: Packet, built: Packet): Difference[] {
  const answer = [shown, built].map(({ subject_response }) => subject_response.final_output);
  const parts: [string, unknown, unknown][] = [
    ["how the run ended", built.subject_response.status, shown.subject_response.status],
    ["the answer that the judges were shown", answer[1], answer[0]],
    ["the rest of the response", withoutAnswer(built), withoutAnswer(shown)],
    ["the task that the judges were shown", built.evaluation_target, shown.evaluation_target],
    ["the evidence that the judges were shown", built.execution_evidence, shown.execution_evidence],
    ["what was shortened for the judges", built.shortened, shown.shortened],
  ];
  const found = parts.flatMap(([what, stored, other]) => differenceBetween(what, stored, other));
  return found.length > 0
    ? found
    : [{ what: "the packet", stored: "its fields", found: "the same in another spelling" }];
}

function withoutAnswer({ subject_response: { final_output: _, status: __, ...rest } }: Packet): unknown {
  return rest;
}

/** Compares the parts common to all versions. */
function answerDifference(shown: Packet, built: Packet, { final_output, status }: RunArtifact): Difference[] {
  const said = shown.subject_response.final_output;
  const isShown = said === built.subject_response.final_output || matchesWithMarks(said, final_output, MARKS);
  const isCut = shown.shortened.some(({ where }) => where === "subject_response.final_output");
  return [
    ...differenceBetween("how the run ended", status, shown.subject_response.status),
    ...(isShown || isCut ? [] : differenceBetween("the answer that the judges were shown", final_output, said)),
    ...differenceBetween("the tool calls that the judges were shown", toolCallsOf(built), toolCallsOf(shown)),
    ...differenceBetween("the checks that the judges were shown", checksOf(built), checksOf(shown)),
    ...differenceBetween("the anchors", built.evaluation_target.anchors, shown.evaluation_target.anchors),
    ...(shown.shortened.length > 0 ? [] : differenceBetween("the task", taskOf(built), taskOf(shown))),
  ];
}

function toolCallsOf({ subject_response }: Packet): number[] {
  const { tool_call_count, failed_tool_call_count } = subject_response.tool_activity_summary;
  return [tool_call_count, failed_tool_call_count];
}

function checksOf({ execution_evidence }: Packet): string[] {
  return execution_evidence.check_results.map(({ check_id, outcome }) => `${check_id}: ${outcome}`);
}

function taskOf({ evaluation_target }: Packet): string[][] {
  return evaluation_target.task_messages.map(({ role, content }) => [role, content]);
}

/** Marks that replace words removed before a judge saw them. */
const MARKS = [NAME_REMOVED, PATH_REMOVED, REDACTED];
