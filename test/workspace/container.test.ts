import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { podmanSandbox } from "../sandbox/support.ts";
import { lacks } from "../support/needs.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { resultsOf } from "../tools/support.ts";
import { planAndRun } from "./planned-trial.ts";
import { givenWorkspace, shell } from "./support.ts";

const IMAGE = "localhost/assay-test-workspace";

test.skipIf(lacks("containers"))(
  "files are given and setup runs in a real container, too; its failure is the user's",
  { timeout: 120_000 },
  async () => {
    const sandbox = await podmanSandbox(IMAGE, temporaryFolder());
    const files = { "repo/in.txt": "one\n" };
    const root = givenWorkspace({ input: { workspace: "repo", setup: ["cat in.txt > made.txt"] }, files });
    const { artifact, directory } = await planAndRun(root, {
      sandbox,
      calls: [shell("cat made.txt; echo x > new.txt")],
    });
    expect(resultsOf(artifact as never)[0]).toContain("one\n");
    expect(artifact!.artifacts.map(({ artifact_type, path }) => `${artifact_type} ${path}`)).toEqual([
      "log setup.log",
      "setup_file workspace/made.txt",
    ]);
    expect(existsSync(join(directory, "workspace/new.txt"))).toBe(true);
    expect(existsSync(join(directory, "workspace/in.txt"))).toBe(false);
    const failing = givenWorkspace({ input: { setup: ["cat /nothing"] } });
    expect((await planAndRun(failing, { sandbox })).artifact).toMatchObject({ status: "invalid" });
  },
);
