/**
 * Numbers of residents and families as their columns keep them (docs/decisions/105): `⟦key.end.sealed⟧`. One number of a tenant has one
 * sealed text under a key, so that SQL copies and compares columns as it would plain ones, and `end`, a keyed hash of the last four
 * digits, is how all numbers with them begin. What is bound to a query is sealed when it is sent, and what a query gives is opened when
 * it is read (server/db/tenant.ts): no other place knows the keys.
 */
import { createHmac } from 'node:crypto';
import { lastFourOf, PHONES_WITHIN, WHOLE_PHONE } from '#contract/phones.rules.ts';
import { BoundedMap } from '../bounded-map.ts';
import { seal, unseal } from './sealed.ts';
import type { Secrets } from './secrets.ts';

/** The columns that are sealed, by their tables. */
export const PHONE_COLUMNS = {
  admissions: ['mobile', 'contact_phone', 'signer_mobile'],
  call_customers: ['mobile'],
  call_job_cases: ['mobile'],
  call_legs: ['address'],
  call_links: ['phone'],
  calls: ['caller', 'callee'],
  contracts: ['signer_mobile'],
  device_contacts: ['phone'],
  enquiries: ['mobile'],
  goods_orders: ['phone'],
  home_bookings: ['phone'],
  outings: ['companion_phone'],
  people: ['mobile', 'contact_phone'],
  person_calls: ['phone'],
  person_contacts: ['phone'],
  restricted_visitors: ['phone'],
  tickets: ['asker_phone'],
  visitor_records: ['phone'],
  warning_records: ['phone'],
  work_orders: ['orderer_phone', 'person_phone'],
} as const;

/** Texts in which numbers stand beside words: there every number is sealed by itself. */
export const PHONE_TEXTS = {
  approval_cases: ['facts', 'form'],
  call_events: ['detail'],
  device_commands: ['answer', 'parameters'],
  device_reports: ['value'],
  idempotency_keys: ['answer'],
  messages: ['text'],
  removals: ['detail'],
} as const;
export const JSON_TEXTS: ReadonlySet<string> = new Set([
  'approval_cases.facts',
  'approval_cases.form',
  'device_commands.parameters',
  'idempotency_keys.answer',
]);

const names = new Map<string, ReadonlySet<string>>(Object.entries(PHONE_COLUMNS).map(([table, columns]) => [table, new Set(columns)]));
const NONE: ReadonlySet<string> = new Set();
/** The names of the sealed columns of a table. */
export const sealedColumns = (table: string): ReadonlySet<string> => names.get(table) ?? NONE;

/** Extensions of the house and numbers of services, as 120, have so many digits at most; they are no person's and stay. */
const SHORT = 6;
const SEALED = /⟦([a-z0-9]{1,16})\.[\w-]{8}\.([\w-]+)⟧/g;
const OPENS = '⟦';

type Keys = Pick<Secrets, 'fields'>;

/** How texts of a tenant are sealed. */
export interface PhoneSeal {
  keys: Keys;
  tenantId: number;
}

const place = (tenantId: number) => `${tenantId}|phone`;
const hash = ({ keys: { fields }, tenantId }: PhoneSeal, of: string, text: string) =>
  createHmac('sha256', fields[0].index)
    .update(`${place(tenantId)}|${of}\0${text}`)
    .digest();

/** How the sealed numbers with these last digits begin. */
export const sealedEnd = (by: PhoneSeal, phone: string): string =>
  `${OPENS}${by.keys.fields[0].id}.${hash(by, 'end', lastFourOf(phone)).toString('base64url').slice(0, 8)}.`;

/** A number as it is kept, by the key that writes; a short text, and one that is sealed, stays. */
export function sealPhone(by: PhoneSeal, phone: string): string {
  if (phone.length <= SHORT || phone.startsWith(OPENS)) return phone;
  // The nonce is of the number: the same number gives the same text, and another one another nonce.
  const nonce = hash(by, 'number', phone).subarray(0, 12);
  return `${sealedEnd(by, phone)}${seal(by.keys.fields[0], place(by.tenantId), phone, nonce).toString('base64url')}⟧`;
}

/** So many opened numbers are remembered, 25 MB at most. */
const MOST_OPENED = 100_000;
/** Opened numbers by tenant and sealed text: a list opens the same ones each time that it is read, for 8 µs each. */
const openedBy = new WeakMap<Keys, BoundedMap<string, string>>();

function opened({ keys, tenantId }: PhoneSeal, id: string, sealed: string): string | null {
  const key = keys.fields.find((one) => one.id === id);
  try {
    return key ? unseal(key, place(tenantId), Buffer.from(sealed, 'base64url')) : null;
  } catch {
    return null;
  }
}

/** A text with its sealed numbers opened, each as `written`. What does not open was not sealed here, and stays. */
export function openPhones(by: PhoneSeal, text: string, written?: (phone: string) => string): string {
  if (!text.includes(OPENS)) return text;
  const known = openedBy.getOrInsertComputed(by.keys, () => new BoundedMap(MOST_OPENED));
  return text.replace(SEALED, (whole, id: string, sealed: string) => {
    const at = `${by.tenantId}${whole}`;
    let phone = known.get(at);
    if (phone === undefined) {
      const found = opened(by, id, sealed);
      if (found === null) return whole;
      known.set(at, (phone = found));
    }
    return written ? written(phone) : phone;
  });
}

/** Every number within a text, sealed; the rest stays. */
export const sealWithin = (by: PhoneSeal, text: string): string =>
  WHOLE_PHONE.test(text) ? sealPhone(by, text) : text.replace(PHONES_WITHIN, (phone) => sealPhone(by, phone));

/** `sealWithin` for every text of a JSON value. */
export function sealJson(by: PhoneSeal, value: unknown): unknown {
  if (typeof value === 'string') return sealWithin(by, value);
  if (Array.isArray(value)) return value.map((one) => sealJson(by, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sealJson(by, one)]));
}

/** A value of a query that is sealed when it is sent. */
export class Sealing {
  readonly of: string;
  readonly make: (by: PhoneSeal) => string;
  constructor(of: string, make: (by: PhoneSeal) => string) {
    this.of = of;
    this.make = make;
  }
  /** By what lists of different searches are told apart. */
  toJSON(): string {
    return this.of;
  }
}

/** To a query it is a text; the type keeps it from being taken for a number that can be read. */
export type SealedText = string & { readonly sealing: true };
const sealing = (of: string, make: (by: PhoneSeal) => string) => new Sealing(of, make) as unknown as SealedText;

/** A number for a query: to be written into a sealed column, or compared with one. */
export function phone(text: string): SealedText;
export function phone(text: string | null): SealedText | null;
export function phone(text: string | null | undefined): SealedText | null | undefined;
export function phone(text: string | null | undefined): SealedText | null | undefined {
  return typeof text === 'string' ? sealing(`phone ${text}`, (by) => sealPhone(by, text)) : text;
}

/** For a query, `column ^@ phoneEnd('0017')`: how numbers with these last four digits begin. */
export const phoneEnd = (four: string): SealedText => sealing(`end ${four}`, (by) => sealedEnd(by, four));

/** A text for a query in which every number is sealed. */
export const phonesWithin = (text: string): SealedText => sealing(`within ${text}`, (by) => sealWithin(by, text));

/** A value for a query as JSON, every number of its texts sealed. */
export function sealedJson(value: unknown): SealedText {
  const text = JSON.stringify(value);
  return sealing(text, (by) => JSON.stringify(sealJson(by, JSON.parse(text))));
}

/** Rows of a table for `jsonb_to_recordset` and its like. */
export function sealedRows(table: keyof typeof PHONE_COLUMNS, rows: readonly object[]): SealedText {
  const columns = sealedColumns(table);
  const row = (by: PhoneSeal, one: object) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, columns.has(name) && typeof value === 'string' ? sealPhone(by, value) : value]),
    );
  return sealing(JSON.stringify(rows), (by) => JSON.stringify(rows.map((one) => row(by, one))));
}

/** The values of a query as they are sent. */
export const sealedValues = (by: PhoneSeal, values: readonly unknown[]): unknown[] =>
  values.map((value) => {
    if (value instanceof Sealing) return value.make(by);
    return Array.isArray(value) ? value.map((one) => (one instanceof Sealing ? one.make(by) : one)) : value;
  });
