import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTinyImage, sandboxOf } from "../sandbox/support.ts";
import { lacks, lacksSubordinateIds } from "../support/needs.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { resultsOf } from "../tools/support.ts";
import { planAndRun } from "./planned-trial.ts";
import { givenWorkspace, shell } from "./support.ts";

const IMAGE = "localhost/assay-test-workspace";

test.skipIf(lacks("podman") || lacks("runc") || lacksSubordinateIds())(
  "files are given and setup runs in a real container, too; its failure is the user's",
  { timeout: 120_000 },
  async () => {
    const settings = temporaryFolder({
      "containers.conf":
        '[containers]\ndefault_ulimits = ["nofile=1024:1024"]\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n',
    });
    const env = {
      ...process.env,
      CONTAINERS_CONF: join(settings, "containers.conf"),
      ASSAY_SANDBOX_IMAGE: IMAGE,
      ASSAY_SANDBOX_CONTAINER_CLI: "podman",
    };
    makeTinyImage(IMAGE, join(settings, "rootfs"), env);
    const sandbox = await sandboxOf("container", env);
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
