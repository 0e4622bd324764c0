import { describe, expect, test } from "vitest";
import { decideSetUp, type Surroundings } from "../../scripts/setup-decision.mjs";

const USER: Surroundings = { packages: ["podman"], isRoot: false, isInteractive: false, hasApt: true, hasSudo: true };

describe("what the set-up does about missing system packages", () => {
  test.each<[string, Partial<Surroundings>, string]>([
    ["nothing is missing", { packages: [] }, "never"],
    ["nothing is missing, and somebody could be asked", { packages: [], isInteractive: true }, "never"],
    ["an ordinary user runs a script", {}, "never"],
    ["an ordinary user without sudo is there", { isInteractive: true, hasSudo: false }, "never"],
    ["an ordinary user with sudo is there", { isInteractive: true }, "if_agreed"],
    ["root is there", { isRoot: true, isInteractive: true }, "if_agreed"],
    ["root runs a script, as in CI and in containers", { isRoot: true }, "at_once"],
    ["it is not Debian, and root runs a script", { isRoot: true, hasApt: false }, "never"],
    ["it is not Debian, and somebody is there", { isInteractive: true, hasApt: false }, "never"],
  ])("%s", (_, given, install) => {
    expect(decideSetUp({ ...USER, ...given }).install).toBe(install);
  });

  test("whoever is not asked is told what to type", () => {
    expect(decideSetUp(USER).say).toBe(
      "not installed here: podman; tests that need them are skipped. As root: apt-get install --no-install-recommends podman",
    );
  });

  test("the question shows the very command, with sudo only for those who need it", () => {
    const asked = (isRoot: boolean) => decideSetUp({ ...USER, isRoot, isInteractive: true });
    expect(asked(false)).toMatchObject({
      before: ["sudo"],
      question: expect.stringContaining("`sudo apt-get install"),
    });
    expect(asked(true)).toMatchObject({ before: [], question: expect.stringContaining("`apt-get install") });
  });

  test("without apt nobody is told to call it", () => {
    expect(decideSetUp({ ...USER, hasApt: false }).say).not.toContain("apt-get");
  });
});
