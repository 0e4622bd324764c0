import { useLayoutEffect } from "preact/hooks";

/**
 * Keeps the visible rows in place when the rest of the page is inserted above them, if the reader has scrolled. Use it in a component
 * around all of it, since children change the page while they render.
 */
export function useMatrixKeptInPlace(isWhole: boolean): void {
  const matrix = () => document.querySelector(".matrix");
  const before = matrix()?.getBoundingClientRect().top;
  useLayoutEffect(() => {
    const now = matrix();
    if (!isWhole || !now || before === undefined) return;
    if (now.scrollTop > 0 || scrollY > 0 || now.contains(document.activeElement))
      scrollBy(0, now.getBoundingClientRect().top - before);
  }, [isWhole]);
}
