import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { INSIDE_TMP, INSIDE_WORKSPACE } from "../../sandbox/index.ts";
import { makeFolders, TRIAL_FOLDERS } from "../agent-session/agent-container.ts";
import type { EnvironmentLayout } from "./environment.ts";

/** Every folder is a separate mount. */
const IN_CONTAINER: EnvironmentLayout = {
  inside: TRIAL_FOLDERS,
  below: { workspace: "workspace", home: "home", state: "state", given: "given" },
};

/** The sandbox has two writable folders, so home and state share the second. */
const IN_SANDBOX: EnvironmentLayout = {
  inside: {
    workspace: INSIDE_WORKSPACE,
    home: `${INSIDE_TMP}/home`,
    state: `${INSIDE_TMP}/state`,
    given: "/run/assay-given",
  },
  below: { workspace: "workspace", home: "tmp/home", state: "tmp/state", given: "given" },
};

/** The folder layout of an agent, with or without an image. */
export function layoutOf(image: string | undefined): EnvironmentLayout {
  return image === undefined ? IN_SANDBOX : IN_CONTAINER;
}

export async function makePlacedFolders({ below }: EnvironmentLayout, folder: string): Promise<void> {
  await makeFolders(folder);
  for (const path of Object.values(below)) await mkdir(join(folder, path), { recursive: true });
}
