import type { PostedJob, TakeResult } from "./posted-job.ts";

/** Accepts results for one waiter. Its own errors, such as a full disk, are rethrown to it instead of blaming the worker. */
export function openResultReceiver<Result>({ receive }: Pick<PostedJob<Result>, "receive">): {
  take: TakeResult;
  /** @throws the waiter's own error */
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
