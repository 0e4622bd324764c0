import type { DefaultField, FoundDefaults } from "../../config/index.ts";
import type { WantedDefaults } from "./with-defaults.ts";

/** Flags with defaults from variables, assay.yaml or the workspace. */
export interface DefaultedFlags {
  suite?: string;
  runProfile?: string;
  evaluationProfile?: string;
  rubric?: string;
  spec?: string;
}

interface DefaultedFlag {
  flag: string;
  key: keyof DefaultedFlags;
  what: string;
  /** No folder of the workspace has such files. */
  isFile?: true;
}

/** Names of the fields of assay.yaml as flags and in sentences. */
export const DEFAULTED_FLAGS: Record<DefaultField, DefaultedFlag> = {
  suite: { flag: "--suite", key: "suite", what: "suite" },
  run_profile: { flag: "--run-profile", key: "runProfile", what: "run profile" },
  evaluation_profile: { flag: "--evaluation-profile", key: "evaluationProfile", what: "evaluation profile" },
  rubric: { flag: "--rubric", key: "rubric", what: "rubric", isFile: true },
  batch_spec: { flag: "--spec", key: "spec", what: "batch spec", isFile: true },
};

/** Longer lists are not read. */
const MOST_IDS = 12;

/** Lists all missing flags in one message, each with its known ids, and a command that would work. */
export function explainMissingFlags(
  { command, alsoMissing = [] }: WantedDefaults,
  filled: DefaultedFlags,
  missing: DefaultField[],
  { ids, root }: FoundDefaults,
): string {
  const flags = [
    ...missing.map((field) => DEFAULTED_FLAGS[field].flag),
    ...alsoMissing.map((flag) => flag.split(" ")[0]!),
  ];
  const width = Math.max(...flags.map((flag) => flag.length));
  const rows = missing.map((field) => {
    const { flag, what, isFile } = DEFAULTED_FLAGS[field];
    return `  ${flag.padEnd(width)}  ${isFile && ids[field].length === 0 ? "a file" : choicesOf(ids[field], field, what, root)}`;
  });
  const others = alsoMissing.map((flag) => `  ${flag}`);
  const example = Object.entries(DEFAULTED_FLAGS).flatMap(([field, { flag, key }]) => {
    if (missing.includes(field as DefaultField)) return `${flag} ${quoted(ids[field as DefaultField][0] ?? "<id>")}`;
    return filled[key] === undefined ? [] : `${flag} ${quoted(filled[key])}`;
  });
  return [
    `assay ${command} needs ${joinFlags(flags)}`,
    ...rows,
    ...others,
    `Example: assay ${[command, ...example, ...alsoMissing].join(" ")}`,
    ...(missing.length > 0 ? ["assay.yaml or variables can name defaults: assay docs command-line"] : []),
  ].join("\n");
}

function choicesOf(ids: string[], field: DefaultField, what: string, root: string | null): string {
  if (ids.length > 0) {
    const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : "";
    return `one of: ${ids.slice(0, MOST_IDS).join(", ")}${more}`;
  }
  if (root === null) return "a path; there is no workspace (configs/) here or above, `assay init` creates one";
  return `there is no ${what} in configs/${field}s/ yet`;
}

function joinFlags(flags: string[]): string {
  return flags.length === 1 ? flags[0]! : `${flags.slice(0, -1).join(", ")} and ${flags.at(-1)}`;
}

/** Quotes for a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./<>-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
