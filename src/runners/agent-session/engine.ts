import {
  type ContainerClient,
  type FoundImage,
  findContainerUser,
  lastLine,
  runClient,
  succeeded,
} from "../../sandbox/index.ts";
import { type AgentContainer, askImage } from "./agent-container.ts";

/** A container client that works here with this image, and the findings about both. */
export interface Engine {
  settings: Omit<AgentContainer, "network">;
  /** Unprivileged owner of the run folder, when we are root and have to hand it over. */
  handOverTo: { uid: number; gid: number } | null;
  /** As reported by the program, e.g. `2026.9.6`. */
  version: string;
  /** Features unavailable here, for the record. */
  notes: string[];
}

/** `broken` is the machine's fault and worth another try; `unusable` is the image's and permanent. */
export type EngineChoice = { ok: true; engine: Engine } | { ok: false; fault: "broken" | "unusable"; problem: string };

interface EngineRequest {
  client: ContainerClient;
  image: FoundImage;
  /** Part of the names of its containers. */
  purpose: string;
  /** Prints the version of the agent's program, such as `openclaw --version`. */
  versionCommand: readonly string[];
  signal: AbortSignal;
}

const PROBE_SECONDS = 120;

const opened = new Map<string, Promise<EngineChoice>>();

/** Probes once per process and image; concurrent trials share the answer. Failures are retried. */
export function openEngine(request: EngineRequest): Promise<EngineChoice> {
  const { client, image, versionCommand } = request;
  const key = [client.program, image.name, image.id, ...versionCommand].join("\n");
  const known = opened.get(key);
  if (known) return known;
  const choice = findEngine(request);
  opened.set(key, choice);
  void choice.then((result) => {
    if (!result.ok) opened.delete(key);
  });
  return choice;
}

async function findEngine(request: EngineRequest): Promise<EngineChoice> {
  const { client, image, signal } = request;
  const { program, chosenBy } = client;
  const version = await runClient(client, ["--version"], { seconds: PROBE_SECONDS, signal });
  if (!succeeded(version)) {
    const why = firstLine(version.message ?? version.stderr);
    return broken(`\`${program} --version\` does not work here (${why}); install it or set ${chosenBy}`);
  }
  const { handOverTo, ...identity } = await chooseUser(client);
  const settings = { purpose: request.purpose, client, image: image.name, ...identity };
  const limited = await probe({ ...settings, limits: true }, request);
  const started = limited.state === "no_start" ? await probe({ ...settings, limits: false }, request) : limited;
  if (started.state === "no_start") return broken(`a container of ${image.name} does not start: ${started.message}`);
  if (started.state === "no_program") {
    const [program] = request.versionCommand;
    return {
      ok: false,
      fault: "unusable",
      problem: `${image.name} has no \`${program}\` command (${started.message})`,
    };
  }
  const withLimits = limited.state === "started";
  return {
    ok: true,
    engine: {
      settings: { ...settings, limits: withLimits },
      handOverTo,
      version: started.version,
      notes: withLimits ? [] : [`limits on memory and processes are not applied: ${limited.message}`],
    },
  };
}

type Probe =
  | { state: "started"; version: string }
  | { state: "no_start"; message: string }
  | { state: "no_program"; message: string };

/** Starts a container like those of trials, but without their network, and asks its program for the version. */
async function probe(settings: Engine["settings"], { signal, versionCommand }: EngineRequest): Promise<Probe> {
  const command = [...versionCommand];
  const call = await askImage({ ...settings, network: "none" }, { command, signal, seconds: PROBE_SECONDS });
  if (call.exit_code === 0) return { state: "started", version: versionIn(call.stdout) };
  const missing = call.exit_code === 126 || call.exit_code === 127;
  return { state: missing ? "no_program" : "no_start", message: lastLine(call.message ?? call.stderr) };
}

/** The first version number in a text; empty when there is none. */
export function versionIn(text: string): string {
  return /\d+\.\d+[^\s,;)]*/.exec(text)?.[0] ?? "";
}

/** Chooses the container's user. Files in the run folder must belong to it; as root we hand the folder to an ordinary user id. */
async function chooseUser(client: ContainerClient) {
  if (process.getuid?.() === 0) return { user: "1000:1000", extra: [], handOverTo: { uid: 1000, gid: 1000 } };
  const { user, options } = await findContainerUser(client);
  return { user, extra: options, handOverTo: null };
}

function broken(problem: string): Extract<EngineChoice, { ok: false }> {
  return { ok: false, fault: "broken", problem };
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] || "no message";
}
