import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FunctionModel, openStore, run } from "../../src/index.ts";
import { campaignWorkspace } from "../campaign/workspace.ts";
import { lacks } from "../support/needs.ts";

/** A model that requests one command and repeats its result. */
function asksFor(command: string): FunctionModel {
  return {
    answer: ({ messages }) => {
      const last = messages.at(-1)!;
      if (last.role === "tool") return String(last.content);
      const call = { name: "exec_shell", arguments: JSON.stringify({ command }) };
      return { content: null, tool_calls: [{ id: "one", type: "function", function: call }] };
    },
  };
}

async function outcomeOf(command: string, profile: Record<string, unknown>) {
  const cwd = campaignWorkspace({ tools: ["exec_shell"], profile: { sandbox: "bubblewrap", ...profile } });
  await run({ cwd, suite: "s", runProfile: "p", subjects: { m: asksFor(command) } });
  const store = openStore(join(cwd, "outputs"));
  const [stored] = store.keys("run");
  const { artifact, files } = store.read("run", stored!.key)!.value;
  await store.close();
  return { said: artifact.final_output, folder: files && join(cwd, "outputs", files) };
}

describe.skipIf(lacks("sandbox"))("what a trial may use", () => {
  const WRITES = "head -c 6000000 /dev/zero > file; echo written";

  test("a run profile limits the disk of a trial, and the model is told why its command ended", async () => {
    const { said } = await outcomeOf(WRITES, { sandbox_disk_mb: 2 });
    expect(said).toMatch(/^ended because the files in the workspace and in \/tmp take up more than 2 MiB/);
  });

  test("what stays below the limit is fine", async () => {
    expect((await outcomeOf(WRITES, { sandbox_disk_mb: 16 })).said).toBe("exit code: 0\nstdout:\nwritten\n");
  });

  test("a set-user-id shell is kept as a plain program, and nothing of it can be changed by others", async () => {
    const command =
      "cp /bin/sh shell && chmod 6777 shell && mkdir -m 2777 open && : > open/file && chmod 666 open/file";
    const { folder } = await outcomeOf(command, {});
    const modeOf = (path: string) => (statSync(join(folder!, "workspace", path)).mode & 0o7777).toString(8);
    expect(["shell", "open", "open/file", "."].map(modeOf)).toEqual(["755", "755", "644", "755"]);
    expect(readdirSync(folder!)).toContain("workspace");
  });
});
