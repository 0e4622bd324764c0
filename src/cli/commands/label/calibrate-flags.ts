import { NAMED_PROTOCOL_NAMES, type PacketFilter } from "../../../judging/table.ts";
import type { FormatName } from "../../../report/formats/index.ts";
import { UsageError } from "../../terminal/exit-codes.ts";

export interface CalibrateFlags extends PacketFilter {
  output: FormatName;
  purpose?: "measure" | "tune";
  epsilon?: number;
  chart?: string;
  gold?: true;
  against?: string;
  spec?: string;
  pairs?: string;
  drawn?: true;
  maxCostUsd?: number;
  quiet?: boolean;
}

/** Refuses flags that would have no effect: each of the command's three kinds of measurement uses only some of them. */
export function refuseIneffectiveFlags(flags: CalibrateFlags): void {
  const given = (names: readonly (keyof CalibrateFlags)[]) => names.find((name) => flags[name] !== undefined);
  const way = flags.gold ? "gold" : flags.pairs === undefined ? null : "pairs";
  if (way !== null) {
    const idle = given(IDLE[way]);
    if (idle !== undefined)
      throw new UsageError(`${flagOf(idle)} changes nothing with --${way}; leave one of them out`);
    return;
  }
  if (flags.drawn) throw new UsageError("--drawn needs --pairs");
  const asking = given(["against", "spec", "maxCostUsd"]);
  if (asking !== undefined) throw new UsageError(`${flagOf(asking)} needs --gold`);
}

const OF_LABELS = ["purpose", "epsilon", "chart"] as const;
const IDLE = {
  gold: ["pairs", "drawn", ...OF_LABELS],
  pairs: [
    "suite",
    "runProfile",
    "evaluationProfile",
    ...NAMED_PROTOCOL_NAMES,
    "against",
    "spec",
    "maxCostUsd",
    ...OF_LABELS,
  ],
} as const;

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
