/**
 * What a message says of whom: a device speaks for itself, a hub for the devices
 * assigned to it and for no others. A hub names them by the topic, or the message does by the mapping's path.
 */
import { results } from '#contract/devices/device-integrations.ts';
import { mapBody, type MappedBody, type MappedRecord, type Problem } from '#contract/devices/mappings.rules.ts';
import type { Mapping } from '#contract/devices/mappings.ts';
import type { Outcome } from '#server/ingest/delivery-journal.ts';
import type { Registered } from '#server/ingest/directory.ts';
import type { FrameEvents } from '#server/ingest/events.ts';
import { frameOf } from '#server/ingest/mapped-events.ts';

export const HUB = 'hub';
export const isHub = ({ profile }: Registered) => profile.kind === HUB;

/** Whether a hub may speak for a device; both are of one tenant, because an assignment is. */
export const standsBehind = (device: Registered, hub: Registered) =>
  device.hub === hub.key && (device.profile.protocol ?? 'mqtt') === 'mqtt';

export interface ReadingParts {
  readonly directory: { find(id: string): Promise<Registered | null> };
  /** How the device's messages are read now. */
  mappingFor(device: Registered): Promise<Mapping>;
}

export interface Understood {
  frames: FrameEvents[];
  /** What becomes of it once all of it is stored. */
  outcome: Required<Omit<Outcome, 'stored'>>;
  discarded: number;
  /** By whose integration it was read. */
  reader: Registered;
}

function understood(
  frames: FrameEvents[],
  reader: Registered,
  { records, problems }: MappedBody,
  { known = 1, strangers = 0, nameless = 0 }: { known?: number; strangers?: number; nameless?: number } = {},
): Understood {
  const own = records.flatMap((record) => record.problems);
  const said: Problem | undefined = [...problems, ...own][0];
  const partial = said !== undefined || strangers > 0 || nameless > 0;
  const result = strangers > 0 && known === 0 ? results.strangers : partial ? results.partial : results.stored;
  return { frames, reader, discarded: own.length, outcome: { result, records: records.length, strangers, problem: said?.message ?? null } };
}

/** Reads a body that `speaker` sent; `named` is the device that the topic names. Rejects only when the directory cannot be asked. */
export async function understand(
  speaker: Registered,
  named: string | null,
  body: unknown,
  receivedAt: number,
  parts: ReadingParts,
): Promise<Understood> {
  const alone = async (device: Registered): Promise<Understood> => {
    const read = mapBody({ ...(await parts.mappingFor(device)), device: undefined }, body);
    return understood([frameOf(device, 'mqtt', read.records, receivedAt)], device, read);
  };
  if (!isHub(speaker)) return alone(speaker);
  // Whatever it says, the hub itself is there.
  const sign = frameOf(speaker, 'mqtt', [], receivedAt);
  const behind = async (number: string) => {
    const device = speaker.ids.includes(number) ? speaker : await parts.directory.find(number);
    return device && (device === speaker || standsBehind(device, speaker)) ? device : null;
  };
  if (named !== null) {
    const device = await behind(named);
    if (device === speaker) return alone(speaker);
    if (!device) return understood([sign], speaker, { records: [], problems: [] }, { known: 0, strangers: 1 });
    const read = await alone(device);
    return { ...read, frames: [...read.frames, sign] };
  }
  const read = mapBody(await parts.mappingFor(speaker), body);
  const numbers = new Map<string, MappedRecord[]>();
  for (const record of read.records)
    if (record.device !== null) numbers.set(record.device, [...(numbers.get(record.device) ?? []), record]);
  const known = new Map<Registered, MappedRecord[]>();
  let strangers = 0;
  for (const [number, records] of numbers) {
    const device = await behind(number);
    if (device) known.set(device, [...(known.get(device) ?? []), ...records]);
    else strangers++;
  }
  const nameless = read.records.filter(({ device }) => device === null).length;
  const frames = [...known].map(([device, records]) => frameOf(device, 'mqtt', records, receivedAt));
  return understood(known.has(speaker) ? frames : [...frames, sign], speaker, read, { known: known.size, strangers, nameless });
}
