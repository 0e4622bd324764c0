import type { PacketFilter } from "../../../judging/table.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import { printResult } from "../../options/output-format.ts";
import { EXIT, type ExitCode } from "../../terminal/exit-codes.ts";
import { sayRemarks } from "../../terminal/say-remarks.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { packetOptions } from "./label-flags.ts";

interface PlanFlags extends PacketFilter {
  budget: number;
  question?: string;
  purpose?: "measure" | "tune";
  name?: string;
  seed?: number;
  each?: boolean;
  output: FormatName;
}

export async function planInTerminal(flags: PlanFlags, terminal: Terminal): Promise<ExitCode> {
  const { planLabels } = await import("../../../operations/index.ts");
  const { budget, question, purpose, name, seed, each } = flags;
  const planned = await planLabels(
    { ...packetOptions(terminal, flags), budget, question, purpose, name, seed, unitOf: each ? "packet" : undefined },
    { onEvent: sayRemarks(terminal) },
  );
  await printResult(terminal, "label_plan", flags.output, planned);
  return EXIT.ok;
}
