import type { PostedJob, TakeResult } from "./posted-job.ts";

/** Takes a result for one of those who wait for it. What goes wrong here, such as a full disk, is his, and no worker's fault. */
export function takerOf<Result>({ receive }: Pick<PostedJob<Result>, "receive">): {
  take: TakeResult;
  /** @throws what went wrong */
  taken(): Result;
} {
  let outcome: { ok: true; value: Result } | { ok: false; error: unknown } | undefined;
  return {
    async take(text) {
      try {
        const received = await receive(text);
        if (!received.ok) return received.problem;
        outcome = received;
      } catch (error) {
        outcome = { ok: false, error };
      }
      return null;
    },
    taken() {
      if (outcome?.ok) return outcome.value;
      throw outcome?.error ?? new Error("the result was never taken");
    },
  };
}
