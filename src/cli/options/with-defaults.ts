import type { DefaultField, FoundDefaults } from "../../config/index.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import { canAsk } from "../terminal/questions.ts";
import { sayRemarks } from "../terminal/say-remarks.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { askForMissing } from "./ask-for-missing.ts";
import { DEFAULTED_FLAGS, type DefaultedFlags, explainMissingFlags } from "./missing-flags.ts";
import { type Output, readOutputs } from "./outputs.ts";

export interface WantedDefaults {
  /** Name as called, such as `run-eval`. */
  command: string;
  /** Required values: taken from the only file of a kind, or asked for at a terminal. */
  needed?: DefaultField[];
  /** Optional values, used if a variable or assay.yaml names them. */
  taken?: DefaultField[];
  /** Missing flags without a default, as in the help: `--base <ref>`. */
  alsoMissing?: string[];
  /** True if it prints a campaign's report, whose outputs assay.yaml may name. */
  hasOutputs?: boolean;
  /** True if it makes files for reading, of which assay.yaml may say when. */
  makesFiles?: boolean;
}

/**
 * Fills in missing flags from variables, from assay.yaml or because there is only one file of a kind, and prints what was chosen in one
 * line. Does nothing when every flag is given.
 */
export async function withDefaults<
  Flags extends DefaultedFlags & { output?: unknown; files?: unknown; quiet?: boolean },
>(terminal: Terminal, flags: Flags, wanted: WantedDefaults): Promise<Flags> {
  const { needed = [], taken = [], alsoMissing = [] } = wanted;
  const found = await foundDefaults(terminal);
  const filled: Flags = { ...flags };
  const said: Said[] = [];
  for (const field of [...needed, ...taken]) {
    const { key, what } = DEFAULTED_FLAGS[field];
    const fallback = found.defaults[field];
    if (filled[key] !== undefined || fallback === undefined) continue;
    if (fallback.isOnly && !needed.includes(field)) continue;
    filled[key] = fallback.value;
    said.push({ text: `${what} ${fallback.value}`, from: fallback.from });
  }
  if (wanted.hasOutputs && flags.output === undefined && found.output !== null) {
    filled.output = outputsFrom(found.output);
    said.push({ text: `output ${found.output.written.join(" and ")}`, from: found.output.from });
  }
  if (wanted.makesFiles && flags.files === undefined && found.files !== null) {
    filled.files = found.files.value;
    said.push({ text: `files ${found.files.value}`, from: found.files.from });
  }
  const missing = needed.filter((field) => filled[DEFAULTED_FLAGS[field].key] === undefined);
  if (missing.length > 0 || alsoMissing.length > 0) {
    // Without known ids there is nothing to choose from.
    const canChoose = missing.every((field) => found.ids[field].length > 0);
    if (alsoMissing.length > 0 || !canChoose || !canAsk(terminal))
      throw new UsageError(explainMissingFlags(wanted, filled, missing, found));
    Object.assign(filled, await askForMissing(terminal, missing, found.ids));
  }
  await sayChosen(terminal, said, flags.quiet);
  return filled;
}

interface Said {
  text: string;
  from: string;
}

async function foundDefaults(terminal: Terminal): Promise<FoundDefaults> {
  const { countDiagnostics, findDefaults } = await import("../../config/index.ts");
  const found = await findDefaults({ from: terminal.cwd, env: terminal.env });
  if (!found.ok) {
    const { ConfigError } = await import("../../operations/index.ts");
    throw new ConfigError(`nothing was done: ${countDiagnostics(found.diagnostics)}`, found.diagnostics);
  }
  if (found.diagnostics.length > 0) sayRemarks(terminal)({ type: "diagnostics", diagnostics: found.diagnostics });
  return found.value;
}

function outputsFrom({ written, from }: { written: string[]; from: string }): Output[] {
  try {
    return readOutputs("campaign_report", written);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${from}: ${error.message}`);
    throw error;
  }
}

/** Prints each default with its source, or the source once if it is the same for all. */
async function sayChosen(terminal: Terminal, said: Said[], quiet: boolean | undefined): Promise<void> {
  if (said.length === 0 || quiet) return;
  const { visibleLine } = await import("../../text/presentation/index.ts");
  const [first] = said;
  const same = said.length > 1 && said.every(({ from }) => from === first!.from);
  const parts = said.map(({ text, from }) => (same ? text : `${text} (${from})`));
  terminal.err(visibleLine(`Using ${parts.join(", ")}${same ? ` (${first!.from})` : ""}`));
}
