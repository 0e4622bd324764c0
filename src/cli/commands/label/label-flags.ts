import { type Command, InvalidArgumentError, Option } from "commander";
import { NAMED_PROTOCOL_NAMES, NAMED_PROTOCOLS, type PacketFilter } from "../../../judging/table.ts";
import type { PacketOptions } from "../../../operations/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export interface AnnotatorFlags extends PacketFilter {
  annotator?: string;
}

export function addPacketOptions(command: Command): Command {
  command
    .option("--suite <id>", "only this suite")
    .option("--run-profile <id>", "only this run profile, with or without its fingerprint")
    .option("--evaluation-profile <id>", "only as judged by this evaluation profile");
  for (const { folder, holds } of Object.values(NAMED_PROTOCOLS))
    command.option(`--${folder} <name>`, `${holds}: outputs/${folder}/<name>`);
  return command;
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

export function packetOptions({ cwd, env }: Terminal, flags: PacketFilter): PacketOptions {
  return { cwd, env, ...packetNames(flags) };
}

/** Takes the names of packets out of flags that have others too. */
export function packetNames(flags: PacketFilter): PacketFilter {
  const { suite, runProfile, evaluationProfile } = flags;
  return {
    suite,
    runProfile,
    evaluationProfile,
    ...Object.fromEntries(NAMED_PROTOCOL_NAMES.map((name) => [name, flags[name]])),
  };
}

export function collectOptionValues(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export function wholeNumber(written: string): number {
  const value = Number(written);
  // Beyond 2⁵³ the stored number would differ from the one written.
  if (written.trim() === "" || !Number.isSafeInteger(value)) throw new InvalidArgumentError("Expected a whole number.");
  return value;
}
