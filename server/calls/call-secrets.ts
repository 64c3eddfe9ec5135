/** Passwords of trunks and telephones and keys of Aliyun: sealed, unsealed only where they are used, never sent to a page. */
import type { Secrets } from '../db/secrets.ts';
import { seal, unseal } from '../db/sealed.ts';

/** Where a secret belongs to; opened elsewhere it says nothing. */
export type CallSecretPlace = 'call_services' | 'call_seats:sip' | 'call_seats:key' | 'call_links';

export interface AccessKey {
  keyId: string;
  keySecret: string;
}

const place = (tenantId: number, at: CallSecretPlace, id: number) => `${at}:${tenantId}:${id}`;

export const sealCallSecret = (secrets: Pick<Secrets, 'seal'>, tenantId: number, at: CallSecretPlace, id: number, text: string): Buffer =>
  seal(secrets, place(tenantId, at, id), text);

/** The text; null where none is kept. Throws when it was changed or moved. */
export const openCallSecret = (
  secrets: Pick<Secrets, 'seal'>,
  tenantId: number,
  at: CallSecretPlace,
  id: number,
  sealed: Buffer | null,
): string | null => (sealed === null ? null : unseal(secrets, place(tenantId, at, id), sealed));

/** A key pair as it is sealed; null when it is no key pair. */
export function accessKeyOf(text: string | null): AccessKey | null {
  if (text === null || !text.startsWith('{')) return null;
  return JSON.parse(text) as AccessKey;
}
