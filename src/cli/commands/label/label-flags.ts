import { type Command, InvalidArgumentError, Option } from "commander";
import type { PacketOptions } from "../../../operations/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Flags that choose packets. */
export interface PacketFlags {
  suite?: string;
  runProfile?: string;
  evaluationProfile?: string;
  rubric?: string;
  batch?: string;
}

export interface AnnotatorFlags extends PacketFlags {
  annotator?: string;
}

export function addPacketOptions(command: Command): Command {
  return command
    .option("--suite <id>", "only this suite")
    .option("--run-profile <id>", "only this run profile, with or without its fingerprint")
    .option("--evaluation-profile <id>", "only as judged by this evaluation profile")
    .option("--rubric <name>", "samples judged by a rubric: outputs/rubric/<name>")
    .option("--batch <name>", "items judged in batches: outputs/batch/<name>");
}

export function annotatorOption(): Option {
  return new Option("--annotator <name>", "your name as an annotator; or set $ASSAY_ANNOTATOR").env("ASSAY_ANNOTATOR");
}

export function purposeOption(): Option {
  return new Option(
    "--purpose <purpose>",
    "measure: to correct scores; tune: to improve a judge's prompt. A packet's labels serve one purpose only (default: measure)",
  ).choices(["measure", "tune"]);
}

export function packetOptions({ cwd, env }: Terminal, flags: PacketFlags): PacketOptions {
  const { suite, runProfile, evaluationProfile, rubric, batch } = flags;
  return { cwd, env, suite, runProfile, evaluationProfile, rubric, batch };
}

export function collectWords(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export function wholeNumber(written: string): number {
  const value = Number(written);
  // Beyond 2⁵³ the stored number would differ from the one written.
  if (written.trim() === "" || !Number.isSafeInteger(value)) throw new InvalidArgumentError("Expected a whole number.");
  return value;
}
