import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../support/project-root.ts";

const text = readFileSync(join(projectRoot, "src/viewer/page/style/tokens.css"), "utf8");
const light = colours(/:root \{([^}]*)\}/);
const themes = { light, dark: { ...light, ...colours(/data-theme="dark"\] \{([^}]*)\}/) } };

describe.each(Object.entries(themes))("in %s colours", (_, theme) => {
  const ramp = Array.from({ length: 11 }, (_, step) => [
    `ramp-${step}`,
    step < 7 ? "ramp-low-ink" : "ramp-high-ink",
    4.5,
  ]);
  test.each([
    ...ramp,
    ["surface", "ink", 7],
    ["page", "ink", 7],
    ["surface", "muted", 4.5],
    ["page", "muted", 4.5],
    ["raised", "muted", 4.5],
    ["surface", "accent", 4.5],
    ["surface", "passed", 4.5],
    ["surface", "failed", 4.5],
    ["failed-soft", "failed", 4.5],
    ["quoted", "ink", 7],
    ["lit", "lit-ink", 7],
    ["surface", "strong-line", 3],
  ] as [string, string, number][])("on %s, %s can be read", (ground, ink, least) => {
    expect(contrast(theme[ground]!, theme[ink]!)).toBeGreaterThanOrEqual(least);
  });

  test("the ramp goes one way, so that it can be read in grey", () => {
    const steps = Array.from({ length: 11 }, (_, step) => luminance(theme[`ramp-${step}`]!));
    const sorted = [...steps].sort((one, other) => one - other);
    expect([sorted, sorted.toReversed()]).toContainEqual(steps);
  });
});

function colours(block: RegExp): Record<string, string> {
  const [, body] = block.exec(text)!;
  return Object.fromEntries(
    [...body!.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name!, value!]),
  );
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
