import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { assay } from "../../support/assay.ts";
import { openScriptedLab } from "./scripted-lab.ts";
import { WORKSPACE_FILES } from "./workspace-files.ts";

/** Campaigns that were really run and judged, and what was packed of them. */
export interface JudgedCampaigns {
  workspace: string;
  /** The provider's address, which is part of the judges' identity. */
  env: Record<string, string>;
  /** By suite: the name in the store, and a folder in which the packed file was opened. */
  campaigns: Record<SuiteId, { name: string; unpacked: string }>;
}

export type SuiteId = "panel" | "again";

const PROFILES: Record<SuiteId, string> = { panel: "panel", again: "vote" };

/** Runs and judges two campaigns in `folder`: a panel with variants, and a vote about adopted runs. */
export async function judgeCampaigns(folder: string): Promise<JudgedCampaigns> {
  const workspace = join(folder, "workspace");
  for (const [path, content] of Object.entries(WORKSPACE_FILES)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content);
  }
  const lab = await openScriptedLab();
  const env = { OPENROUTER_BASE_URL: lab.baseUrl, OPENROUTER_API_KEY: "key-of-the-lab" };
  const campaigns = {} as JudgedCampaigns["campaigns"];
  try {
    for (const suite of ["panel", "again"] as const) {
      const words = ["--suite", suite, "--run-profile", "probe", "--evaluation-profile", PROFILES[suite]];
      await must(["run-eval", ...words, "--quiet", "--no-chart", "--no-files"], { cwd: workspace, env }, [0, 1]);
    }
  } finally {
    await lab.close();
  }
  await labelSome(workspace);
  for (const suite of ["panel", "again"] as const) {
    const packed = join(folder, `${suite}.assay.tgz`);
    const unpacked = join(folder, `unpacked-${suite}`);
    await must(["pack", suite, "--out", packed], { cwd: workspace });
    await must(["unpack", packed, "--into", unpacked], { cwd: folder });
    const { campaign } = JSON.parse((await must(["verify", "--output", "json"], { cwd: unpacked })).stdout);
    campaigns[suite] = { name: campaign, unpacked };
  }
  return { workspace, env, campaigns };
}

/** A person looks at what the panel judged, as a plan drew it. */
async function labelSome(cwd: string): Promise<void> {
  await must(["label", "plan", "--suite", "panel", "--budget", "8", "--name", "drawn"], { cwd });
  const answers = "p\nf\np\nf\np\nf\np\nf\n";
  await must(["label", "--plan", "drawn", "--annotator", "ann"], { cwd, stdin: answers }, [0, 1]);
}

async function must(words: string[], options: Parameters<typeof assay>[1], codes = [0]) {
  const result = await assay(words, options);
  if (!codes.includes(result.code ?? -1))
    throw new Error(`assay ${words.join(" ")} ended with ${result.code}: ${result.stderr || result.stdout}`);
  return result;
}
