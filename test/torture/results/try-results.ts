import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { startWorker } from "../../support/cluster.ts";
import { startRedis } from "../../support/redis-server.ts";
import { writeFiles } from "../../support/temporary.ts";
import { filesWith, findingsOf, oddEntries, snapshot } from "../foreign/findings.ts";
import { openReader, type Reading } from "../foreign/reader.ts";
import { linesOf } from "../foreign/workspace.ts";
import { openForger, openTranscriber, PAID_USD } from "./forger.ts";
import type { Forgery } from "./forgery.ts";
import type { PresenceForgery } from "./presence-forgeries.ts";
import { CAMPAIGN, CASES, caseName, HONEST, resultFiles } from "./workspace.ts";

const SECRET = "CANARY-51d0b3aa: this is nobody's business";
/** Time that a forgery may add to a campaign, and that an honest one takes on a busy machine. */
const PATIENCE_MS = 14_000;

/** A Redis with a forger at it, and a workspace whose campaigns it is asked for. */
export interface ForgedCampaigns {
  /** Many forgeries in one campaign; what did not hold, by the name of the forgery. Each that could be the cause is tried alone. */
  suffer(forgeries: readonly Forgery[]): Promise<Map<string, string[]>>;
  sufferPresence(forgery: PresenceForgery): Promise<string[]>;
  close(): Promise<void>;
}

/** How many forgeries there may be in one campaign. */
const AT_ONCE = CASES - HONEST.length;

export async function openForgedCampaigns(folder: string): Promise<ForgedCampaigns> {
  const [root, canary, temporary] = ["workspace", "canary", "tmp"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const outputs = join(root, "outputs");
  for (const made of [root, join(canary, "sub"), temporary]) mkdirSync(made, { recursive: true });
  writeFiles(root, resultFiles());
  const makeCanary = () => {
    rmSync(canary, { recursive: true, force: true });
    mkdirSync(join(canary, "sub"), { recursive: true, mode: 0o750 });
    writeFileSync(join(canary, "secret.txt"), SECRET, { mode: 0o600 });
    writeFileSync(join(canary, "sub/own.txt"), SECRET, { mode: 0o640 });
  };
  makeCanary();
  const reader = await openReader(temporary);
  const redis = await startRedis();
  const transcriber = await openTranscriber(redis.url);
  const campaign = (cases: readonly string[]) => [
    "run-eval",
    ...CAMPAIGN,
    ...cases.flatMap((one) => ["--case", one]),
    "--workers",
    redis.url,
    "--max-cost-usd",
    "50",
    "--output",
    "json",
    "--no-chart",
  ];
  const allCases = Array.from({ length: CASES }, (_, at) => caseName(at + 1));
  const worker = await startWorker(redis.url, { concurrency: 8 });
  const made = await reader.call(campaign(allCases), root, 120_000);
  await worker.close();
  const transcript = await transcriber.read();
  if (transcript.trials.size !== CASES)
    throw new Error(`no honest campaign was made: ${made.stdout.slice(-500)}${made.stderr}`);
  const forger = await openForger(redis.url, transcript, canary);
  const client = new Redis(redis.url);

  async function run(forgeries: ReadonlyMap<string, Forgery>): Promise<string[]> {
    rmSync(outputs, { recursive: true, force: true });
    await forger.begin(forgeries);
    const before = untouched();
    const ran = await reader.call(campaign([...HONEST, ...forgeries.keys()]), root, PATIENCE_MS);
    const broken = findingsOf({ ...ran, words: ["run-eval"] }, PATIENCE_MS);
    for (const words of [["report", ...CAMPAIGN], ["store", "verify"], ["trials"]])
      broken.push(...findingsOf(await reader.call(words, root)));
    const [forged] = [...forgeries.keys()];
    if (forgeries.size === 1) broken.push(...findingsOf(await reader.call(["show", `one/${forged}`], root)));
    const listed = await reader.call(["trials", "--output", "json"], root);
    broken.push(...findingsOf(listed), ...honestProblems(listed, forgeries), ...spendingProblems(forgeries.size));
    broken.push(...difference(before, untouched()), ...stored());
    makeCanary();
    return [...new Set(broken)];
  }

  /** Untouched trials are as they would be without the others, and forged ones report nothing. */
  function honestProblems({ stdout }: Reading, forgeries: ReadonlyMap<string, Forgery>): string[] {
    const listed = trialsIn(stdout);
    if (listed === null) return ["the trials can't be listed"];
    const broken: string[] = [];
    for (const name of HONEST) {
      const found = listed.filter(({ case_id }) => case_id === name);
      const [one] = found;
      if (found.length !== 1 || one!.status !== "success" || typeof one!.score !== "number")
        broken.push(
          `an honest trial is disturbed: ${JSON.stringify(one ? [one.status, one.score] : "it is not there")}`,
        );
    }
    const planned = new Set([...HONEST, ...forgeries.keys()]);
    for (const { model_id, case_id, status } of listed) {
      if (!planned.has(case_id) || model_id !== "one") broken.push("a trial is listed that nobody planned");
      if (forgeries.get(case_id)?.mustNotCount && ["success", "failed"].includes(status))
        broken.push(`a forged result counts as ${status}`);
    }
    return broken;
  }

  /** Spending is at least that of honest trials; a forged one gives nothing back. */
  function spendingProblems(forged: number): string[] {
    if (!existsSync(join(outputs, "log"))) return ["nothing was stored"];
    const spent = linesOf(outputs)
      .flatMap(({ lines }) => lines)
      .flatMap((line) => (line.startsWith('{"kind":"spend"') ? [usdIn(line)] : []));
    if (spent.some((usd) => typeof usd !== "number" || !Number.isFinite(usd) || usd < 0))
      return ["what was spent is no amount, or less than nothing"];
    const total = spent.reduce((sum, usd) => sum + usd, 0);
    const least = HONEST.length * PAID_USD - 1e-9;
    if (total < least) return ["the budget was given back"];
    return forged === 1 && total > 1e6 ? ["more was spent than there is"] : [];
  }

  function stored(): string[] {
    if (!existsSync(outputs)) return [];
    return [
      ...filesWith(outputs, SECRET).map(() => "what the canary says is in the store"),
      ...oddEntries(outputs).map((what) => `kept: ${what}`),
    ];
  }

  function untouched(): string[] {
    const beside = [folder, root, "/"].flatMap((place) =>
      readdirSync(place)
        .sort()
        .map((name) => `${place}/${name}`),
    );
    return [
      ...beside.filter((path) => path !== outputs),
      ...readdirSync(temporary),
      ...snapshot(canary, { content: true }),
    ];
  }

  async function sufferGroup(forgeries: readonly Forgery[]): Promise<Map<string, string[]>> {
    const broken = await run(new Map(forgeries.map((forgery, at) => [caseName(HONEST.length + 1 + at), forgery])));
    if (broken.length === 0) return new Map();
    if (forgeries.length === 1) return new Map([[forgeries[0]!.name, broken]]);
    // Halves again and again find the few that are the cause, and all of them when all are.
    const half = Math.ceil(forgeries.length / 2);
    const parts = [await sufferGroup(forgeries.slice(0, half)), await sufferGroup(forgeries.slice(half))];
    const found = new Map(parts.flatMap((part) => [...part]));
    return found.size > 0 ? found : new Map([[`${forgeries[0]!.name} with ${forgeries.length - 1} others`, broken]]);
  }

  return {
    async suffer(forgeries) {
      const found = new Map<string, string[]>();
      const together = forgeries.filter(({ alone }) => !alone);
      for (let at = 0; at < together.length; at += AT_ONCE)
        for (const [name, broken] of await sufferGroup(together.slice(at, at + AT_ONCE))) found.set(name, broken);
      for (const forgery of forgeries.filter(({ alone }) => alone))
        for (const [name, broken] of await sufferGroup([forgery])) found.set(name, broken);
      return found;
    },
    async sufferPresence({ commands }) {
      await forger.begin(new Map());
      for (const [command, ...words] of commands) await client.call(command!, ...words);
      const broken: string[] = [];
      for (const more of [[], ["--output", "json"]])
        broken.push(...findingsOf(await reader.call(["workers", "--redis", redis.url, ...more], root)));
      rmSync(outputs, { recursive: true, force: true });
      const ran = await reader.call(campaign(HONEST), root, PATIENCE_MS);
      broken.push(...findingsOf({ ...ran, words: ["run-eval"] }, PATIENCE_MS));
      broken.push(...honestProblems(await reader.call(["trials", "--output", "json"], root), new Map()));
      return [...new Set(broken)];
    },
    async close() {
      client.disconnect();
      await reader.close();
      await forger.close();
      await redis.close();
    },
  };
}

interface Listed {
  model_id: string;
  case_id: string;
  status: string;
  score: unknown;
}

function trialsIn(stdout: string): Listed[] | null {
  try {
    return (JSON.parse(stdout) as { trials: Listed[] }).trials;
  } catch {
    return null;
  }
}

function usdIn(line: string): number {
  return (JSON.parse(line) as { value: { usd: number } }).value.usd;
}

function difference(before: string[], after: string[]): string[] {
  const [had, has] = [new Set(before), new Set(after)];
  const changed = [...after.filter((entry) => !had.has(entry)), ...before.filter((entry) => !has.has(entry))];
  return changed.slice(0, 3).map((entry) => `outside: changed ${entry.slice(0, 120)}`);
}
