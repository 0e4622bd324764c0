import { askClient, type ContainerClient } from "./client.ts";

/** The identity of a container's processes, chosen so that files in a mounted folder are ours. */
export interface UserInside {
  /** `uid:gid` as the container sees it. */
  user: string;
  /** Further options of `run`. */
  words: string[];
}

const SECONDS = 120;

const known = new Map<string, Promise<UserInside>>();

/**
 * Our own identity inside, for an ordinary user: our own id. Rootless podman maps it only on request, and rootless docker maps us
 * to root. Determined once per client.
 */
export function ownUserInside(client: ContainerClient): Promise<UserInside> {
  const user = known.get(client.program) ?? ask(client);
  known.set(client.program, user);
  return user;
}

async function ask(client: ContainerClient): Promise<UserInside> {
  const own = `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`;
  const version = await askClient(client, ["--version"], { seconds: SECONDS });
  if (/podman/i.test(version.stdout)) return { user: own, words: ["--userns=keep-id"] };
  const info = await askClient(client, ["info", "--format", "{{json .SecurityOptions}}"], { seconds: SECONDS });
  return { user: info.stdout.includes("rootless") ? "0:0" : own, words: [] };
}
