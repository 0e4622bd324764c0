/** Loads an operation on its first call. A process's first call also removes temporary folders of killed processes. */
export function lazyOperation<Words extends unknown[], Result>(
  load: () => Promise<(...words: Words) => Result | Promise<Result>>,
): (...words: Words) => Promise<Result> {
  return async (...words) => {
    const [operation] = await Promise.all([load(), sweepOnce()]);
    return await operation(...words);
  };
}

async function sweepOnce(): Promise<void> {
  const { sweepFolders } = await import("../files/index.ts");
  await sweepFolders();
}
