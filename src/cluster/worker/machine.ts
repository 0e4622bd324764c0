import { readFile } from "node:fs/promises";
import type { Redis } from "ioredis";
import { environmentSecrets } from "../../campaign/index.ts";
import type { RunProfile } from "../../config/index.ts";
import { openOwnedFolder } from "../../files/index.ts";
import type { Gateways } from "../../gateway/index.ts";
import { chooseSandbox, type SandboxChoice } from "../../sandbox/index.ts";
import type { ContentCache } from "../contents/content-cache.ts";
import type { ContentStore } from "../contents/content-store.ts";
import type { Backpressure } from "../contents/memory-backpressure.ts";
import { beginJobBudget } from "../job-budget/begin-job-budget.ts";
import type { JobData } from "../jobs/job.ts";
import { ContentMissing, type JobContext } from "./job-context.ts";

export interface MachineOptions {
  env: Record<string, string | undefined>;
  gateways: Gateways;
  /** Further secrets, beside those of the environment and the gateways. */
  secrets: readonly string[];
  client: Redis;
  backpressure: Backpressure;
  contents: ContentStore;
  cache: ContentCache;
}

/** Provides each job with this machine's resources. */
export function openMachine({ env, gateways, secrets, client, backpressure, contents, cache }: MachineOptions) {
  const sandboxes = new Map<string, Promise<SandboxChoice>>();

  function choose(setting: RunProfile["sandbox"], strict: boolean): Promise<SandboxChoice> {
    const key = `${setting} ${strict}`;
    const known = sandboxes.get(key) ?? chooseSandbox({ setting, env, strict });
    sandboxes.set(key, known);
    // Probe again for the next job if this failed.
    void known.then((choice) => choice.ok || sandboxes.delete(key));
    return known;
  }

  return async function openContext(
    jobId: string,
    job: JobData,
    signal: AbortSignal,
  ): Promise<JobContext & { close(): Promise<void> }> {
    let own: ReturnType<typeof openOwnedFolder> | null = null;
    return {
      job,
      env,
      gateways,
      signal,
      secrets: () => [...gateways.secrets(), ...environmentSecrets(env), ...secrets],
      chooseSandbox: choose,
      async fetchContent(sha256) {
        const content = await cache.get(sha256, () => contents.get(sha256));
        if (!content) throw new ContentMissing(sha256);
        return content;
      },
      begin: ({ sendsOwnRequests } = {}) =>
        beginJobBudget(client, { jobId, sendsOwnRequests, attempt: backpressure.attempt }),
      putFile: async (path) => await contents.put(await readFile(path)),
      async folder() {
        own ??= openOwnedFolder("job");
        return own.path;
      },
      async close() {
        await own?.remove();
      },
    };
  };
}
