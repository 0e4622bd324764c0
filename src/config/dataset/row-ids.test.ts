import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slug } from "../schema/fields/common.ts";
import { chooseRows } from "./choose-rows.ts";
import { rowIds } from "./row-ids.ts";
import type { DataTable } from "./table.ts";

function tableOf(rows: readonly (readonly unknown[])[], columns = ["a", "b"]): DataTable {
  return { file: "r", columns, isTyped: true, rows: rows.map((cells, index) => ({ cells, place: `r:${index + 2}` })) };
}

function idsOf(table: DataTable, idColumn?: number): string[] {
  const named = rowIds(table, idColumn);
  if (!named.ok) throw new Error(named.problems.join("\n"));
  return named.ids;
}

const rows = fc.uniqueArray(fc.tuple(fc.string(), fc.oneof(fc.integer(), fc.boolean(), fc.string())), {
  minLength: 2,
  maxLength: 20,
  selector: (row) => JSON.stringify(row),
});

describe("without an id column", () => {
  test("inserting, removing and moving rows renames no other row", () => {
    fc.assert(
      fc.property(rows, fc.nat(), (given, at) => {
        const ids = new Map(idsOf(tableOf(given)).map((id, index) => [JSON.stringify(given[index]), id]));
        const moved = [...given.slice(at % given.length).reverse(), ...given.slice(0, at % given.length)].slice(1);
        const again = idsOf(tableOf([["new", "row"], ...moved]));
        for (const [index, row] of moved.entries()) expect(again[index + 1]).toBe(ids.get(JSON.stringify(row)));
      }),
    );
  });

  test("the order of the columns changes no id", () => {
    expect(idsOf(tableOf([["x", "y"]], ["a", "b"]))).toEqual(idsOf(tableOf([["y", "x"]], ["b", "a"])));
  });

  test("what stands in which column tells rows apart, and so does the type of a value", () => {
    const ids = idsOf(
      tableOf([
        ["1", "2"],
        ["2", "1"],
        [1, "2"],
        [undefined, "2"],
        [null, "2"],
      ]),
    );
    expect(new Set(ids).size).toBe(5);
  });

  test("rows that are the same in everything are numbered", () => {
    const [first, second, third] = idsOf(
      tableOf([
        ["x", 1],
        ["x", 1],
        ["x", 1],
      ]),
    );
    expect([second, third]).toEqual([`${first}-2`, `${first}-3`]);
  });
});

describe("with an id column", () => {
  test.each([
    ["late_parcel", "late_parcel"],
    ["Late parcel, twice!", "Late_parcel_twice"],
    ["Größe", "Grosse"],
    ["Größe".replace("ß", "s"), "Grose"],
    ["../../etc/passwd", "etc_passwd"],
    ["a.b.", "a.b"],
    ["-x-", "x"],
  ])("%j is called %j", (cell, id) => expect(idsOf(tableOf([[cell]]), 0)).toEqual([id]));

  test("numbers and truth values name rows as they are written", () => {
    expect(idsOf(tableOf([[17], [true], [1.5]]), 0)).toEqual(["17", "true", "1.5"]);
  });

  test("letters that no folder name should have are told apart by a hash", () => {
    const ids = idsOf(tableOf([["退款 1"], ["退货 1"], ["!!!"], ["???"]]), 0);
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toMatch(/^1_[0-9a-f]{8}$/);
    expect(ids[2]).toMatch(/^[0-9a-f]{8}$/);
  });

  test("whatever stands in the column, an id is a slug that leaves room for the case, or the row is refused", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 200 }), { maxLength: 10 }), (cells) => {
        const named = rowIds(tableOf(cells.map((cell) => [cell])), 0);
        if (!named.ok) return;
        for (const id of named.ids) expect(slug.safeParse(`${"c".repeat(80)}--${id}`).success, id).toBe(true);
        expect(new Set(named.ids.map((id) => id.toLowerCase())).size).toBe(named.ids.length);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a sample", () => {
  const draw = (given: readonly (readonly unknown[])[], count: number, seed: number) => {
    const table = tableOf(given);
    const { chosen } = chooseRows(table, idsOf(table), { rows: [], sample: { count, seed } }, new Map());
    return chosen.map(({ id }) => id);
  };

  test("is the same rows in whatever order the data come, in the order of the data", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 20 }), fc.integer(), (given, count, seed) => {
        const drawn = draw(given, count, seed);
        expect(drawn).toHaveLength(Math.min(count, given.length));
        expect(draw(given.toReversed(), count, seed).toReversed()).toEqual(drawn);
      }),
    );
  });

  test("loses at most one row to a row that is added", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 20 }), (given, count) => {
        const before = draw(given, count, 1);
        const after = draw([...given, ["added", {}]], count, 1);
        expect(before.filter((id) => !after.includes(id)).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("draws every row about equally often over the seeds", () => {
    const given = Array.from({ length: 20 }, (_, index) => [`${index}`, index]);
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 2000; seed += 1)
      for (const id of draw(given, 5, seed)) counts.set(id, (counts.get(id) ?? 0) + 1);
    // 500 are expected each, with a standard deviation of 19.
    for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(100);
    expect(counts.size).toBe(20);
  });
});
