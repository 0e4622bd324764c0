import { lacks } from "../support/needs.ts";
import { agentCommands, type Command, plainCommands, restartedCommands, workerCommands } from "./spending/commands.ts";
import { judgeSpending, type Verdict } from "./spending/judge-spending.ts";
import type { Order } from "./spending/order.ts";
import { seededOrders } from "./spending/seeded-orders.ts";
import { tryCommand, tryHonestCommand } from "./spending/try-command.ts";
import { tryOrder } from "./spending/try-order.ts";
import { usefulOrders } from "./spending/useful-orders.ts";
import { writtenOrders } from "./spending/written-orders.ts";
import type { TortureRow } from "./torture.ts";

/** Ways to spend more than a limit allows, and honest work that a limit must not stop. */
export async function* tortureWithSpending(): AsyncIterable<TortureRow> {
  yield* rowsOf([...writtenOrders(), ...seededOrders()], 3, async (order: Order) =>
    judgeSpending(order, await tryOrder(order)),
  );
  yield await usefulRow();
  const commands = [...plainCommands(), ...restartedCommands()];
  if (!lacks("sandbox")) commands.push(...agentCommands());
  if (!lacks("redis")) commands.push(...workerCommands());
  yield* rowsOf(commands, 2, (command: Command) => tryCommand(command));
  yield await usefulCommandRow();
}

/** In the order of their first, one row for each group, as soon as all of it was tried. */
async function* rowsOf<Tried extends { group: string; name: string }>(
  all: readonly Tried[],
  atOnce: number,
  attempt: (one: Tried) => Promise<Verdict>,
): AsyncIterable<TortureRow> {
  for (const group of new Set(all.map((one) => one.group))) {
    const members = all.filter((one) => one.group === group && isWanted(one));
    if (members.length === 0) continue;
    const verdicts: { name: string; verdict: Verdict }[] = [];
    const left = [...members];
    const lane = async () => {
      for (let one = left.shift(); one; one = left.shift())
        verdicts.push({ name: one.name, verdict: await attempt(one) });
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    yield rowOf(group, verdicts);
  }
}

/** `SPENDING=written npm run torture spending` tries the groups whose names begin so. */
function isWanted({ group }: { group: string }): boolean {
  return (process.env.SPENDING?.split(",") ?? [""]).some((wanted) => group.startsWith(wanted));
}

/** The worst is told first; a few say enough of a class. */
const MOST_REMARKS = 12;

function rowOf(what: string, tried: { name: string; verdict: Verdict }[]): TortureRow {
  const broken = tried
    .filter(({ verdict }) => verdict.broken.length > 0)
    .sort((one, other) => other.verdict.beyond - one.verdict.beyond);
  const worst = Math.max(...tried.map(({ verdict }) => verdict.beyond));
  const remarks = broken.slice(0, MOST_REMARKS).map(({ name, verdict }) => `${name}: ${verdict.broken.join("; ")}`);
  const left = broken.length - remarks.length;
  return {
    what: `${what}, at most ${worst.toFixed(2)} limits too much`,
    attempts: tried.length,
    held: tried.length - broken.length,
    remarks: left > 0 ? [...remarks, `… and ${left} more`] : remarks,
  };
}

async function usefulRow(): Promise<TortureRow> {
  const orders = usefulOrders().filter(isWanted);
  const remarks: string[] = [];
  let most = 0;
  for (const order of orders) {
    const tried = await tryOrder(order);
    const read = tried.requests.filter(({ ended }) => ended === "read").length;
    most = Math.max(most, tried.mostUnderWay);
    const { broken } = judgeSpending(order, tried);
    if (read < tried.requests.length) broken.push(`${read} of ${tried.requests.length} requests were answered`);
    if (broken.length > 0) remarks.push(`${order.name}: ${broken.join("; ")}; at most ${tried.mostUnderWay} under way`);
  }
  const what = `honest work with twice its price; at most ${most} requests under way`;
  return { what, attempts: orders.length, held: orders.length - remarks.length, remarks };
}

async function usefulCommandRow(): Promise<TortureRow> {
  const { problems, mostUnderWay } = await tryHonestCommand();
  const what = `100 honest trials, 16 at a time, with twice their price; at most ${mostUnderWay} under way`;
  return { what, attempts: 1, held: problems.length === 0 ? 1 : 0, remarks: problems };
}
