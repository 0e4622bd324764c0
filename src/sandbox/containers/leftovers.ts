import { isOrphan, ownedPrefix } from "../../files/index.ts";
import { callNow } from "../processes/call-now.ts";
import { callAfterOurDeath } from "../processes/keeper.ts";
import { askClient, type ContainerClient, programOf } from "./client.ts";

interface LiveContainer {
  client: ContainerClient;
  name: string;
}

/** Every container of ours carries it, so that leftovers are found among those of others. Its value says what for. */
export const LABEL = "assay.container";

const live = new Set<LiveContainer>();
const swept = new Map<string, Promise<void>>();

/** Notes a container as ours for the time it runs; if the process ends meanwhile, so does the container. Returns how to forget it. */
export function watchContainer(container: LiveContainer): () => void {
  live.add(container);
  removeOnExit();
  const isOver = callAfterOurDeath(endingOf(container));
  return () => {
    live.delete(container);
    isOver();
  };
}

/** Several times, because the client may be about to start a container when we die. */
function endingOf({ client, name }: LiveContainer): string {
  const program = quote(programOf(client));
  const ours = ownedPrefix(purposeOf(name));
  const end = `[ -z "$names" ] || { ${program} kill $names; ${program} rm -f $names; }`;
  return `for _ in 1 2 3; do names=$(${program} ps -aq --filter name=${ours}); ${end}; sleep 1; done`;
}

function purposeOf(name: string): string {
  return name.split("-")[1] ?? "";
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

export async function removeContainers(client: ContainerClient, names: string[]): Promise<void> {
  for (const words of endings(names)) await askClient(client, words, { seconds: 60 });
}

/** Removes what killed processes of this machine left: once per process and client, before its first container. */
export function sweepOrphans(client: ContainerClient): Promise<void> {
  const sweeping = swept.get(client.program) ?? sweep(client);
  swept.set(client.program, sweeping);
  return sweeping;
}

async function sweep(client: ContainerClient): Promise<void> {
  const words = ["ps", "-a", "--filter", `label=${LABEL}`, "--format", "{{.Names}}"];
  const list = await askClient(client, words, { seconds: 60 });
  const orphans = list.stdout.split(/\s+/).filter(isOrphan);
  if (orphans.length > 0) await removeContainers(client, orphans);
}

/** First `kill`: before it removes a container, `podman rm -f` waits ten seconds for it to end by itself. */
function endings(names: string[]): string[][] {
  return [
    ["kill", ...names],
    ["rm", "-f", ...names],
  ];
}

let registered = false;

function removeOnExit(): void {
  if (registered) return;
  registered = true;
  // Covers `process.exit` and uncaught exceptions; only a synchronous end is possible there.
  process.on("exit", () => {
    for (const { client, name } of live)
      for (const words of endings([name])) callNow(programOf(client), words, client.env);
  });
}
