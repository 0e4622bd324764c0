import type { Page } from "playwright-core";

// Code in the page is text, because the compiler knows Node only.

/** Notes when the first row was there, as the page's own clock has it: from the moment its address was opened. */
export async function noteFirstRow(page: Page, selector: string): Promise<void> {
  await page.addInitScript(`
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)})) window.firstRowAt = performance.now();
      else requestAnimationFrame(look);
    };
    look();`);
}

export async function firstRowSeconds(page: Page): Promise<number> {
  await waitUntil(page, "window.firstRowAt !== undefined");
  return ((await page.evaluate("window.firstRowAt")) as number) / 1000;
}

/** Asks once a frame. Not by Playwright's own means, which the policy of the page forbids. */
export async function waitUntil(page: Page, condition: string): Promise<void> {
  await page.evaluate(`(async () => {
    const startedAt = performance.now();
    while (!(${condition})) {
      if (performance.now() - startedAt > 60000) throw new Error(${JSON.stringify(`never: ${condition}`)});
      await new Promise((next) => requestAnimationFrame(next));
    }
  })()`);
}

/** From the last key until what was found is on the screen. */
export async function searchSeconds(page: Page, text: string, found: string): Promise<number> {
  return (await page.evaluate(`(async () => {
    const field = document.getElementById("filter-text");
    const startedAt = performance.now();
    field.value = ${JSON.stringify(text)};
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const words = () => document.querySelector(".card-head [role=status]").textContent;
    while (!words().startsWith(${JSON.stringify(found)})) {
      if (performance.now() - startedAt > 20000) throw new Error(field.value + " finds " + words());
      await new Promise((next) => requestAnimationFrame(next));
    }
    return (performance.now() - startedAt) / 1000;
  })()`)) as number;
}
