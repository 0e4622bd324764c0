import { type HostileAgent, type Place, readHostileAgents } from "./hostile/corpus.ts";
import { hostileImage } from "./hostile/image.ts";
import { tryHostileAgents } from "./hostile/try-agents.ts";
import type { TortureRow } from "./torture.ts";

/** Each in a campaign with an honest agent beside it: in the sandbox, and those that say so in a container too. */
export async function* tortureWithHostileAgents(): AsyncIterable<TortureRow> {
  const agents = readHostileAgents().filter(isWanted);
  for (const agent of agents) if (placesOf(agent).includes("sandbox")) yield await rowOf(agent, { place: "sandbox" });
  const image = hostileImage();
  if (image === null) {
    yield { what: "in containers", attempts: 0, held: 0, remarks: ["needs podman"] };
    return;
  }
  for (const agent of agents)
    if (placesOf(agent).includes("container")) yield await rowOf(agent, { place: "container", image });
}

function placesOf({ places = ["sandbox"] }: HostileAgent): Place[] {
  return places;
}

/** `HOSTILE=kills,links npm run torture agents` tries those whose names begin so. */
function isWanted({ name }: HostileAgent): boolean {
  const wanted = process.env.HOSTILE?.split(",") ?? [""];
  return wanted.some((one) => name.startsWith(one));
}

async function rowOf(agent: HostileAgent, setting: { place: Place; image?: string }): Promise<TortureRow> {
  const { findings } = await tryHostileAgents([agent], setting);
  const remarks = [...findings.values()].flat();
  return { what: `${agent.name} in the ${setting.place}`, attempts: 1, held: remarks.length === 0 ? 1 : 0, remarks };
}
