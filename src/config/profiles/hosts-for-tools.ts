import type { LoadedCase } from "../case/loaded-case.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Complaint } from "../source/source-file.ts";

/** Complains about a list of hosts for tools: they get the whole network or none, as only agents have a proxy that filters hosts. */
export function refuseHostsForTools(profile: RunProfile, cases: readonly { loaded: LoadedCase }[]): Complaint[] {
  if (!Array.isArray(profile.network_access)) return [];
  const withShell = cases.find(({ loaded }) => loaded.case.input.context.llm_probe?.tools.includes("exec_shell"));
  if (!withShell) return [];
  const message = `a list of hosts is for agents, but "${withShell.loaded.case.case_id}" offers exec_shell, whose commands have the whole network or none; write deny or allow, or use another run profile for it`;
  return [{ path: ["network_access"], message }];
}
