/** Loads an operation when it is first called. The first call of a process also removes the temporary folders that killed processes left. */
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
