import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openAccount } from "../../../src/campaign/spending/account.ts";
import { openLedger } from "../../../src/campaign/spending/ledger.ts";
import { resolveEndpoint } from "../../../src/gateway/index.ts";
import { openProxy } from "../../../src/proxy/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import { MODEL } from "../../support/wire-streams.ts";

/** A limit and what spends from it, opened as a campaign does. All that the attacks know of the code that they attack is in this file. */
export interface Budget {
  /** Waits until there is room for one more trial; null when there is none. */
  openTrial(): Promise<TrialAccess | null>;
  /** Spending reported by Assay. */
  spentUsd(): number;
  close(): Promise<void>;
}

export interface TrialAccess {
  socket: string;
  token: string;
  /** Ends the trial, with everything that is under way. */
  close(): Promise<void>;
}

const ACCOUNT = "runs/spending/all";

export function openBudget(limitUsd: number, baseUrl: string): Budget {
  const store = openMemoryStore();
  const ledger = openLedger({ maxCostUsd: limitUsd, account: openAccount(store, ACCOUNT) });
  const resolved = resolveEndpoint({ base_url: baseUrl, api_key_env: "THE_KEY" }, { THE_KEY: "sk-real-0123456789" });
  if (!resolved.ok) throw new Error(resolved.problem);
  const { endpoint } = resolved;
  return {
    async openTrial() {
      const reservation = await ledger.reserve({
        name: MODEL,
        endpoint: baseUrl,
        size: 1,
        isFree: false,
        asksPerRequest: true,
      });
      if (!reservation) return null;
      let tick = 0;
      const opened = await openProxy({
        listen: "socket",
        endpoint,
        models: [MODEL],
        network: "deny",
        spending: reservation,
        now: () => ++tick,
        env: {},
        signal: new AbortController().signal,
      });
      if (!opened.ok) throw new Error(opened.problem);
      const { address, token, close } = opened.proxy;
      if (address.kind !== "socket") throw new Error("a proxy without a socket");
      return {
        socket: address.socket,
        token,
        async close() {
          await close();
          reservation.end();
        },
      };
    },
    spentUsd: ledger.totalUsd,
    async close() {
      ledger.close();
      await store.close();
    },
  };
}

/** Total spending in a store, for any purpose. */
export function storedSpending(workspace: string): number {
  const log = join(workspace, "outputs", "log");
  const lines = readdirSync(log)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(join(log, name), "utf8").split("\n"));
  const records = lines.filter((line) => line.startsWith('{"kind":"spend"')).map((line) => JSON.parse(line));
  return records.reduce((sum: number, { value }: { value: { usd: number } }) => sum + value.usd, 0);
}
