import type { EvaluationProfile, LoadedCase } from "../../../config/index.ts";
import type { CheckResult, RunArtifact } from "../../../records/index.ts";
import { jsonOrNull, type Redactor, redactJson, sha256 } from "../../../text/index.ts";
import { type Blindfold, blindfold } from "./blind.ts";
import { evaluationTarget } from "./evaluation-target.ts";
import { pathInWorkspace, readKeptFile } from "./excerpt.ts";
import { fitPacket } from "./fit-packet.ts";
import { foldOwnFile } from "./fold-lines.ts";
import type { ExecutionEvidence, Packet, PacketArtifact } from "./packet.ts";
import { type SubjectView, subjectView } from "./subject-view.ts";

/** Everything a packet depends on. The same stored run and case give the same bytes on any machine. */
export interface PacketSource {
  loadedCase: LoadedCase;
  artifact: RunArtifact;
  /** The suite's names of the subject's model besides its id: label and requested names. */
  called: readonly string[];
  /** The suite's names of its variant: id and label; omitted without one. */
  variants?: readonly string[];
  /** The trial's kept files: run_N.artifacts/. */
  artifactsDirectory: string;
  checks: CheckResult[];
  anchors: EvaluationProfile["anchors"];
  maxCharacters: number;
  redact: Redactor;
}

export interface BuiltPacket {
  packet: Packet;
  /** The user message: the packet as sent and stored. */
  text: string;
  sha256: string;
  /** False when expectations, rubric and anchors alone exceed the budget. */
  fits: boolean;
  /** True if the subject's words, actions or files name its own model; the name was removed as far as possible. */
  namesItself: boolean;
}

/** Composes a trial's packet for its judges. */
export async function buildPacket(source: PacketSource): Promise<BuiltPacket> {
  const {
    loadedCase,
    artifact,
    called,
    variants = [],
    artifactsDirectory,
    checks,
    anchors,
    maxCharacters,
    redact,
  } = source;
  const blind = blindfold(artifact, called, variants);
  const view = subjectView(artifact, blind);
  const packet: Packet = {
    schema_version: 2,
    evaluation_target: evaluationTarget(loadedCase, artifact, anchors, blind),
    subject_response: view.response,
    execution_evidence: {
      ...checkEvidence(checks, blind),
      key_trace_events: view.events,
      artifacts: await Promise.all(view.files.map((kept) => artifactEvidence(kept, artifactsDirectory, view, blind))),
      material_failures: view.material_failures,
    },
    shortened: [],
  };
  // Secrets are removed before cutting, or half of one could survive at the edge.
  const fitted = fitPacket(redactJson(packet, redact), maxCharacters);
  return { ...fitted, sha256: sha256(fitted.text), namesItself: blind.namesItself() };
}

function checkEvidence(
  checks: CheckResult[],
  blind: Blindfold,
): Pick<ExecutionEvidence, "deterministic_summary" | "check_results"> {
  const count = (outcome: CheckResult["outcome"]) => checks.filter((check) => check.outcome === outcome).length;
  return {
    deterministic_summary: {
      passed_checks: count("passed"),
      failed_checks: count("failed"),
      error_checks: count("error"),
      total_checks: checks.length,
    },
    check_results: checks.map(({ check_id, kind, dimensions, required, not, outcome, message }) => ({
      check_id,
      kind,
      ...(dimensions.length > 0 && { dimensions }),
      ...(required && { required: true as const }),
      ...(not && { not }),
      outcome,
      // A passed check needs no message; the reason for a failure matters to a judge.
      ...(outcome !== "passed" && { message: blind.ownText(message) }),
    })),
  };
}

async function artifactEvidence(
  { file, ours, missing, select = (text) => text }: SubjectView["files"][number],
  folder: string,
  view: SubjectView,
  blind: Blindfold,
): Promise<PacketArtifact> {
  const { basename, path } = pathInWorkspace(file);
  const named = {
    artifact_type: file.artifact_type,
    basename: blind.subjectText(basename),
    ...(path !== undefined && { path: blind.subjectText(path) }),
    bytes: file.bytes,
  };
  if (missing !== undefined) return { ...named, note: missing };
  const read = await readKeptFile(file, folder);
  if ("note" in read) return { ...named, note: read.note };
  const selected = select(read.text);
  const text = ours ? foldOwnFile(selected, blind.ownText) : blind.subjectText(selected);
  const see = text.trim() === "" ? null : whereShown(text, view);
  return see ? { ...named, see } : { ...named, excerpt: text };
}

/** The place where the same text already appears: as the final output, a tool's result, or a tool's argument. */
function whereShown(text: string, { response, events }: SubjectView): string | null {
  const same = (other: unknown) => typeof other === "string" && other.trim() === text.trim();
  if (same(response.final_output)) return "subject_response.final_output";
  for (const event of events) {
    if (event.kind === "tool_result" && same(event.content)) return `event ${event.event}`;
    if (event.kind === "tool_call" && argumentValues(event.arguments).some(same)) return `event ${event.event}`;
  }
  return null;
}

function argumentValues(argumentsJson: string): unknown[] {
  const parsed = jsonOrNull(argumentsJson);
  return typeof parsed === "object" && parsed !== null ? Object.values(parsed) : [];
}
