import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { assay, type CliResult } from "../../support/assay.ts";
import type { JudgedCampaigns } from "./campaign.ts";
import type { Dossier } from "./dossier.ts";
import { nameOfCampaign, readDossier, writePackedFile, writeStore } from "./forged-places.ts";
import type { ForgedPlace, Forgery } from "./forgery.ts";
import { neededKeys, sweepOrphans } from "./sweep.ts";

/** `error`: it was no forgery, because there is no visible difference or its hashes are wrong. */
export interface ForgeryOutcome {
  state: "seen" | "unseen" | "error";
  /** The output of verify, or the problem. */
  says: string;
}

interface Where {
  cwd: string;
  env: Record<string, string>;
}

/** More of a processor than any of these small campaigns may take. */
const MOST_SECONDS = 10;

/** Forges a campaign at one place, and asks `assay verify` about it. */
export async function tryForgery(
  judged: JudgedCampaigns,
  { name, forge, campaign = "panel", seenIn, inIndex }: Forgery,
  place: ForgedPlace,
  folder: string,
): Promise<ForgeryOutcome> {
  const source = judged.campaigns[campaign];
  const dossier = readDossier(place === "store" ? judged.workspace : source.unpacked, source.name);
  const needed = neededKeys(dossier);
  forge(dossier);
  sweepOrphans(dossier, needed);
  const at = join(folder, "forged");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(at, { recursive: true });
  const { env } = judged;
  // Both places have the same records from the same writer, so one of them is looked at.
  if (place === "store") {
    writeStore(at, dossier);
    const before = await genuineReadings({ cwd: judged.workspace, env }, source.name, seenIn);
    const after = await readings({ cwd: at, env }, nameOfCampaign(dossier), seenIn);
    if (after === before && inIndex) return { state: "seen", says: "no reader believes it" };
    if (after === before) return { state: "error", says: `${name}: changes nothing that a reader sees` };
    const bytes = inIndex ? null : await assay(["store", "verify"], { cwd: at });
    if (bytes !== null && bytes.code !== 0)
      return { state: "error", says: `${name}: a hash is not right: ${bytes.stdout}${bytes.stderr}` };
  }
  return await verifyForged(at, dossier, place, env);
}

async function verifyForged(
  at: string,
  dossier: Dossier,
  place: ForgedPlace,
  env: Record<string, string>,
): Promise<ForgeryOutcome> {
  const file = join(at, "..", "forged.assay.tgz");
  if (place === "file") writePackedFile(file, dossier);
  const started = process.cpuUsage();
  const words = ["verify", place === "file" ? file : nameOfCampaign(dossier), "--output", "json"];
  const verified = await assayOrCrash(words, { cwd: place === "file" ? join(at, "..") : at, env });
  const { user, system } = process.cpuUsage(started);
  if (user + system > MOST_SECONDS * 1e6) return { state: "unseen", says: "it took too long" };
  return judgeVerification(verified);
}

/** In this process a bug is an exception; in one of its own it would be the same stack trace on the screen. */
async function assayOrCrash(words: string[], where: Where): Promise<CliResult> {
  try {
    return await assay(words, where);
  } catch (error) {
    return { code: 1, signal: null, stdout: "", stderr: (error as Error).stack ?? String(error) };
  }
}

/** Seen is what ends with a failure and says what differs, in a sentence and not in a stack trace. */
export function judgeVerification({ code, stdout, stderr }: CliResult): ForgeryOutcome {
  const said = `${stdout}\n${stderr}`.trim();
  if (/^\s+at .+:\d+:\d+\)?$/m.test(said)) return { state: "unseen", says: `a stack trace: ${said.slice(0, 300)}` };
  if (code === 2 && stderr.trim() !== "") return { state: "seen", says: firstLine(stderr) };
  const listed = listedIn(stdout);
  if (code === 1 && listed !== null) return { state: "seen", says: listed };
  return { state: "unseen", says: `exit code ${code}, nothing is named: ${firstLine(said)}` };
}

/** The first thing that is said to differ, to be missing or to be too many. */
function listedIn(stdout: string): string | null {
  try {
    const said = Object.values(JSON.parse(stdout) as Record<string, unknown>);
    const [first] = said.flatMap((part) => (Array.isArray(part) ? part : []));
    return first === undefined ? null : JSON.stringify(first).slice(0, 300);
  } catch {
    return null;
  }
}

const genuine = new Map<string, Promise<string>>();

function genuineReadings(where: Where, name: string, seenIn: Forgery["seenIn"]): Promise<string> {
  const key = JSON.stringify([where.cwd, name, seenIn]);
  const known = genuine.get(key) ?? readings(where, name, seenIn);
  genuine.set(key, known);
  return known;
}

/** The output that people read of a campaign. */
async function readings(where: Where, name: string, seenIn: Forgery["seenIn"]): Promise<string> {
  const show = ["show", typeof seenIn === "object" ? seenIn.show : "", "--campaign", name];
  const commands = {
    report: [["report", name]],
    trials: [["trials", name]],
    show: [show, [...show, "--raw"]],
  }[typeof seenIn === "object" ? "show" : (seenIn ?? "report")];
  const said: string[] = [];
  for (const words of commands) {
    const { stdout, stderr } = await assayOrCrash([...words, "--output", "json"], where);
    said.push(stdout === "" ? stderr : stdout);
  }
  return said.join("\n");
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").slice(0, 300);
}
