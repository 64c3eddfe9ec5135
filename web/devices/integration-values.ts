/** The form of 数据接入 as texts and choices, from and to what is sent. Pure. */
import type { ExpectedReply, IntegrationKind, Signature } from '#contract/devices/device-integrations.ts';
import { mappingTemplates, type TemplateName } from '#contract/devices/mapping-templates.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import type { Polling, Subscription } from '#contract/devices/vendor-connections.ts';
import { draftOf, emptyDraft, readDraft, type MappingDraft } from './mapping-drafts.ts';

type Place = { in: 'header' | 'query' | 'body'; name: string };

export interface IntegrationValues {
  id?: number;
  name?: string;
  kind: IntegrationKind;
  enabled: boolean;
  remarks?: string | null;
  mapping: MappingDraft;
  signature: {
    scheme: Signature['scheme'];
    over: Signature['over'];
    place: Place;
    encoding: Signature['encoding'];
    timed: boolean;
    timestamp: Place & { kind: 's' | 'ms' };
    windowSeconds: number;
    once: boolean;
    nonce: Place;
    networks: string[];
  };
  reply: ExpectedReply;
  /** A header that is set keeps its value unless another is typed. */
  polling: { url?: string; everySeconds: number; headers: Polling['headers']; sinceKind: Polling['sinceKind']; cursor?: string };
  subscription: Omit<Partial<Subscription>, 'deviceLevel'> & Pick<Subscription, 'tls' | 'qos'> & { deviceLevel?: number | null };
  /** The mapping as it is kept, and how many devices it reads; nothing of what is new. */
  kept?: { mapping: Mapping; enabled: boolean; devices: number };
  acceptedLoss?: string[];
}

const SIGNATURE: IntegrationValues['signature'] = {
  scheme: 'none',
  over: 'body',
  place: { in: 'header', name: 'X-Signature' },
  encoding: 'hex',
  timed: false,
  timestamp: { in: 'header', name: 'X-Timestamp', kind: 'ms' },
  windowSeconds: 300,
  once: false,
  nonce: { in: 'header', name: 'X-Nonce' },
  networks: [],
};
const REPLY: ExpectedReply = { status: 200, type: 'json', body: '{"code":0,"msg":"success"}' };
const POLLING: IntegrationValues['polling'] = { everySeconds: 60, headers: [], sinceKind: 'ms' };
const SUBSCRIPTION: IntegrationValues['subscription'] = { port: 8883, tls: true, qos: 1, topics: [] };

export const newValues = (): IntegrationValues => ({
  kind: 'webhook',
  enabled: true,
  mapping: emptyDraft(),
  signature: SIGNATURE,
  reply: REPLY,
  polling: POLLING,
  subscription: SUBSCRIPTION,
});

interface Row {
  id: number;
  name: string;
  kind: IntegrationKind;
  enabled: boolean;
  remarks: string | null;
  mapping: unknown;
  signature: unknown;
  reply: unknown;
  polling: unknown;
  subscription: unknown;
  deviceCount: number;
}

/** What the drawer begins with for a kept row. */
export function valuesOf({
  id,
  name,
  kind,
  enabled,
  remarks,
  mapping,
  signature,
  reply,
  polling,
  subscription,
  deviceCount,
}: Row): IntegrationValues {
  const kept = Mapping.safeParse(mapping);
  const signed = (signature ?? {}) as Partial<Signature>;
  const polled = (polling ?? {}) as Partial<Polling>;
  return {
    id,
    name,
    kind,
    enabled,
    remarks,
    mapping: kept.success ? draftOf(kept.data) : emptyDraft(),
    ...(kept.success ? { kept: { mapping: kept.data, enabled, devices: deviceCount } } : {}),
    signature: {
      ...SIGNATURE,
      ...(signed.scheme ? { scheme: signed.scheme } : {}),
      ...(signed.over ? { over: signed.over } : {}),
      ...(signed.place ? { place: signed.place } : {}),
      ...(signed.encoding ? { encoding: signed.encoding } : {}),
      timed: Boolean(signed.timestamp),
      ...(signed.timestamp ? { timestamp: signed.timestamp } : {}),
      windowSeconds: signed.windowSeconds ?? SIGNATURE.windowSeconds,
      once: Boolean(signed.nonce),
      ...(signed.nonce ? { nonce: signed.nonce } : {}),
      networks: (signed.networks as string[] | undefined) ?? [],
    },
    reply: { ...REPLY, ...(reply as Partial<ExpectedReply> | null) },
    polling: {
      ...POLLING,
      ...(polled.url ? { url: polled.url } : {}),
      everySeconds: polled.everySeconds ?? POLLING.everySeconds,
      headers: polled.headers ?? [],
      sinceKind: polled.sinceKind ?? 'ms',
      ...(polled.cursor ? { cursor: polled.cursor } : {}),
    },
    subscription: { ...SUBSCRIPTION, ...(subscription as Partial<Subscription> | null) },
  };
}

function subscriptionOf({ username, deviceLevel, ...subscription }: IntegrationValues['subscription']) {
  return { ...subscription, ...(username?.trim() ? { username } : {}), ...(deviceLevel ? { deviceLevel } : {}) };
}

/** What is sent; only what the kind has. */
export function inputOf({
  name,
  kind,
  enabled,
  remarks,
  mapping,
  signature,
  reply,
  polling,
  subscription,
  acceptedLoss,
}: IntegrationValues): Record<string, unknown> {
  const { scheme, over, place, encoding, timed, timestamp, windowSeconds, once, nonce, networks } = signature ?? SIGNATURE;
  const signed = scheme !== 'none';
  return {
    name,
    kind,
    enabled,
    remarks,
    mapping: { ...readDraft(mapping).mapping, ...(acceptedLoss?.length ? { acceptedLoss } : {}) },
    signature:
      kind === 'webhook'
        ? {
            scheme,
            networks,
            windowSeconds,
            ...(signed ? { over, place, encoding } : {}),
            ...(timed || (signed && over.includes('timestamp')) ? { timestamp } : {}),
            ...(once || (signed && over.includes('nonce')) ? { nonce } : {}),
          }
        : null,
    reply: kind === 'webhook' ? reply : null,
    polling:
      kind === 'poller'
        ? {
            url: polling.url,
            everySeconds: polling.everySeconds,
            sinceKind: polling.sinceKind,
            headers: (polling.headers ?? []).map(({ name: header, value }) => ({ name: header, ...(value ? { value } : {}) })),
            ...(polling.cursor?.trim() ? { cursor: polling.cursor } : {}),
          }
        : null,
    subscription: kind === 'broker' ? subscriptionOf(subscription) : null,
  };
}

export const templatesOf = (kind: IntegrationKind) =>
  (Object.keys(mappingTemplates) as TemplateName[])
    .filter((name) => (mappingTemplates[name].kinds as readonly string[]).includes(kind))
    .map((value) => ({ value, label: mappingTemplates[value].label }));

/** What a template puts into the form. */
export function fromTemplate(name: TemplateName): { mapping: MappingDraft; reply: ExpectedReply; sample: string; note: string } {
  const template: (typeof mappingTemplates)[TemplateName] = mappingTemplates[name];
  return {
    mapping: draftOf(Mapping.parse(template.mapping)),
    reply: { ...REPLY, ...template.reply },
    sample: JSON.stringify(template.sample, null, 2),
    note: template.note,
  };
}
