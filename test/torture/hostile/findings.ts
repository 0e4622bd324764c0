import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunArtifact } from "../../../src/records/index.ts";
import { sha256 } from "../../../src/text/index.ts";
import { HONEST, type HostileCampaign } from "./campaign.ts";
import type { HostileAgent } from "./corpus.ts";
import { filesBelow } from "./leaks.ts";

/** The traces of one trial in the store. */
interface StoredTrial {
  run: RunArtifact;
  score: number | null;
}

/** Claims in an agent's trial that were wrongly believed, or are missing. */
export function trialFindings(campaign: HostileCampaign, agent: HostileAgent): string[] {
  const stored = storedTrial(campaign, agent.name);
  if (stored === null) return ["its trial was not stored"];
  const { run, score } = stored;
  const findings: string[] = [];
  const expect = (holds: boolean, otherwise: string) => {
    if (!holds) findings.push(otherwise);
  };
  const isHonest = agent === HONEST;
  const {
    ends_as = isHonest ? ["success"] : ["success", "failed"],
    told_as = [],
    is_ended = false,
    judged_below,
  } = agent;
  const why = run.failure ? ` (${run.failure.stage}: ${run.failure.message.slice(0, 200)})` : "";
  expect(ends_as.includes(run.status), `it ended as ${run.status}${why}, not as ${ends_as.join(" or ")}`);
  expect(run.failure?.unrecoverable !== true, `its failure would end the campaign${why}`);
  findings.push(...forgedWords(campaign, agent.name, run));
  for (const kind of told_as)
    expect(
      run.trace.some((event) => event.kind === kind),
      `no trace event of the kind ${kind}`,
    );
  if (judged_below !== undefined) expect(score !== null && score < judged_below, `it has the score ${score}`);
  const tried = triedText(campaign, run);
  expect(is_ended || tried !== null, `it did not get to its end${why}: ${logOf(campaign, run).slice(-500)}`);
  findings.push(...(tried ?? "").split("\n").filter((line) => line.startsWith("ESCAPED")));
  if (isHonest) expect(score !== null && tried !== null, `the honest agent beside it has the score ${score}`);
  return findings;
}

/** Answer, usage and cost are what the provider says, to the token. */
function forgedWords(
  { provider }: HostileCampaign,
  name: string,
  { status, final_output, usage }: RunArtifact,
): string[] {
  const served = provider.served.get(name);
  const findings: string[] = [];
  const isSaid = final_output === null || served?.answers.some((answer) => answer.includes(final_output.trim()));
  if (!isSaid) findings.push(`its answer was never given by the model: ${final_output?.slice(0, 200)}`);
  if (status === "success" && !served) findings.push("a success, and its model was never asked");
  for (const field of ["prompt_tokens", "completion_tokens", "cost_usd"] as const) {
    const [told, true_] = [usage?.[field] ?? 0, served?.[field] ?? 0];
    if (Math.abs(told - true_) > 1e-9) findings.push(`${field} is ${told}; the provider counted ${true_}`);
  }
  return findings;
}

function storedTrial({ workspace }: HostileCampaign, name: string): StoredTrial | null {
  const outputs = join(workspace, "outputs");
  if (!existsSync(outputs)) return null;
  const id = name.replaceAll("-", "_");
  const files = filesBelow(outputs);
  const read = (end: string) => {
    const path = files.find((file) => file.endsWith(`/${id}/task/${end}`));
    return path === undefined ? null : JSON.parse(readFileSync(join(outputs, path), "utf8"));
  };
  const run: RunArtifact | null = read("run_1.json");
  return run && { run, score: read("raw_outputs/final_result_1.json")?.final_score ?? null };
}

/** The agent's final note: proof that everything was tried, and the results. */
function triedText(campaign: HostileCampaign, run: RunArtifact): string | null {
  return textOf(campaign, run, "workspace/tried");
}

function logOf(campaign: HostileCampaign, run: RunArtifact): string {
  return textOf(campaign, run, "agent.log") ?? "";
}

function textOf({ workspace }: HostileCampaign, { artifacts }: RunArtifact, path: string): string | null {
  const artifact = artifacts.find((one) => one.path === path);
  if (!artifact) return null;
  const outputs = join(workspace, "outputs");
  const candidates = filesBelow(join(outputs, "artifacts")).filter((file) => file.endsWith(`/${path}`));
  const texts = candidates.map((file) => readFileSync(join(outputs, "artifacts", file)));
  return texts.find((bytes) => sha256(bytes) === artifact.sha256)?.toString("utf8") ?? null;
}
