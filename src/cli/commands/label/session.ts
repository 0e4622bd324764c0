import type { Adjudication, LabelSession } from "../../../operations/index.ts";
import { EXIT, type ExitCode, UsageError } from "../../terminal/exit-codes.ts";
import { sayRemarks } from "../../terminal/say-remarks.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { askInTurn } from "./ask-in-turn.ts";
import { type AnnotatorFlags, packetOptions } from "./label-flags.ts";

interface LabelFlags extends AnnotatorFlags {
  question?: string[];
  /** `false` for none. */
  plan?: string | boolean;
  purpose?: "measure" | "tune";
}

export async function labelInTerminal(flags: LabelFlags, terminal: Terminal): Promise<ExitCode> {
  const operations = await import("../../../operations/index.ts");
  const { question: questions, purpose } = flags;
  const plan = flags.plan === false ? null : flags.plan === true ? undefined : flags.plan;
  const session = await operations.label(
    { ...packetOptions(terminal, flags), annotator: annotatorOf(flags), questions, plan, purpose },
    { onEvent: sayRemarks(terminal) },
  );
  return await converseAndClose(session, terminal);
}

export async function adjudicateInTerminal(flags: AnnotatorFlags, terminal: Terminal): Promise<ExitCode> {
  const operations = await import("../../../operations/index.ts");
  const session = await operations.adjudicate(
    { ...packetOptions(terminal, flags), annotator: annotatorOf(flags) },
    { onEvent: sayRemarks(terminal) },
  );
  return await converseAndClose(session, terminal);
}

async function converseAndClose(session: LabelSession | Adjudication, terminal: Terminal): Promise<ExitCode> {
  try {
    const isInterrupted = await askInTurn(session, terminal);
    for (const problem of session.problems) terminal.err(`warning: ${problem}`);
    return isInterrupted ? EXIT.interrupted : EXIT.ok;
  } finally {
    await session.close();
  }
}

function annotatorOf({ annotator }: AnnotatorFlags): string {
  if (annotator !== undefined) return annotator;
  throw new UsageError("who is labelling? Give --annotator <name>, or set $ASSAY_ANNOTATOR");
}
