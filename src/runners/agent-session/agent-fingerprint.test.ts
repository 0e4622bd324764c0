import { chmodSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oddTree } from "../../../test/support/odd-tree.ts";
import { temporaryFolder, writeFiles } from "../../../test/support/temporary.ts";
import { agent as agentSchema } from "../../config/index.ts";
import { fingerprintOf } from "./agent-fingerprint.ts";

function agentWith(yaml: object = {}, change: (workspace: string) => void = () => {}) {
  const directory = temporaryFolder({ "workspace/AGENTS.md": "Be brief.\n", "workspace/skills/a.md": "A\n" });
  change(join(directory, "workspace"));
  const agent = agentSchema.parse({ schema_version: 1, agent_id: "helper", title: "Helper", ...yaml });
  return { agent, directory, workspace: join(directory, "workspace") };
}

test("equal agents in different folders have equal fingerprints", async () => {
  expect(await fingerprintOf(agentWith())).toBe(await fingerprintOf(agentWith()));
});

test.each<[string, object, ((workspace: string) => void)?]>([
  ["a file's content", {}, (workspace) => writeFiles(workspace, { "skills/a.md": "B\n" })],
  ["a file's name", {}, (workspace) => renameSync(join(workspace, "skills/a.md"), join(workspace, "skills/b.md"))],
  ["a new empty file", {}, (workspace) => writeFiles(workspace, { "new.md": "" })],
  ["a file that becomes executable", {}, (workspace) => chmodSync(join(workspace, "skills/a.md"), 0o755)],
  ["a link", {}, (workspace) => symlinkSync("AGENTS.md", join(workspace, "CLAUDE.md"))],
  ["a plugin", {}, (workspace) => writeFiles(workspace, { ".openclaw/extensions/mine/index.ts": "" })],
  ["a parameter for the model", { openclaw: { model_defaults: { primary_params: { max_tokens: 9 } } } }],
  ["a fragment of agent.yaml", { openclaw: { agents_defaults: { thinkingDefault: "high" } } }],
  ["a variable of its environment", { environment: { TZ: "UTC" } }],
  ["the agent's id inside OpenClaw", { openclaw: { agent: { id: "other" } } }],
])("%s changes the fingerprint", async (_, yaml, change) => {
  expect(await fingerprintOf(agentWith(yaml, change))).not.toBe(await fingerprintOf(agentWith()));
});

test("a title, a description, tags, the folder of its program and an identity that is never written change nothing", async () => {
  const placed = { program: "/opt/claw/openclaw", host_folders: ["/opt/claw"] };
  expect(await fingerprintOf(agentWith(placed))).toBe(await fingerprintOf(agentWith()));
  const renamed = { title: "New", description: "More words", tags: ["x"], openclaw: { identity: { name: "Ada" } } };
  expect(await fingerprintOf(agentWith(renamed))).toBe(await fingerprintOf(agentWith()));
});

test("OpenClaw's own state changes nothing: no trial gets it", async () => {
  const used = agentWith({}, (workspace) =>
    writeFiles(workspace, { ".openclaw/workspace-state.json": '{"version":1}' }),
  );
  expect(await fingerprintOf(used)).toBe(await fingerprintOf(agentWith()));
});

test.each([
  [
    "aliases as a mapping and as a list",
    { model_defaults: { aliases: { default: "x" } } },
    { model_defaults: { aliases: ["x"] } },
  ],
  [
    "a sandbox as a word and in OpenClaw's words",
    { agents_defaults: { sandbox: "workspace-write" } },
    { agents_defaults: { sandbox: { mode: "off" } } },
  ],
])("%s are the same agent", async (_, openclaw, same) => {
  expect(await fingerprintOf(agentWith({ openclaw }))).toBe(await fingerprintOf(agentWith({ openclaw: same })));
});

test("an agent has the fingerprint that version 0.4.0 gave it, so that its stored trials are found", async () => {
  const workspace = oddTree();
  const fingerprint = await fingerprintOf({ agent: agentWith().agent, directory: workspace, workspace });
  expect(fingerprint).toBe("46d26804f9839768770440959aa8452cd8118038ec879d7feaa158b2237043b2");
});
