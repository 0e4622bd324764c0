import type { FormatName } from "../../../report/formats/index.ts";
import { UsageError } from "../../terminal/exit-codes.ts";
import type { PacketWords } from "./label-words.ts";

export interface CalibrateWords extends PacketWords {
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
export function refuseIdleWords(words: CalibrateWords): void {
  const given = (names: readonly (keyof CalibrateWords)[]) => names.find((name) => words[name] !== undefined);
  const way = words.gold ? "gold" : words.pairs === undefined ? null : "pairs";
  if (way !== null) {
    const idle = given(IDLE[way]);
    if (idle !== undefined)
      throw new UsageError(`${flagOf(idle)} changes nothing with --${way}; leave one of them out`);
    return;
  }
  if (words.drawn) throw new UsageError("--drawn needs --pairs");
  const asking = given(["against", "spec", "maxCostUsd"]);
  if (asking !== undefined) throw new UsageError(`${flagOf(asking)} needs --gold`);
}

const OF_LABELS = ["purpose", "epsilon", "chart"] as const;
const IDLE = {
  gold: ["pairs", "drawn", ...OF_LABELS],
  pairs: ["suite", "runProfile", "evaluationProfile", "rubric", "batch", "against", "spec", "maxCostUsd", ...OF_LABELS],
} as const;

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
