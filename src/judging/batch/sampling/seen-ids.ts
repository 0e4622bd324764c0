import { createHash } from "node:crypto";

/**
 * Detects duplicate ids among millions. Holds 64 bits of hash per id in flat arrays (about 20 bytes per id, where a Set of
 * strings takes over 100); at a million ids the probability of a false alarm is below one in ten million.
 */
export class SeenIds {
  private slots = new BigUint64Array(1 << 12);
  private count = 0;

  /** True when this key was added before. */
  add(key: string): boolean {
    if (this.count * 2 >= this.slots.length) this.grow();
    return this.insert(hash64(key));
  }

  private insert(hash: bigint): boolean {
    const mask = this.slots.length - 1;
    let slot = Number(hash & BigInt(mask));
    while (this.slots[slot] !== 0n) {
      if (this.slots[slot] === hash) return true;
      slot = (slot + 1) & mask;
    }
    this.slots[slot] = hash;
    this.count += 1;
    return false;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new BigUint64Array(old.length * 2);
    this.count = 0;
    for (const hash of old) if (hash !== 0n) this.insert(hash);
  }
}

function hash64(key: string): bigint {
  // Zero marks an empty slot, so no hash may be zero.
  return createHash("sha1").update(key).digest().readBigUInt64LE() || 1n;
}
