import { CONDITIONAL_CALLS, type ConditionalCall } from "./conditional-calls.ts";
import { type Processor, REFUSED_CALLS, type RefusedWith } from "./refused-calls.ts";

/**
 * The system call filter in the kernel's format: a classic BPF program, eight bytes per instruction. Null for a processor whose
 * call numbers we don't know.
 */
export function seccompFilter(processor: string = process.arch): Uint8Array | null {
  if (processor !== "x64" && processor !== "arm64") return null;
  return encode([
    // Other architectures number calls differently: a 32-bit program could make a refused call under another number.
    load(ARCHITECTURE_AT),
    unlessEqual(AUDIT_ARCHITECTURE[processor], [refuseWith("ENOSYS")]),
    load(NUMBER_AT),
    // So does x32, which marks its calls with this bit.
    ...(processor === "x64" ? [ifAtLeast(0x4000_0000, [refuseWith("ENOSYS")])] : []),
    ...REFUSED_CALLS.flatMap(({ numbers, refusal }) => {
      const number = numbers[processor];
      return number === null ? [] : [ifEqual(number, [refuseWith(refusal)])];
    }),
    ...CONDITIONAL_CALLS.map((call) => judge(call, processor)),
    [ALLOW],
  ]);
}

/** One instruction, or several that belong together. */
type Instruction = [code: number, jumpIfTrue: number, jumpIfFalse: number, constant: number];
type Step = Instruction[];

/** Offsets of the kernel's data about a call: number, architecture, instruction pointer, six arguments of eight bytes. */
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const argumentAt = (index: number) => ({ low: 16 + 8 * index, high: 20 + 8 * index });

const AUDIT_ARCHITECTURE: Record<Processor, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const ERRNO: Record<RefusedWith, number> = { EPERM: 1, EINVAL: 22, ENOSYS: 38, EAFNOSUPPORT: 97 };

const [LOAD, EQUAL, GREATER, AT_LEAST, ANY_BIT, RETURN] = [0x20, 0x15, 0x25, 0x35, 0x45, 0x06];
const ALLOW: Instruction = [RETURN, 0, 0, 0x7fff0000];

function refuseWith(refusal: RefusedWith): Instruction {
  return [RETURN, 0, 0, 0x00050000 | ERRNO[refusal]];
}

const load = (offset: number): Step => [[LOAD, 0, 0, offset]];
const ifEqual = (constant: number, then: Step): Step => [[EQUAL, 0, then.length, constant], ...then];
const unlessEqual = (constant: number, then: Step): Step => [[EQUAL, then.length, 0, constant], ...then];
const ifAtLeast = (constant: number, then: Step): Step => [[AT_LEAST, 0, then.length, constant], ...then];

/** Always decides, because the number is no longer loaded afterwards. */
function judge({ numbers, argument, rule, refusal }: ConditionalCall, processor: Processor): Step {
  const { low, high } = argumentAt(argument);
  const refuse = refuseWith(refusal);
  if ("has_bits" in rule)
    return ifEqual(numbers[processor], [...load(low), [ANY_BIT, 0, 1, rule.has_bits], refuse, ALLOW]);
  if ("not_in" in rule) {
    // The kernel uses only the lower half, so the filter does too.
    const allowed = rule.not_in.flatMap((value) => ifEqual(value, [ALLOW]));
    return ifEqual(numbers[processor], [...load(low), ...allowed, refuse]);
  }
  return ifEqual(numbers[processor], [
    ...load(high),
    ...unlessEqual(0, [refuse]),
    ...load(low),
    [GREATER, 0, 1, rule.above],
    refuse,
    ALLOW,
  ]);
}

function encode(steps: Step[]): Uint8Array {
  const instructions = steps.flat();
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, [code, jumpIfTrue, jumpIfFalse, constant]] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jumpIfTrue, index * 8 + 2);
    bytes.writeUInt8(jumpIfFalse, index * 8 + 3);
    bytes.writeUInt32LE(constant >>> 0, index * 8 + 4);
  }
  return bytes;
}
