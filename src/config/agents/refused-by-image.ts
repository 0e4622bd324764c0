import type { Agent } from "../schema/agents/agent.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Complaint } from "../source/source-file.ts";
import { type AgentRunner, agentImage } from "./agent-image.ts";
import { KNOWN_OPENCLAWS } from "./openclaw-keys.ts";
import { FRAGMENTS } from "./refused-keys.ts";

/**
 * Finds what the OpenClaw in an image would refuse of an agent, as far as the image's tag names its version; the complaints point into the
 * run profile. For other versions the image itself is asked before a trial's first token.
 */
export function findRefusedByImage(agent: Agent, runner: AgentRunner, profile: RunProfile): Complaint[] {
  const { agent_id, openclaw } = agent;
  const image = agentImage(runner, profile, agent);
  const version = /:v?(\d{4}\.\d{1,2}\.\d{1,3})(?:@|$)/.exec(image ?? "")?.[1];
  if (version === undefined) return [];
  const isOwn = runner === "agent" || profile.openclaw?.image === undefined;
  const complain = (field: string, instead: string): Complaint => ({
    ...(isOwn ? { path: [runner], at: "key" } : { path: [runner, "image"] }),
    message: `OpenClaw ${version}${isOwn ? ", the agent's own image," : ""} refuses openclaw.${field}, which the agent "${agent_id}" sets, so every trial would be invalid; ${instead}`,
  });
  const known = KNOWN_OPENCLAWS.find((each) => each.version === version);
  const unknown = FRAGMENTS.flatMap((fragment) =>
    Object.keys(openclaw?.[fragment] ?? {})
      .filter((key) => key !== "prompt" && known?.[fragment].has(key) === false)
      .map((key) => complain(`${fragment}.${key}`, "remove it, or name an image that takes it")),
  );
  if (openclaw?.agent?.prompt === undefined || takesPrompt(version)) return unknown;
  const instead = "move the text into workspace/AGENTS.md or workspace/SOUL.md, or name an older image";
  return [...unknown, complain("agent.prompt", instead)];
}

/** 2026.4 accepts a system prompt and 2026.9 does not. For versions in between the image is asked. */
function takesPrompt(version: string): boolean {
  const [year = 0, month = 0] = version.split(".").map(Number);
  return year < 2026 || (year === 2026 && month < 9);
}
