import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OK, runWithStandIn } from "./support/run-with-stand-in.ts";

type Finished = Awaited<ReturnType<typeof runWithStandIn>>;

const configOf = ({ directory }: Finished) => JSON.parse(readFileSync(join(directory, "openclaw.json"), "utf8"));

/** An agent.yaml as users of the seeds' project write it, which the schema takes and a type does not. */
const written = (openclaw: object) => ({ openclaw: openclaw as never });

test.each(["2026.4.15", "2026.9.6"])(
  "what the seed's agents say reaches OpenClaw %s in its own words",
  async (version) => {
    const result = await runWithStandIn(
      { turns: [OK], version: `OpenClaw ${version}` },
      written({
        agents_defaults: { sandbox: "workspace-write" },
        agent: { id: "desk-clerk", sandbox: "workspace-write" },
        model_defaults: { aliases: { default: "benchmark-primary" }, primary_params: { max_tokens: 8192, top_k: 4 } },
      }),
    );
    expect(result.artifact.status).toBe("success");
    const { agents, models } = configOf(result);
    expect(agents.defaults.sandbox).toEqual({ mode: "off" });
    expect((agents.list?.[0] ?? agents.entries["desk-clerk"]).sandbox).toEqual({ mode: "off" });
    expect(agents.defaults.models).toEqual({
      "openrouter/some/model": { alias: "benchmark-primary", params: { maxTokens: 8192, extra_body: { top_k: 4 } } },
    });
    expect(models.providers.openrouter.models[0]).toMatchObject({ maxTokens: 8192 });
  },
);

test("the suite's parameters win over the agent's, name by name", async () => {
  const result = await runWithStandIn(
    { turns: [OK] },
    {
      ...written({ model_defaults: { primary_params: { top_k: 4, reasoning: { effort: "low" } } } }),
      primaryParams: { reasoning: { effort: "high" } },
    },
  );
  const { params } = configOf(result).agents.defaults.models["openrouter/some/model"];
  expect(params).toEqual({ extra_body: { top_k: 4, reasoning: { effort: "high" } } });
  expect(configOf(result).models.providers.openrouter.models[0].reasoning).toBe(true);
});

test("OpenClaw's state in the workspace is not copied, its plugins are, and a link in the state does no harm", async () => {
  const result = await runWithStandIn(
    { turns: [{ ...OK, does: "find .openclaw -mindepth 1 | sort > found.txt" }] },
    {
      workspace: {
        "AGENTS.md": "Be brief.\n",
        ".openclaw/workspace-state.json": '{"version":1}',
        ".openclaw/extensions/mine/index.ts": "",
      },
      prepare: (folder) => {
        mkdirSync(join(folder, "workspace/.openclaw/cache"));
        symlinkSync("/etc", join(folder, "workspace/.openclaw/cache/out"));
      },
    },
  );
  expect(result.artifact.status).toBe("success");
  const found = readFileSync(join(result.directory, "workspace/found.txt"), "utf8").trim().split("\n");
  expect(found).toEqual([".openclaw/extensions", ".openclaw/extensions/mine", ".openclaw/extensions/mine/index.ts"]);
});
