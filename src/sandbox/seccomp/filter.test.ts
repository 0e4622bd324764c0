import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lacks } from "../../../test/support/needs.ts";
import { CONDITIONAL_CALLS } from "./conditional-calls.ts";
import { seccompFilter } from "./filter.ts";
import { REFUSED_CALLS } from "./refused-calls.ts";

const ARCHITECTURE = { x64: 0xc000003e, arm64: 0xc00000b7, i386: 0x40000003, arm: 0x40000028 };
const ALLOWED = "allowed";

/** Executes the program as the kernel does, implemented from its documentation alone (Documentation/networking/filter.rst). */
function run(program: Uint8Array, architecture: number, number: number, args: bigint[] = []): string | number {
  const known = new DataView(new ArrayBuffer(64));
  known.setUint32(0, number >>> 0, true);
  known.setUint32(4, architecture, true);
  for (const [index, value] of args.entries()) known.setBigUint64(16 + index * 8, BigInt.asUintN(64, value), true);
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  let accumulator = 0;
  for (let at = 0; ; at++) {
    const [code, yes, no, k] = [
      view.getUint16(at * 8, true),
      view.getUint8(at * 8 + 2),
      view.getUint8(at * 8 + 3),
      view.getUint32(at * 8 + 4, true),
    ];
    if (code === 0x20) accumulator = known.getUint32(k, true);
    else if (code === 0x15) at += accumulator === k ? yes : no;
    else if (code === 0x25) at += accumulator > k ? yes : no;
    else if (code === 0x35) at += accumulator >= k ? yes : no;
    else if (code === 0x45) at += (accumulator & k) !== 0 ? yes : no;
    else if (code === 0x06) return k === 0x7fff0000 ? ALLOWED : k - 0x00050000;
    else throw new Error(`unknown instruction ${code} at ${at}`);
  }
}

/** The kernel headers with a processor's system call numbers. */
const HEADERS = {
  x64: "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
  arm64: "/usr/include/asm-generic/unistd.h",
};

describe.each(["x64", "arm64"] as const)("on %s", (processor) => {
  const filter = seccompFilter(processor)!;
  const call = (number: number, ...args: bigint[]) => run(filter, ARCHITECTURE[processor], number, args);

  test.skipIf(lacks("kernel_headers"))("the numbers are those of the kernel's headers", () => {
    const header = readFileSync(HEADERS[processor], "utf8");
    const numbers = new Map(
      [...header.matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)/gm)].map(([, name, number]) => [name, Number(number)]),
    );
    // Headers older than a call lack it; the calls they have must agree.
    for (const { name, numbers: ours } of [...REFUSED_CALLS, ...CONDITIONAL_CALLS])
      if (ours[processor] !== null && numbers.has(name))
        expect([name, ours[processor]]).toEqual([name, numbers.get(name)]);
    expect(numbers.get("ptrace")).toBeGreaterThan(0);
  });

  test("every refused call is refused, whatever its arguments", () => {
    for (const { numbers } of REFUSED_CALLS)
      if (numbers[processor] !== null)
        for (const argument of [0n, 1n, -1n]) expect(call(numbers[processor], argument, argument)).not.toBe(ALLOWED);
  });

  test("every other call goes through", () => {
    const known = new Set([...REFUSED_CALLS, ...CONDITIONAL_CALLS].map(({ numbers }) => numbers[processor]));
    for (let number = 0; number < 600; number++) if (!known.has(number)) expect(call(number, -1n)).toBe(ALLOWED);
  });

  const numberOf = (name: string) => CONDITIONAL_CALLS.find((judged) => judged.name === name)!.numbers[processor];

  test.each(["clone", "unshare"])(
    "%s makes processes and threads, but no user namespace, however the flag is hidden",
    (name) => {
      expect(call(numberOf(name), 0n)).toBe(ALLOWED);
      expect(call(numberOf(name), 0x3d0f00n)).toBe(ALLOWED);
      expect(call(numberOf(name), 0x10000000n)).toBe(1);
      expect(call(numberOf(name), 0x7e020011n | 0x10000000n)).toBe(1);
      expect(call(numberOf(name), 0xffffffff10000000n)).toBe(1);
    },
  );

  test.each(["socket", "socketpair"])("%s opens local, IP and netlink sockets and no others", (name) => {
    const families = Array.from({ length: 64 }, (_, family) => family);
    const open = families.filter((family) => call(numberOf(name), BigInt(family)) === ALLOWED);
    expect(open).toEqual([1, 2, 10, 16]);
    expect(call(numberOf(name), 40n)).toBe(97);
    // The kernel takes an int: higher bits are ignored.
    expect(call(numberOf(name), 0x1_0000_0028n)).toBe(97);
  });

  test("a small shared segment is fine, a large one is not, also when its size is not a small number", () => {
    expect(call(numberOf("shmget"), 0n, 56n)).toBe(ALLOWED);
    expect(call(numberOf("shmget"), 0n, 65_536n)).toBe(ALLOWED);
    expect(call(numberOf("shmget"), 0n, 65_537n)).toBe(22);
    expect(call(numberOf("shmget"), 0n, 0x1_0000_0001n)).toBe(22);
    expect(call(numberOf("shmget"), 0n, -1n)).toBe(22);
  });
});

test("calls counted in another way are refused: 32 bits on both processors, and x32", () => {
  for (let number = 0; number < 600; number++) {
    expect(run(seccompFilter("x64")!, ARCHITECTURE.i386, number)).toBe(38);
    expect(run(seccompFilter("arm64")!, ARCHITECTURE.arm, number)).toBe(38);
    expect(run(seccompFilter("x64")!, ARCHITECTURE.x64, 0x40000000 + number)).toBe(38);
  }
});

test("a processor we do not know has no filter rather than a wrong one", () => {
  expect(seccompFilter("riscv64")).toBe(null);
});

test("the program is as long as the kernel takes, and no jump is cut off", () => {
  for (const processor of ["x64", "arm64"]) {
    const instructions = seccompFilter(processor)!.length / 8;
    expect(Number.isInteger(instructions)).toBe(true);
    expect(instructions).toBeLessThan(4096);
  }
});
