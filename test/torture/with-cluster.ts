import { lacks } from "../support/needs.ts";
import { killEverybody } from "./cluster-kills.ts";
import type { TortureRow } from "./torture.ts";

const SEEDS = [19, 23, 42, 1001, 2026, 31_337];
const KILLS = ["worker", "worker", "worker", "worker", "coordinator", "coordinator", "redis", "redis"] as const;

/** 2,000 trials over 4 workers, again and again, with kills at other moments. `SEED=7` takes one of them. */
export async function* tortureWithCluster(): AsyncIterable<TortureRow> {
  if (lacks("redis")) return;
  const { SEED } = process.env;
  for (const seed of SEED === undefined ? SEEDS : [Number(SEED)]) {
    const { broken, asked, mayRepeat } = await killEverybody({ seed, cases: 200, repetitions: 10, kills: KILLS });
    const what = `2,000 trials over 4 workers, ${KILLS.length} kills, seed ${seed}: ${asked} requests of at most ${2000 + mayRepeat}`;
    yield { what, attempts: 1, held: broken.length === 0 ? 1 : 0, remarks: broken };
  }
}
