import { type ContainerClient, findImage, type ImageChoice, type ImageRequest } from "../../sandbox/index.ts";

type Environment = Record<string, string | undefined>;

/** The container client that a run profile names. */
export function clientNamed(program: string, env: Environment): ContainerClient {
  return { program, env, chosenBy: "docker_cli" };
}

/** Which image a run profile's `image` stands for right now, as its client `cli` says. */
export function findAgentImage({
  cli,
  env,
  ...request
}: Omit<ImageRequest, "client"> & { cli: string; env: Environment }): Promise<ImageChoice> {
  return findImage({ client: clientNamed(cli, env), ...request });
}
