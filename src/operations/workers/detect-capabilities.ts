import type { WorkerCapabilities } from "../../cluster/index.ts";
import { chooseSandbox, findClients, runClient, succeeded } from "../../sandbox/index.ts";
import { probeEngines } from "../workspace/doctor-probes.ts";

type Environment = Record<string, string | undefined>;

/** More would fill a screen; jobs ask the engine itself. */
const MOST_IMAGES = 50;

/** Detects this machine's capabilities for `assay workers`. Never fails: what does not respond is missing. */
export async function detectCapabilities(env: Environment): Promise<WorkerCapabilities> {
  const [choice, engines, images] = await Promise.all([
    chooseSandbox({ setting: "auto", env }).catch(() => null),
    probeEngines(env).catch(() => []),
    lookAtImages(env).catch(() => []),
  ]);
  return {
    sandbox: choice?.ok ? choice.sandbox.kind : null,
    engines: engines.filter(({ problem }) => problem === null).map(({ version }) => version),
    images,
  };
}

async function lookAtImages(env: Environment): Promise<string[]> {
  const clients = findClients(["docker", "podman"], { env, chosenBy: "PATH" });
  const words = ["images", "--format", "{{.Repository}}:{{.Tag}}"];
  const listings = await Promise.all(clients.map((client) => runClient(client, words, { seconds: 20 })));
  const names = listings.filter(succeeded).flatMap(({ stdout }) => stdout.split("\n"));
  return [...new Set(names)].filter((name) => name !== "" && !name.includes("<none>")).slice(0, MOST_IMAGES);
}
