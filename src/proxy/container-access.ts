import { FORWARDER_NAME } from "./forwarder.ts";
import type { NetworkAccess } from "./network/host-rules.ts";
import type { RecordingProxy } from "./open-proxy.ts";

/** The proxy's port inside a container, one that an agent's own servers do not want, unlike 8080. */
export const PORT_INSIDE = 17_913;

/** The proxy's folder inside. */
const FOLDER_INSIDE = "/run/assay";

/** A container's configuration that makes the proxy its only way out. */
export interface ContainerAccess {
  /** Option of `run` that mounts the folder read-only, which does not prevent talking to a socket. */
  mount: string;
  /** No network of its own, unless everything is allowed or the engine cannot mount a socket. */
  network: "none" | "default";
  /** True if everything may be reached, even past the proxy. */
  isOpen: boolean;
  /** The mounted folder and its path inside. */
  folder: string;
  folderInside: string;
  /** Base URL without the version that most wire formats have in their paths. */
  origin: string;
  /** Environment variables with the token. */
  secrets: Record<string, string>;
  settings: Record<string, string>;
  /** A command that starts the forwarder, runs the given one and exits with it. `node` is the Node inside the container. */
  command(words: readonly string[], node?: string): string[];
}

/** The variables in which programs look for a proxy. */
const PROXY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];

export function containerAccess({ token, address }: RecordingProxy, access: NetworkAccess): ContainerAccess {
  const open = access === "allow";
  const proxy = `http://assay:${token}@127.0.0.1:${PORT_INSIDE}`;
  return {
    mount: `--volume=${address.folder}:${FOLDER_INSIDE}:ro,Z`,
    network: open || address.kind === "loopback" ? "default" : "none",
    isOpen: open,
    folder: address.folder,
    folderInside: FOLDER_INSIDE,
    origin: `http://127.0.0.1:${PORT_INSIDE}`,
    // Set even where no host may be reached, so that attempts are answered and reported.
    secrets: open ? {} : Object.fromEntries(PROXY_VARIABLES.map((name) => [name, proxy])),
    settings: open ? {} : { NO_PROXY: "127.0.0.1,localhost", no_proxy: "127.0.0.1,localhost" },
    command: (words, node = "node") => [node, `${FOLDER_INSIDE}/${FORWARDER_NAME}`, ...words],
  };
}
