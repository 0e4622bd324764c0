import { callCli } from "./call-cli.ts";
import { type ContainerSettings, runContainer } from "./container.ts";
import type { FoundImage } from "./find-image.ts";
import { lastLine } from "./last-line.ts";
import { sweepOrphans } from "./leftovers.ts";

/** A container client that works here with this image, and what was found out about both. */
export interface Engine {
  settings: Omit<ContainerSettings, "network">;
  /** Unprivileged owner of the run folder, when we are root and have to hand it over. */
  handOverTo: { uid: number; gid: number } | null;
  /** As `openclaw --version` says, e.g. `2026.9.6`. */
  openclawVersion: string;
  /** What could not be had here, for the record. */
  notes: string[];
}

/** `broken` is the machine's fault and worth another try; `unusable` is the image's and stays so. */
export type EngineChoice = { ok: true; engine: Engine } | { ok: false; fault: "broken" | "unusable"; problem: string };

interface EngineRequest {
  cli: string;
  image: FoundImage;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
}

const PROBE_SECONDS = 120;

const opened = new Map<string, Promise<EngineChoice>>();

/** Finds out once per process and image; trials that start together share the answer. Failures are tried again. */
export function openEngine(request: EngineRequest): Promise<EngineChoice> {
  const key = `${request.cli}\n${request.image.name}\n${request.image.id}`;
  const known = opened.get(key);
  if (known) return known;
  const choice = findOut(request);
  opened.set(key, choice);
  void choice.then((result) => {
    if (!result.ok) opened.delete(key);
  });
  return choice;
}

async function findOut(request: EngineRequest): Promise<EngineChoice> {
  const { cli, image, env, signal } = request;
  const client = await callCli(cli, ["--version"], { env, seconds: PROBE_SECONDS, signal });
  if (client.outcome !== "exited" || client.exit_code !== 0)
    return broken(
      `\`${cli} --version\` does not work here (${firstLine(client.stderr)}); install it or set docker_cli`,
    );
  await sweepOrphans(cli, env);
  const { handOverTo, ...identity } = await chooseUser(request, /podman/i.test(client.stdout));
  const settings = { cli, image: image.name, ...identity };
  const limited = await probe({ ...settings, limits: true }, request);
  const started = limited.state === "no_start" ? await probe({ ...settings, limits: false }, request) : limited;
  if (started.state === "no_start") return broken(`a container of ${image.name} does not start: ${started.message}`);
  if (started.state === "no_openclaw")
    return { ok: false, fault: "unusable", problem: `${image.name} has no \`openclaw\` command (${started.message})` };
  const withLimits = limited.state === "started";
  return {
    ok: true,
    engine: {
      settings: { ...settings, limits: withLimits },
      handOverTo,
      openclawVersion: started.version,
      notes: withLimits ? [] : [`limits on memory and processes are not applied: ${limited.message}`],
    },
  };
}

type Probe =
  | { state: "started"; version: string }
  | { state: "no_start"; message: string }
  | { state: "no_openclaw"; message: string };

/** Starts a container the way trials will, but for the network, and asks for OpenClaw's version. */
async function probe(settings: Engine["settings"], { env, signal }: EngineRequest): Promise<Probe> {
  const command = ["openclaw", "--version"];
  const call = await runContainer({ ...settings, network: "none" }, { command, env, signal, seconds: PROBE_SECONDS });
  const [version] = /\d+\.\d+\.\d+\S*/.exec(call.stdout) ?? [];
  if (call.exit_code === 0 && version) return { state: "started", version };
  const missing = call.exit_code === 126 || call.exit_code === 127;
  return { state: missing ? "no_openclaw" : "no_start", message: lastLine(call.stderr) };
}

/**
 * Files in the run folder must be the container user's. As root we hand the folder to an ordinary user id. As a user
 * we are that user inside as well; rootless podman needs to be told so, and rootless docker calls us root in there.
 */
async function chooseUser({ cli, env, signal }: EngineRequest, isPodman: boolean) {
  const [uid, gid] = [process.getuid?.() ?? 1000, process.getgid?.() ?? 1000];
  if (uid === 0) return { user: "1000:1000", extra: [], handOverTo: { uid: 1000, gid: 1000 } };
  if (isPodman) return { user: `${uid}:${gid}`, extra: ["--userns=keep-id"], handOverTo: null };
  const info = await callCli(cli, ["info", "--format", "{{json .SecurityOptions}}"], {
    env,
    signal,
    seconds: PROBE_SECONDS,
  });
  const user = info.stdout.includes("rootless") ? "0:0" : `${uid}:${gid}`;
  return { user, extra: [], handOverTo: null };
}

function broken(problem: string): Extract<EngineChoice, { ok: false }> {
  return { ok: false, fault: "broken", problem };
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] || "no message";
}
