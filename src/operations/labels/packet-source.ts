import { NAMED_PROTOCOLS, type PacketFilter } from "../../judging/index.ts";
import { isWanted, type OpenedPackets, openPackets } from "../../labels/index.ts";
import { openStore, type Store, storeVersion } from "../../store/index.ts";

/** Judged packets and their store. */
interface PacketsInUse {
  store: Store;
  opened: OpenedPackets;
  close(): Promise<void>;
}

/** Source of packets: read for one use, or once for all annotators at a desk. */
export interface SourceOfPackets {
  open(outputs: string, filter: PacketFilter): Promise<PacketsInUse>;
}

export const ownPackets: SourceOfPackets = {
  async open(outputs, filter) {
    const store = openStore(outputs);
    try {
      return { store, opened: await openPackets(store, filter), close: () => store.close() };
    } catch (error) {
      await store.close();
      throw error;
    }
  },
};

/** Larger stores are read again each time, to keep a waiting server small. */
const MOST_SHARED = 50_000;

/** A store's state with its packets. Closed once a newer state replaces it and no reader is left. */
interface Reading {
  version: string;
  store: Store;
  users: number;
  isOld: boolean;
  packets: Map<string, Promise<OpenedPackets>>;
}

/**
 * Reads a store's packets once for all annotators, until something new is stored. Reading ten thousand takes most of a second and tens of
 * megabytes per queue.
 */
export function openSharedPackets(): SourceOfPackets & { close(): Promise<void> } {
  let current: Reading | null = null;

  async function retire(reading: Reading | null): Promise<void> {
    if (reading === null) return;
    reading.isOld = true;
    if (reading.users === 0) await reading.store.close();
  }

  async function readingOf(outputs: string): Promise<Reading> {
    const version = storeVersion(outputs, Object.values(NAMED_PROTOCOLS));
    if (current?.version === version) return current;
    const before = current;
    current = { version, store: openStore(outputs), users: 0, isOld: false, packets: new Map() };
    const now = current;
    await retire(before);
    return now;
  }

  async function packetsIn({ store, packets }: Reading, filter: PacketFilter): Promise<OpenedPackets> {
    const [everything, named] = ["{}", JSON.stringify(filter)];
    const all = await packets.get(everything);
    if (all) return { ...all, packets: all.packets.filter(({ campaign }) => isWanted(campaign, filter)) };
    const read = packets.get(named) ?? openPackets(store, filter);
    packets.set(named, read);
    const found = await read.catch((error) => {
      packets.delete(named);
      throw error;
    });
    if (found.packets.length > MOST_SHARED) packets.delete(named);
    return found;
  }

  return {
    async open(outputs, filter) {
      const reading = await readingOf(outputs);
      reading.users += 1;
      const close = async () => {
        reading.users -= 1;
        if (reading.users === 0 && reading.isOld) await reading.store.close();
      };
      try {
        return { store: reading.store, opened: await packetsIn(reading, filter), close };
      } catch (error) {
        await close();
        throw error;
      }
    },
    async close() {
      await retire(current);
      current = null;
    },
  };
}
