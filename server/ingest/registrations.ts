/**
 * Which terminal holds a device's authentication code (JT/T 808): who was given it,
 * who showed it first, who was refused. The first that shows it is the only one that is given it again
 * (docs/decisions/033). Nothing of it says that the device was seen.
 */
import { BoundedMap } from '../bounded-map.ts';
import type { Dependencies } from '../context.ts';
import { bindCode, noteGiven, noteRefused } from '../devices/terminal-codes.ts';
import { emit } from '../events.ts';
import type { EventSink, FrameEvents, RegistrationEvent } from './events.ts';

export interface RegistrationOptions {
  deps: Dependencies;
  /** What this process remembers of a device is from before. */
  forget: (tenantId: number, deviceId: number) => void;
}

/** A refused terminal tries again and again: one of them a minute is written down. */
const REFUSED_EVERY = 60_000;
const MOST_REFUSED = 10_000;

/** Makes the ledger of one process. */
export function registrationLedger({ deps, forget }: RegistrationOptions) {
  const { inTenant, now } = deps;
  const counts = { given: 0, bound: 0, refused: 0 };
  const refused = new BoundedMap<string, number>(MOST_REFUSED);

  const given = (tenantId: number, deviceId: number, terminalId: string | null) =>
    inTenant(tenantId, (tx) => noteGiven(tx, deviceId, terminalId));

  /** Binds the code to the terminal that registered on this connection, else to the one that was given the code last. */
  const shown = (tenantId: number, deviceId: number, terminalId: string | null) =>
    inTenant(tenantId, async (tx) => {
      const bound = await bindCode(tx, deviceId, terminalId);
      if (bound > 0) await emit('device.changed', { deviceId }, tx, deps);
      return bound;
    });

  async function turnedAway(key: string, tenantId: number, deviceId: number, terminalId: string | null): Promise<void> {
    counts.refused++;
    const at = now();
    if ((refused.get(key) ?? 0) > at - REFUSED_EVERY) return;
    refused.delete(key);
    refused.set(key, at);
    await inTenant(tenantId, (tx) => noteRefused(tx, deviceId, terminalId));
  }

  async function note({ device: { key } }: FrameEvents, { step, terminalId }: RegistrationEvent): Promise<void> {
    const [tenantId, deviceId] = key.split(':').map(Number) as [number, number];
    if (step === 'refused') return turnedAway(key, tenantId, deviceId, terminalId);
    if (step === 'given') {
      await given(tenantId, deviceId, terminalId);
      counts.given++;
    } else counts.bound += await shown(tenantId, deviceId, terminalId);
    forget(tenantId, deviceId);
  }

  return {
    counts,
    /** The sink that writes registrations down before anything is answered; the rest of a frame goes on. */
    around: (sink: EventSink): EventSink => ({
      async accept(frame) {
        const steps = frame.events.filter((event): event is RegistrationEvent => event.kind === 'registration');
        if (steps.length === 0) return sink.accept(frame);
        for (const step of steps) await note(frame, step);
        const events = frame.events.filter(({ kind }) => kind !== 'registration');
        return events.length > 0 ? sink.accept({ ...frame, events }) : { stored: 0 };
      },
    }),
  };
}
