import type { DefaultField, FoundDefaults } from "../../config/index.ts";
import { mayAsk } from "../terminal/confirm.ts";
import { UsageError } from "../terminal/exit-codes.ts";
import { sayRemarks } from "../terminal/listen.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { askForMissing } from "./ask-for-missing.ts";
import { DEFAULTED_FLAGS, type DefaultedWords, missingFlags } from "./missing-flags.ts";
import { type Output, readOutputs } from "./outputs.ts";

export interface WantedDefaults {
  /** As it is called: `run-eval`. */
  command: string;
  /** Without these the command cannot begin: the only file of its kind does, and whoever sits at the terminal is asked. */
  needed?: DefaultField[];
  /** These do something when somebody named them, in a variable or in assay.yaml. */
  taken?: DefaultField[];
  /** Flags that have no default and were not given, as help shows them: `--base <ref>`. */
  alsoMissing?: string[];
  /** Whether it prints a campaign's report, for which outputs may be named. */
  hasOutputs?: boolean;
}

/**
 * The words of a command with what nobody wrote filled in: from a variable, from assay.yaml, or because there is only one. What was
 * chosen is said in one line. A workspace in which every flag is written out is not touched by any of it.
 */
export async function withDefaults<Words extends DefaultedWords & { output?: unknown; quiet?: boolean }>(
  terminal: Terminal,
  words: Words,
  wanted: WantedDefaults,
): Promise<Words> {
  const { needed = [], taken = [], alsoMissing = [] } = wanted;
  const found = await foundDefaults(terminal);
  const filled: Words = { ...words };
  const said: Said[] = [];
  for (const field of [...needed, ...taken]) {
    const { word, what } = DEFAULTED_FLAGS[field];
    const fallback = found.defaults[field];
    if (filled[word] !== undefined || fallback === undefined) continue;
    if (fallback.isOnly && !needed.includes(field)) continue;
    filled[word] = fallback.value;
    said.push({ text: `${what} ${fallback.value}`, from: fallback.from });
  }
  if (wanted.hasOutputs && words.output === undefined && found.output !== null) {
    filled.output = outputsFrom(found.output);
    said.push({ text: `output ${found.output.written.join(" and ")}`, from: found.output.from });
  }
  const missing = needed.filter((field) => filled[DEFAULTED_FLAGS[field].word] === undefined);
  if (missing.length > 0 || alsoMissing.length > 0) {
    // Nothing to choose from is nothing to ask about.
    const canChoose = missing.every((field) => found.ids[field].length > 0);
    if (alsoMissing.length > 0 || !canChoose || !mayAsk(terminal))
      throw new UsageError(missingFlags(wanted, filled, missing, found));
    Object.assign(filled, await askForMissing(terminal, missing, found.ids));
  }
  await sayChosen(terminal, said, words.quiet);
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
    const { OperationError } = await import("../../operations/index.ts");
    throw new OperationError(`nothing was done: ${countDiagnostics(found.diagnostics)}`, found.diagnostics);
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

/** Each with where it comes from; that is said once when it is the same for all. */
async function sayChosen(terminal: Terminal, said: Said[], quiet: boolean | undefined): Promise<void> {
  if (said.length === 0 || quiet) return;
  const { visibleLine } = await import("../../text/presentation/index.ts");
  const [first] = said;
  const same = said.length > 1 && said.every(({ from }) => from === first!.from);
  const parts = said.map(({ text, from }) => (same ? text : `${text} (${from})`));
  terminal.err(visibleLine(`Using ${parts.join(", ")}${same ? ` (${first!.from})` : ""}`));
}
