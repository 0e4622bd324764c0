import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { canonicalHash } from "../../text/index.ts";

/** Everything that an answer of `openclaw config validate` depends on. */
export interface ConfigQuestion {
  /** A hash of the image's content. */
  imageId: string;
  /** An image may mount OpenClaw from elsewhere, so its id alone is not enough. */
  openclawVersion: string;
  config: Record<string, unknown>;
  /** As in agent.yaml: a configuration may refer to it by name. */
  environment?: Readonly<Record<string, string>>;
}

type Environment = Record<string, string | undefined>;

/** True if this image accepted this exact configuration before, in any process of this user. */
export async function wasAccepted(question: ConfigQuestion, env: Environment): Promise<boolean> {
  const path = pathFor(question, env);
  return path !== null && (await readFile(path, "utf8").catch(() => null)) === MARK;
}

/** Caches an acceptance for later processes. Optional: if it cannot be written, OpenClaw is asked again. */
export async function rememberAccepted(question: ConfigQuestion, env: Environment): Promise<void> {
  const path = pathFor(question, env);
  if (path === null) return;
  try {
    await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
    const unfinished = `${path}.${randomUUID()}`;
    await writeFile(unfinished, MARK);
    await rename(unfinished, path);
  } catch {
    // A read-only home, or a full disk.
  }
}

/** A cache key that ignores the gateway's address, which every trial may have of its own. */
export function configKey({ imageId, openclawVersion, config, environment }: ConfigQuestion): string {
  const { models, ...rest } = structuredClone(config) as { models: { providers: { openrouter: { baseUrl: string } } } };
  models.providers.openrouter.baseUrl = "";
  const question = { imageId, openclawVersion, config: { ...rest, models } };
  return canonicalHash(environment ? { ...question, environment } : question);
}

const MARK = "accepted by `openclaw config validate`\n";

function pathFor(question: ConfigQuestion, env: Environment): string | null {
  const cache = env.XDG_CACHE_HOME || (env.HOME ? join(env.HOME, ".cache") : "");
  // An id that is not a content hash may mean something else tomorrow.
  if (!isAbsolute(cache) || !/^[0-9a-f]{64}$/.test(question.imageId)) return null;
  return join(cache, "assay", "openclaw-configs", configKey(question));
}
