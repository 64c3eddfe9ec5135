/** A vendor's message from its value to committed rows: pushed or fetched, it goes the same way as a device's own frames. */
import { results } from '#contract/devices/device-integrations.ts';
import { mapBody, type MappedRecord } from '#contract/devices/mappings.rules.ts';
import type { Registered } from './directory.ts';
import type { EventSink } from './events.ts';
import type { Integration } from './integrations.ts';
import { frameOf } from './mapped-events.ts';
import type { Outcome } from './delivery-journal.ts';

export interface DeliveryParts {
  readonly sink: EventSink;
  readonly directory: { find(id: string): Promise<Registered | null> };
  readonly clock: () => number;
}

export interface Delivered extends Required<Outcome> {
  /** The newest time that a record carried, epoch ms. */
  readonly newest: number | null;
}

/**
 * Whether an integration may speak for a device: of its own tenant, reached this way,
 * and read by this integration or by none in particular.
 */
function speaksFor({ tenantId, id }: Integration, device: Registered): boolean {
  const { protocol = 'http', integrationId } = device.profile;
  return device.tenantId === tenantId && protocol === 'http' && (integrationId === undefined || integrationId === id);
}

/**
 * `topicDevice` has the records that name no device. Resolves after the commit of everything that is known; rejects when
 * something could not be stored, and then nothing may be acknowledged: all of it can be sent again, rows have their own time in their keys.
 */
export async function deliver(
  integration: Integration,
  body: unknown,
  { sink, directory, clock }: DeliveryParts,
  topicDevice: string | null = null,
): Promise<Delivered> {
  const receivedAt = clock();
  const { records, problems } = mapBody(integration.mapping, body);
  const named = new Map<string, MappedRecord[]>();
  for (const record of records) {
    const device = record.device ?? topicDevice;
    if (device !== null) named.set(device, [...(named.get(device) ?? []), record]);
  }
  const found = await Promise.all([...named].map(async ([number, own]) => [await directory.find(number), own] as const));
  const known = new Map<string, [device: Registered, records: MappedRecord[]]>();
  let strangers = 0;
  for (const [device, own] of found) {
    if (!device || !speaksFor(integration, device)) {
      strangers++;
      continue;
    }
    const before = known.get(device.key);
    if (before) before[1].push(...own);
    else known.set(device.key, [device, [...own]]);
  }
  const accepted = await Promise.all([...known.values()].map(([device, own]) => sink.accept(frameOf(device, 'http', own, receivedAt))));
  const stored = accepted.reduce((sum, answer) => sum + answer.stored, 0);
  const said = [...problems, ...records.flatMap((record) => record.problems)];
  const nameless = records.length - [...named.values()].flat().length;
  const result =
    known.size === 0 && strangers > 0
      ? results.strangers
      : known.size === 0
        ? results.unreadable
        : said.length > 0 || strangers > 0 || nameless > 0
          ? results.partial
          : results.stored;
  const newest = records.reduce<number | null>(
    (latest, { at }) => (at !== null && at <= receivedAt && (latest === null || at > latest) ? at : latest),
    null,
  );
  return { result, records: records.length, stored, strangers, problem: said[0]?.message ?? null, newest };
}
