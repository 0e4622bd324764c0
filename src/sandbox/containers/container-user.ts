import { type ContainerClient, runClient } from "./client.ts";

/** The identity of a container's processes, chosen so that files in a mounted folder are ours. */
export interface ContainerUser {
  /** `uid:gid` as the container sees it. */
  user: string;
  /** Further options of `run`. */
  options: string[];
}

const SECONDS = 120;

const known = new Map<string, Promise<ContainerUser>>();

/**
 * Our own identity inside, for an ordinary user: our own id. Rootless podman maps it only on request, and rootless docker maps us
 * to root. Determined once per client.
 */
export function findContainerUser(client: ContainerClient): Promise<ContainerUser> {
  const user = known.get(client.program) ?? ask(client);
  known.set(client.program, user);
  return user;
}

async function ask(client: ContainerClient): Promise<ContainerUser> {
  const own = `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`;
  const version = await runClient(client, ["--version"], { seconds: SECONDS });
  if (/podman/i.test(version.stdout)) return { user: own, options: ["--userns=keep-id"] };
  const info = await runClient(client, ["info", "--format", "{{json .SecurityOptions}}"], { seconds: SECONDS });
  return { user: info.stdout.includes("rootless") ? "0:0" : own, options: [] };
}
