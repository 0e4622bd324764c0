import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellsOf, escapeBraces, fillCells, translateTemplate } from "./translate-template.ts";
import { translateValue } from "./translate-value.ts";

const variables = {
  name: "ada",
  user: { first: "Ada", tags: ["vip", "early"], "odd key": "x" },
  list: ["a", "b"],
  number: 3,
  nothing: null,
  json: '{"a":{"b":2}}',
};

describe("a template of Nunjucks", () => {
  // The output of Nunjucks 3 itself for the same templates.
  test.each([
    ["Hello {{name}}!", "Hello ada!"],
    ["{{ name }}{{name}}", "adaada"],
    ["{{ name | upper }}", "ADA"],
    ["{{ user.first | lower }}", "ada"],
    ["{{ user['odd key'] }}", "x"],
    ["{{ user.tags[1] }}", "early"],
    ["{{ list | join(', ') }}", "a, b"],
    ["{{ list | first }}{{ list | last }}{{ list | length }}", "ab2"],
    ["{{ missing }}|{{ nothing }}", "|"],
    ['{{ missing | default("there") }}', "there"],
    ["{{ name | capitalize }} {{ name | title }}", "Ada Ada"],
    ["{{ name | replace('a', 'o') }}", "odo"],
    ["{{ number }}", "3"],
    ["{{ (x) }}".replace("(x)", "name | trim | safe"), "ada"],
    ["a  {{- name -}}  b", "aadab"],
    ["{# note #}x", "x"],
    ["{% raw %}{{name}}{% endraw %}", "{{name}}"],
    ["{ single } }} {", "{ single } }} {"],
    ["{{ json | load }}", '{"a":{"b":2}}'],
  ])("%s becomes cells that give %s", (template, rendered) => {
    const translated = translateTemplate(template);
    if (!translated.ok) throw new Error(translated.reason);
    expect(fillCells(translated.text, cellsOf(translated, variables))).toBe(rendered);
  });

  test.each([
    ["{% if name %}x{% endif %}", /statement/],
    ["{% for item in list %}{{ item }}{% endfor %}", /statement/],
    ["{{ 1 + 1 }}", /more than a variable/],
    ["{{ name if number else list }}", /more than a variable/],
    ["{{ list | sort }}", /more than a variable/],
    ["{{ name() }}", /more than a variable/],
    ["{{ env.SECRET }}", /environment/],
    ["{{ _conversation[0].output }}", /earlier answers/],
    ["{{}}", /more than a variable/],
    ["{{ __proto__ }}", /more than a variable/],
  ])("%s is refused with a reason", (template, reason) => {
    expect(translateTemplate(template)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  test("a variable called like something of JavaScript's own is a variable, or nothing", () => {
    for (const name of ["constructor", "toString", "hasOwnProperty"]) {
      const translated = translateTemplate(`{{ ${name} }}`);
      expect(translated.ok && cellsOf(translated, variables)[name]).toBe("");
    }
  });

  test("braces that are data come out as they went in", () => {
    const text = fc.string({ unit: fc.constantFrom("{", "}", "a", "%", "#", " ") });
    fc.assert(
      fc.property(text, (written) => {
        expect(fillCells(escapeBraces(written), { a: "no", "": "no" })).toBe(written);
      }),
    );
  });
});

test("texts at any depth of a value are translated", () => {
  expect(translateValue({ a: ["{{name}}", 1], b: { c: "{{ user.first }}" } }, variables)).toEqual({
    ok: true,
    value: { a: ["{{name}}", 1], b: { c: "{{user.first}}" } },
    rendered: { a: ["ada", 1], b: { c: "Ada" } },
    cells: { name: "ada", "user.first": "Ada" },
  });
});
