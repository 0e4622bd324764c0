import { isOrphan, ownedPrefix } from "../../files/index.ts";
import { runAfterOurDeath } from "../processes/keeper.ts";
import { runSynchronously } from "../processes/run-synchronously.ts";
import { type ContainerClient, clientProgram, runClient } from "./client.ts";

interface LiveContainer {
  client: ContainerClient;
  name: string;
}

/** Label of all our containers, which distinguishes leftovers from other containers. Its value is the purpose. */
export const LABEL = "assay.container";

const live = new Set<LiveContainer>();
const swept = new Map<string, Promise<void>>();

/** Registers a running container, so that it ends if this process does. Returns a function that unregisters it. */
export function watchContainer(container: LiveContainer): () => void {
  live.add(container);
  removeOnExit();
  const isOver = runAfterOurDeath(endingOf(container));
  return () => {
    live.delete(container);
    isOver();
  };
}

/** Repeated, because the client may be just about to start a container when we die. */
function endingOf({ client, name }: LiveContainer): string {
  const program = quote(clientProgram(client));
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
  for (const args of endings(names)) await runClient(client, args, { seconds: 60 });
}

/** Removes leftovers of killed processes of this machine, once per process and client, before its first container. */
export function sweepOrphans(client: ContainerClient): Promise<void> {
  const sweeping = swept.get(client.program) ?? sweep(client);
  swept.set(client.program, sweeping);
  return sweeping;
}

async function sweep(client: ContainerClient): Promise<void> {
  const args = ["ps", "-a", "--filter", `label=${LABEL}`, "--format", "{{.Names}}"];
  const list = await runClient(client, args, { seconds: 60 });
  const orphans = list.stdout.split(/\s+/).filter(isOrphan);
  if (orphans.length > 0) await removeContainers(client, orphans);
}

/** Starts with `kill`, because `podman rm -f` waits ten seconds for a container to end by itself. */
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
  // Covers `process.exit` and uncaught exceptions, where only synchronous cleanup is possible.
  process.on("exit", () => {
    for (const { client, name } of live)
      for (const args of endings([name])) runSynchronously(clientProgram(client), args, client.env);
  });
}
