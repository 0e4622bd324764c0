import { type ContainerClient, findImage, type ImageChoice, type ImageRequest } from "../../sandbox/index.ts";

type Environment = Record<string, string | undefined>;

export function clientFor(program: string, env: Environment): ContainerClient {
  return { program, env, chosenBy: "docker_cli" };
}

/** Resolves a run profile's `image` to its current id, using its client `cli`. */
export function findAgentImage({
  cli,
  env,
  ...request
}: Omit<ImageRequest, "client"> & { cli: string; env: Environment }): Promise<ImageChoice> {
  return findImage({ client: clientFor(cli, env), ...request });
}
