import { useLayoutEffect } from "preact/hooks";

/**
 * When the rest of the page comes above the rows of a matrix, whoever is reading them already keeps what is under the eyes; everybody else sees the page
 * from its top. For a component around all of it: what is inside changes the page while it is drawn.
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
