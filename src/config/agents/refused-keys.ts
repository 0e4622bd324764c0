import { closestTo } from "../diagnostics/did-you-mean.ts";
import type { Agent } from "../schema/index.ts";
import type { Complaint } from "../source/source-file.ts";
import { KNOWN_OPENCLAWS } from "./openclaw-keys.ts";

const FRAGMENTS = ["agents_defaults", "agent"] as const;

/** Keys that look like a slip of the fingers: OpenClaw refuses what it does not know, and every trial would be `invalid`. */
export function misspeltKeys({ openclaw }: Agent): Complaint[] {
  return FRAGMENTS.flatMap((fragment) => {
    const known = new Set(KNOWN_OPENCLAWS.flatMap((version) => [...version[fragment]]));
    return Object.keys(openclaw?.[fragment] ?? {}).flatMap((key): Complaint[] => {
      const meant = known.has(key) ? undefined : closestTo(key, known);
      if (meant === undefined) return [];
      const message = "is no key that OpenClaw knows here, and it refuses what it does not know";
      return [{ path: ["openclaw", fragment, key], at: "key", message, suggestion: `Did you mean "${meant}"?` }];
    });
  });
}

/**
 * What of an agent the OpenClaw of an image would refuse, as far as the image's tag says which version it is; complaints for the run profile that
 * names the image. Of other versions the image itself is asked, before the first token of a trial.
 */
export function refusedByImage({ agent_id, openclaw }: Agent, image: string | undefined): Complaint[] {
  const version = /:v?(\d{4}\.\d{1,2}\.\d{1,3})(?:@|$)/.exec(image ?? "")?.[1];
  if (version === undefined) return [];
  const complain = (field: string, instead: string): Complaint => ({
    path: ["openclaw", "image"],
    message: `OpenClaw ${version} refuses openclaw.${field}, which the agent "${agent_id}" sets, so every trial would be invalid; ${instead}`,
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

/** 2026.4 took a system prompt, 2026.9 does not. In between the image is asked. */
function takesPrompt(version: string): boolean {
  const [year = 0, month = 0] = version.split(".").map(Number);
  return year < 2026 || (year === 2026 && month < 9);
}
