import { appendFileSync, cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPathObserver } from "../../src/files/trees/path-observer.ts";
import { walkTree } from "../../src/files/trees/walk-tree.ts";
import { plan } from "../../src/operations/index.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Examples with a suite, a run profile and an evaluation profile, each with the first of them. */
const examples = readdirSync(join(projectRoot, "examples")).flatMap((name) => {
  const first = (folder: string) => {
    try {
      return readdirSync(join(projectRoot, "examples", name, "configs", folder)).find((file) => file.endsWith(".yaml"));
    } catch {
      return undefined;
    }
  };
  const [suite, runProfile, evaluationProfile] = ["suites", "run_profiles", "evaluation_profiles"].map((folder) =>
    first(folder)?.replace(".yaml", ""),
  );
  return suite && runProfile && evaluationProfile ? [[name, { suite, runProfile, evaluationProfile }] as const] : [];
});

/** Suites and profiles that are not asked for, and what is written for people and editors. */
const OF_NO_INTEREST = /^(?:suites|run_profiles|evaluation_profiles|\.schemas)\/|README/;

describe("planning looks at every file that makes a campaign", () => {
  test.each(examples)("%s: an edit of any of them is noticed", { timeout: 60_000 }, async (name, campaign) => {
    const cwd = temporaryFolder();
    cpSync(join(projectRoot, "examples", name), cwd, { recursive: true, filter: (path) => !path.endsWith("/outputs") });
    const looks = openPathObserver();
    await looks.during(() => plan({ cwd, env: {}, ...campaign }).catch(() => null));
    const root = join(cwd, "configs");
    const files = [...walkTree(root)].flatMap(({ kind, path }) => (kind === "file" ? [path] : []));
    const wanted = files.filter(
      (path) =>
        !OF_NO_INTEREST.test(path) ||
        path === `suites/${campaign.suite}.yaml` ||
        path === `run_profiles/${campaign.runProfile}.yaml` ||
        path === `evaluation_profiles/${campaign.evaluationProfile}.yaml`,
    );
    expect(wanted.length).toBeGreaterThan(2);
    for (const path of wanted) appendFileSync(join(root, path), " ");
    const noticed = new Set(looks.changes());
    expect(wanted.filter((path) => !noticed.has(join(root, path)))).toEqual([]);
  });
});
