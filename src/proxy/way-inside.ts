import { FORWARDER_NAME } from "./forwarder.ts";
import type { NetworkAccess } from "./network/host-rules.ts";
import type { RecordingProxy } from "./open-proxy.ts";

/** Where the way to the model begins inside of a container: at a port that an agent's own servers do not want, such as 8080. */
export const PORT_INSIDE = 17_913;

/** Where the proxy's folder is seen inside. */
const WAY_INSIDE = "/run/assay";

/** What a container is given so that the proxy is its only way out. */
export interface WayInside {
  /** Word for `run` that mounts the way; read-only, which does not keep anybody from talking to a socket. */
  mount: string;
  /** Without a network of its own, unless everything is allowed or the engine cannot mount a socket. */
  network: "none" | "default";
  /** Whether everything may be reached, also past the proxy. */
  isOpen: boolean;
  /** What is mounted, and where it is seen. */
  folder: string;
  folderInside: string;
  /** Base URL without the version that most wire formats have in their paths. */
  origin: string;
  /** Environment that holds the token. */
  secrets: Record<string, string>;
  settings: Record<string, string>;
  /** The command that opens the way, runs this one and ends as it does. `node` is the one inside that is used for it. */
  command(words: readonly string[], node?: string): string[];
}

/** The names under which programs look for a proxy. */
const PROXY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];

export function wayInside({ token, address }: RecordingProxy, access: NetworkAccess): WayInside {
  const open = access === "allow";
  const proxy = `http://assay:${token}@127.0.0.1:${PORT_INSIDE}`;
  return {
    mount: `--volume=${address.folder}:${WAY_INSIDE}:ro,Z`,
    network: open || address.kind === "loopback" ? "default" : "none",
    isOpen: open,
    folder: address.folder,
    folderInside: WAY_INSIDE,
    origin: `http://127.0.0.1:${PORT_INSIDE}`,
    // Also where nobody may be reached: who asks here is told so, and the report can say who was asked for.
    secrets: open ? {} : Object.fromEntries(PROXY_VARIABLES.map((name) => [name, proxy])),
    settings: open ? {} : { NO_PROXY: "127.0.0.1,localhost", no_proxy: "127.0.0.1,localhost" },
    command: (words, node = "node") => [node, `${WAY_INSIDE}/${FORWARDER_NAME}`, ...words],
  };
}
