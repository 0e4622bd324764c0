import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assay, type CliResult } from "../../support/assay.ts";
import { HONEST, type HostileCampaign, makeHostileCampaign, type Setting } from "./campaign.ts";
import type { HostileAgent } from "./corpus.ts";
import { trialFindings } from "./findings.ts";
import { podmanIn } from "./image.ts";
import { bytesBelow, filesBelow, leaksOf } from "./leaks.ts";
import { leftBehind } from "./left-behind.ts";

export interface Tried {
  /** Failures by agent; those of no single agent are under `all`. */
  findings: Map<string, string[]>;
}

export interface TrySetting extends Setting {
  /** Another `assay` than the built one: one that lacks a protection. */
  cli?: string;
}

/** Time to start, judge and report a few trials on a busy machine; anything longer hangs. */
const GRACE_SECONDS = 300;
const CAMPAIGN = ["--suite", "hostile", "--run-profile", "hostile", "--evaluation-profile", "judged"];

/** Runs agents beside an honest one in a campaign of their own, through the command line, and looks at everything from outside. */
export async function tryHostileAgents(hostile: readonly HostileAgent[], setting: TrySetting): Promise<Tried> {
  const campaign = await makeHostileCampaign(hostile, setting);
  if (setting.place === "container") Object.assign(campaign.env, podmanIn(campaign.root));
  try {
    const before = worldOf(campaign);
    const ran = await run(campaign, ["run-eval", ...CAMPAIGN], setting.cli, patienceFor(campaign));
    const checked = await run(campaign, ["store", "check"], setting.cli, GRACE_SECONDS);
    const shown = await run(campaign, ["report", ...CAMPAIGN, "--output", "markdown"], setting.cli, GRACE_SECONDS);
    const findings = new Map<string, string[]>(
      campaign.agents.map((agent) => [agent.name, trialFindings(campaign, agent)] as const),
    );
    const all = [
      ...processFindings("run-eval", ran, [0, 1]),
      ...processFindings("store check", checked, [0]),
      ...processFindings("report", shown, [0, 1]),
      ...(worldOf(campaign) === before ? [] : ["something outside was changed"]),
      ...storeFindings(campaign, ran, shown),
      ...leftBehind(campaign, ran.pid, setting.place === "container"),
    ];
    for (const stray of campaign.provider.strays) all.push(`reached the provider, ${stray}`);
    return { findings: byAgent(findings, all, hostile) };
  } finally {
    campaign.provider.close();
    // Some trees are too deep for a path.
    execFileSync("rm", ["-rf", campaign.root, campaign.tmp]);
  }
}

type Ran = CliResult & { pid: number; hung: boolean };

async function run(
  { workspace, tmp, key, env }: HostileCampaign,
  words: string[],
  cli: string | undefined,
  seconds: number,
): Promise<Ran> {
  let [pid, hung] = [0, false];
  let timer: NodeJS.Timeout | undefined;
  const result = await assay(words, {
    cwd: workspace,
    builtCli: cli,
    env: { ...env, HOSTILE_API_KEY: key, TMPDIR: tmp },
    onStart(child) {
      pid = child.pid ?? 0;
      timer = setTimeout(() => {
        hung = true;
        child.kill("SIGKILL");
      }, seconds * 1000);
    },
  });
  clearTimeout(timer);
  return { ...result, pid, hung };
}

/** Several agents work at once, four at a time. */
function patienceFor({ agents, turnSeconds, turns }: HostileCampaign): number {
  return Math.ceil(agents.length / 4) * turnSeconds * turns + GRACE_SECONDS;
}

function processFindings(what: string, { code, signal, hung, stdout, stderr }: Ran, codes: number[]): string[] {
  const printed = `${stdout}\n${stderr}`;
  const findings: string[] = [];
  if (hung) findings.push(`${what} did not end`);
  else if (code === null || !codes.includes(code))
    findings.push(`${what} ended with ${code ?? signal}: ${printed.trim().slice(-600)}`);
  if (/^ {4}at .*\(?(?:file|node):/m.test(stderr)) findings.push(`${what} crashed: ${stderr.slice(-600)}`);
  if (/^stopped/im.test(stderr)) findings.push(`the campaign was stopped: ${/^stopped.*$/im.exec(stderr)![0]}`);
  const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.exec(printed);
  if (control) findings.push(`${what} printed the control character ${JSON.stringify(control[0])}`);
  return findings;
}

function storeFindings(campaign: HostileCampaign, ran: Ran, shown: Ran): string[] {
  const outputs = join(campaign.workspace, "outputs");
  if (!existsSync(outputs)) return ["there are no outputs"];
  const texts = { stdout: ran.stdout, stderr: ran.stderr, "the report": shown.stdout + shown.stderr };
  const forbidden = [
    { name: "the canary", secret: campaign.canary.secret },
    { name: "the real key", secret: campaign.key },
    { name: "the output of a planted program", secret: "PLANTED-RAN" },
  ];
  const summaries = filesBelow(outputs).filter((path) => path.endsWith("_summary_1.md"));
  const pages = [shown.stdout, ...summaries.map((path) => readFileSync(join(outputs, path), "utf8"))];
  const unescaped = campaign.agents.flatMap(({ name, never_shows = [] }) =>
    never_shows
      .filter((words) => pages.some((page) => page.includes(words)))
      .map((words) => `a report shows ${words} of ${name}`),
  );
  const most = Math.max(...campaign.agents.map(({ store_mb = 40 }) => store_mb));
  const megabytes = bytesBelow(outputs) / 1024 ** 2;
  return [
    ...leaksOf(forbidden, outputs, texts),
    ...unescaped,
    ...(megabytes > most ? [`the store has grown to ${Math.round(megabytes)} MB, more than ${most}`] : []),
  ];
}

/** Everything that an agent could have changed around it: the workspace's files, and the host's. */
function worldOf({ root, workspace, canary }: HostileCampaign): string {
  const files = filesBelow(root).filter((path) => !path.startsWith("here/outputs/"));
  const configs = files.map((path) => [path, readFileSync(join(root, path), "utf8")]);
  return JSON.stringify([workspace, canary.path, configs]);
}

/** Assigns failures that name an agent to it; the rest to an agent that is alone, or to all of them. */
function byAgent(findings: Map<string, string[]>, all: readonly string[], hostile: readonly HostileAgent[]) {
  const [only] = hostile.length === 1 ? hostile : [];
  // The honest agent's fate is the others' doing.
  const honest = (findings.get(HONEST.name) ?? []).map((finding) => `the honest agent: ${finding}`);
  findings.delete(HONEST.name);
  for (const finding of [...all, ...honest]) {
    const named = hostile.find(({ name }) => finding.includes(name) || finding.includes(name.replaceAll("-", "_")));
    const name = (named ?? only)?.name ?? "all";
    findings.set(name, [...(findings.get(name) ?? []), finding]);
  }
  return findings;
}
