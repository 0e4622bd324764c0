import { expect, test } from "vitest";
import { judgeSpending } from "../torture/spending/judge-spending.ts";
import { type Order, requestsOf } from "../torture/spending/order.ts";
import { seededOrders } from "../torture/spending/seeded-orders.ts";
import { tryOrder } from "../torture/spending/try-order.ts";
import { usefulOrders } from "../torture/spending/useful-orders.ts";
import { writtenOrders } from "../torture/spending/written-orders.ts";

/** An amount that passes the proxy in well under a second. */
const FEW_CHARACTERS = 3_000_000;
const isQuick = ({ trials }: Order) =>
  trials.flatMap(requestsOf).reduce((sum, { size }) => sum + size, 0) <= FEW_CHARACTERS;

const written = writtenOrders().filter(isQuick).slice(0, 5);
/** One of each row of the table. */
const seeded = [
  ...new Map(
    seededOrders()
      .filter(isQuick)
      .map((order) => [order.group, order]),
  ).values(),
];

test.each([...written, ...seeded])("a limit holds against: $name", async (order) => {
  expect(judgeSpending(order, await tryOrder(order)).broken).toEqual([]);
});

test.each(usefulOrders().slice(0, 4))("a limit of twice its price does not stop $name", async (order) => {
  const { requests } = await tryOrder(order);
  expect(requests.filter(({ ended }) => ended !== "read")).toEqual([]);
});

test("no two orders are the same, and there are more than five hundred", () => {
  const orders = [...writtenOrders(), ...seededOrders()];
  const distinct = new Set(orders.map(({ limitUsd, world, trials }) => JSON.stringify({ limitUsd, world, trials })));
  expect(distinct.size).toBe(orders.length);
  expect(orders.length).toBeGreaterThan(500);
});
