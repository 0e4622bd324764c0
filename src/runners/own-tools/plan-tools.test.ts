import { expect, test } from "vitest";
import type { LoadedTool } from "../../config/index.ts";
import { planServer, planTools } from "./plan-tools.ts";

test("more tools than a provider takes are refused with the servers that bring them", async () => {
  const server = (label: string): LoadedTool => ({
    label,
    definition: null,
    behaviour: { kind: "mcp", server: { command: ["true"], prefix: `${label}_` } as never, files: [] },
    recordings: null,
  });
  const served = Array.from({ length: 90 }, (_, number) => ({ name: `t${number}`, description: "", parameters: {} }));
  const planned = await planTools(["read_file", server("files"), server("mail")], {
    plan: async (tool: LoadedTool) => planServer(tool, served, false),
  } as never);
  expect(planned).toEqual({
    ok: false,
    problem:
      "there are 181 tools (90 of them from files, 90 of them from mail), and no provider takes more than 128; name those that are needed under `mcp.tools`",
  });
});
