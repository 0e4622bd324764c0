import type { FormatName } from "../../../report/formats/index.ts";
import { EXIT, type ExitCode } from "../../terminal/exit-codes.ts";
import { sayRemarks } from "../../terminal/listen.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { printResult } from "../../words/output-format.ts";
import { type PacketWords, packetOptions } from "./label-words.ts";

interface PlanWords extends PacketWords {
  budget: number;
  question?: string;
  purpose?: "measure" | "tune";
  name?: string;
  seed?: number;
  each?: boolean;
  output: FormatName;
}

export async function planInTerminal(words: PlanWords, terminal: Terminal): Promise<ExitCode> {
  const { planLabels } = await import("../../../operations/index.ts");
  const { budget, question, purpose, name, seed, each } = words;
  const planned = await planLabels(
    { ...packetOptions(terminal, words), budget, question, purpose, name, seed, unitOf: each ? "packet" : undefined },
    { onEvent: sayRemarks(terminal) },
  );
  await printResult(terminal, "label_plan", words.output, planned);
  return EXIT.ok;
}
