import { NAMED_PROTOCOLS, type PacketFilter } from "../../judging/index.ts";
import { isWanted, type OpenedPackets, openPackets } from "../../labels/index.ts";
import { openStore, type Store, storeVersion } from "../../store/index.ts";

/** What was judged, and the store it is in. */
interface PacketsInUse {
  store: Store;
  opened: OpenedPackets;
  close(): Promise<void>;
}

/** Where packets come from: read for one use, or once for all who label at one desk. */
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

/** More are read again each time: a server that waits for people should not hold a large store in memory. */
const MOST_SHARED = 50_000;

/** A store as it was at one moment, and what was read of it. It is closed when something newer has taken its place and nobody uses it any more. */
interface Reading {
  version: string;
  store: Store;
  users: number;
  isOld: boolean;
  packets: Map<string, Promise<OpenedPackets>>;
}

/**
 * Reads the packets of a store once, however many annotators ask for them, until something new is stored. Reading ten thousand takes most of a second and tens of megabytes, which every
 * queue would take again.
 */
export function sharedPackets(): SourceOfPackets & { close(): Promise<void> } {
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
