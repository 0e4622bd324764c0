import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parse } from "yaml";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import type { SeenRequest } from "../support/scripted-server.ts";
import { openProtocol, type Protocol, type ProtocolAtWork, resultsOf, VALID_SCORE } from "./protocols.ts";

/** A class of moments, as test/corpora/kills/README.md describes it. */
export interface Kill {
  name: string;
  promise: string;
  after: "start" | { judge?: number; subject?: number };
  plus_ms: number[];
  times?: number;
  fast?: boolean;
}

const FOLDER = join(projectRoot, "test/corpora/kills");
const QUESTIONS = 24;
const IN_FLIGHT = 4;
/** An answer takes so long, so that there is something in flight. */
const LATENCY_MS = 15;

export function readKills(): Kill[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => ({ name: file.replace(/\.yaml$/, ""), ...parse(readFileSync(join(FOLDER, file), "utf8")) }));
}

/** Kills the command at one moment, lets it go on, and lists what did not hold. */
export async function killAndGoOn({ after, times = 1 }: Kill, plusMs: number, protocol: Protocol): Promise<string[]> {
  const at = await openProtocol(protocol, {
    questions: QUESTIONS,
    atATime: IN_FLIGHT,
    answer: async (_, valid) => {
      await wait(LATENCY_MS);
      return valid;
    },
  });
  try {
    let kills = 0;
    for (let time = 0; time < times; time += 1) if (await startAndKill(at, after, plusMs)) kills += 1;
    const { code, stdout, stderr } = await at.judge({ words: ["--output", "json"] });
    if (code !== 0) return [`the command that came after ended with exit code ${code}: ${stderr.slice(0, 300)}`];
    return [
      ...wrongScores(protocol, at.cwd, stdout),
      ...askedTooOften(at, kills),
      ...(await damageIn(at.cwd)),
      ...leftBehind(at.cwd),
    ];
  } finally {
    await at.close();
  }
}

/** @returns false when it had ended by itself before */
async function startAndKill(at: ProtocolAtWork, after: Kill["after"], plusMs: number): Promise<boolean> {
  const { judge = 0, subject = 0 } = after === "start" ? {} : after;
  const seen = at.provider.requests.length;
  const hasCome = () => {
    const fresh = at.provider.requests.slice(seen);
    const judged = fresh.filter(isForJudge).length;
    return judged >= judge && fresh.length - judged >= (at.protocol === "run-eval" ? subject : 0);
  };
  let isOver = false;
  const killWhenItIsTime = async (child: ChildProcess) => {
    while (!isOver && !hasCome()) await wait(2);
    await wait(plusMs);
    if (!isOver) child.kill("SIGKILL");
  };
  const { signal } = await at.judge({ onStart: (child) => void killWhenItIsTime(child) });
  isOver = true;
  return signal === "SIGKILL";
}

function isForJudge({ body }: SeenRequest): boolean {
  return String(body?.model).includes("judge");
}

function wrongScores(protocol: Protocol, cwd: string, stdout: string): string[] {
  const scores = [...resultsOf(protocol, cwd, stdout).values()].filter(({ score }) => score === VALID_SCORE[protocol]);
  return scores.length === QUESTIONS ? [] : [`${scores.length} of ${QUESTIONS} questions have their score`];
}

/** A kill explains that what was in flight is asked again, and nothing else. */
function askedTooOften({ provider, protocol }: ProtocolAtWork, kills: number): string[] {
  const judged = provider.requests.filter(isForJudge).length;
  const run = provider.requests.length - judged;
  const most = QUESTIONS + kills * IN_FLIGHT;
  const runs = protocol === "run-eval" ? most : 0;
  return [
    ...(judged > most ? [`judges were asked ${judged} times, at most ${most} are explained`] : []),
    ...(run > runs ? [`the subject was asked ${run} times, at most ${runs} are explained`] : []),
  ];
}

async function damageIn(cwd: string): Promise<string[]> {
  const { stdout } = await assay(["store", "check", "--output", "json"], { cwd });
  const { damaged_records } = JSON.parse(stdout) as { damaged_records: { problem: string; where: string }[] };
  return damaged_records
    .filter(({ problem }) => problem !== "its last line is cut off; that record is lost")
    .map(({ where, problem }) => `${where}: ${problem}`);
}

function leftBehind(cwd: string): string[] {
  return readdirSync(join(cwd, "outputs"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tmp$|(?:^|\/)\.(?:lock|staging|probe)/.test(name))
    .map((name) => `outputs/${name} was left behind`);
}
