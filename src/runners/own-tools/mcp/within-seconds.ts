import { timerMilliseconds } from "../../../text/index.ts";

/** Waits at most so many seconds for a result. A later result is ignored. */
export async function withinSeconds<Result>(
  seconds: number,
  work: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  let interrupt: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timed out")), timerMilliseconds(seconds));
    interrupt = () => reject(signal?.reason);
    signal?.addEventListener("abort", interrupt, { once: true });
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    if (interrupt) signal?.removeEventListener("abort", interrupt);
  }
}
