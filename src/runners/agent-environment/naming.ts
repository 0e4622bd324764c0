import type { Naming } from "../agent-session/turn.ts";
import type { OpenedTrial } from "./conduct-trial.ts";
import type { EnvironmentRoom } from "./environment.ts";

/** Names of the agent and its environment in messages about its turns. */
export function namingIn(
  { place, runtime }: Pick<OpenedTrial, "place" | "runtime">,
  { title, program }: { title: string; program: string },
): Naming {
  return { title, program, place: place.kind, limitedBy: runtime.limitedBy, disk: diskInWords(place.room) };
}

function diskInWords({ diskBytes, diskSetting }: EnvironmentRoom): string {
  const [size, unit] = diskBytes % 1024 ** 3 === 0 ? [diskBytes / 1024 ** 3, "GiB"] : [diskBytes / 1024 ** 2, "MiB"];
  return `${size} ${unit}${diskSetting === undefined ? "" : ` (${diskSetting})`}`;
}
