import type { Adjudication, LabelSession } from "../../../operations/index.ts";
import { EXIT, type ExitCode, UsageError } from "../../terminal/exit-codes.ts";
import { sayRemarks } from "../../terminal/listen.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { askInTurn } from "./ask-in-turn.ts";
import { type AnnotatorWords, packetOptions } from "./label-words.ts";

interface LabelWords extends AnnotatorWords {
  question?: string[];
  /** `false` for none. */
  plan?: string | boolean;
  purpose?: "measure" | "tune";
}

export async function labelInTerminal(words: LabelWords, terminal: Terminal): Promise<ExitCode> {
  const operations = await import("../../../operations/index.ts");
  const { question: questions, purpose } = words;
  const plan = words.plan === false ? null : words.plan === true ? undefined : words.plan;
  const session = await operations.label(
    { ...packetOptions(terminal, words), annotator: annotatorOf(words), questions, plan, purpose },
    { onEvent: sayRemarks(terminal) },
  );
  return await converseAndClose(session, terminal);
}

export async function adjudicateInTerminal(words: AnnotatorWords, terminal: Terminal): Promise<ExitCode> {
  const operations = await import("../../../operations/index.ts");
  const session = await operations.adjudicate(
    { ...packetOptions(terminal, words), annotator: annotatorOf(words) },
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

function annotatorOf({ annotator }: AnnotatorWords): string {
  if (annotator !== undefined) return annotator;
  throw new UsageError("who is labelling? Give --annotator <name>, or set $ASSAY_ANNOTATOR");
}
