/** Brings what the gateways see of connections to staff, at most once a minute for a device and kind: a gateway says it for every frame. */
import { BoundedMap } from '../bounded-map.ts';
import { connectionNotes } from '#contract/devices/device-connections.rules.ts';
import type { Dependencies } from '../context.ts';
import { reportConnections } from '../devices/device-connections.ts';
import type { KnownDevice } from './events.ts';
import type { ConnectionNote } from './tcp/gateway.ts';

const EVERY = 60_000;
const MOST_REMEMBERED = 10_000;

/** Makes the notes of one process. */
export function connectionLedger(deps: Dependencies) {
  const counts = { written: 0, failed: 0 };
  const recent = new BoundedMap<string, number>(MOST_REMEMBERED);
  const writing = new Set<Promise<void>>();

  async function write({ tenantId, key }: KnownDevice, note: ConnectionNote): Promise<void> {
    const [address, otherAddress] = note.kind === 'twice' ? note.addresses : [note.address, null];
    try {
      await reportConnections(deps, tenantId, Number(key.slice(key.indexOf(':') + 1)), {
        kind: connectionNotes[note.kind],
        address,
        otherAddress,
      });
      counts.written++;
    } catch (error) {
      counts.failed++;
      recent.delete(`${key} ${note.kind}`);
      deps.log.warn({ err: error }, 'a note of a device’s connections was not written down');
    }
  }

  return {
    counts,
    note(device: KnownDevice, note: ConnectionNote): void {
      const name = `${device.key} ${note.kind}`;
      const at = deps.now();
      if ((recent.get(name) ?? 0) > at - EVERY) return;
      recent.delete(name);
      recent.set(name, at);
      const written = write(device, note).finally(() => writing.delete(written));
      writing.add(written);
    },
    /** Resolves when nothing is being written. */
    rest: () => Promise.all(writing),
  };
}
