import { jsonOrNull } from "../../text/index.ts";
import { type ContainerClient, runClient } from "./client.ts";
import { lastLine } from "./last-line.ts";

/** An image as the container client knows it. */
export interface FoundImage {
  /** As named in the run profile; a tag can move to another image later. */
  name: string;
  /** Hexadecimal hash of the image's content, independent of its name. */
  id: string;
  /** Registry digests, e.g. `ghcr.io/openclaw/openclaw@sha256:…`; empty for an image built here. */
  digests: string[];
}

export type ImageChoice = { ok: true; image: FoundImage } | { ok: false; problem: string };

export interface ImageRequest {
  client: ContainerClient;
  image: string;
  signal?: AbortSignal;
  /** Allows pulling a missing image. */
  pull: boolean;
  /** Called before a pull, which can take minutes. */
  onPull?: () => void;
}

const INSPECT_SECONDS = 120;
const PULL_SECONDS = 1_800;

/** Resolves an image name through the client. Not cached, because a tag may move between two trials. */
export async function findImage({ client, image, signal, pull, onPull }: ImageRequest): Promise<ImageChoice> {
  const cli = client.program;
  const inspect = () => runClient(client, ["image", "inspect", image], { signal, seconds: INSPECT_SECONDS });
  const no = (problem: string): ImageChoice => ({ ok: false, problem });
  let answer = await inspect();
  if (answer.outcome === "could_not_start")
    return no(`\`${cli}\` cannot be started here (${answer.message}); install it or set ${client.chosenBy}`);
  if (answer.exit_code !== 0) {
    if (!pull) return no(`\`${cli} image inspect ${image}\` says: ${lastLine(answer.stderr)}`);
    onPull?.();
    const pulled = await runClient(client, ["pull", image], { signal, seconds: PULL_SECONDS });
    if (pulled.outcome === "timed_out") return no(`image ${image} was not pulled within ${PULL_SECONDS / 60} minutes`);
    if (pulled.exit_code !== 0) return no(`image ${image} cannot be pulled: ${lastLine(pulled.stderr)}`);
    answer = await inspect();
  }
  const { Id: id, RepoDigests, Digest } = firstOf(answer.stdout);
  if (typeof id !== "string" || id === "") return no(`\`${cli} image inspect ${image}\` printed no Id`);
  const digests = [RepoDigests, Digest].flat().filter((digest) => typeof digest === "string");
  // podman omits the algorithm that docker puts first; the id is the same.
  return { ok: true, image: { name: image, id: id.replace(/^sha256:/, ""), digests: [...new Set(digests)] } };
}

function firstOf(json: string): Record<string, unknown> {
  const [first] = [jsonOrNull(json)].flat();
  return (first ?? {}) as Record<string, unknown>;
}
