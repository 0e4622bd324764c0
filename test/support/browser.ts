import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { pathOf } from "../../scripts/capabilities.mjs";
import { lacks } from "./needs.ts";

/** For tests in a real browser. */
export function lacksBrowser(): boolean {
  return lacks("browser");
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = pathOf("browser");
  // Chromium refuses to sandbox itself for root, as which containers of CI run.
  return await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}

/** A page, and everything that went wrong in it: exceptions, errors on its console, requests to anywhere else. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  // No test asserts times: a busy machine takes as long as it takes.
  page.setDefaultTimeout(120_000);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("dialog", async (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|file:|data:)/.test(request.url())) problems.push(`a request to ${request.url()}`);
  });
  return { page, problems };
}
