/** Columns that the application seals, so that a copy of the database does not say them (docs/decisions/091). */
import { createHmac } from 'node:crypto';
import { seal, unseal } from './sealed.ts';
import type { FieldKey, Secrets } from './secrets.ts';

/** Every sealed column, by its table; a value that is moved to another column is sealed anew. */
export type SealedField = 'people.identity_sealed' | 'admissions.identity_sealed' | 'person_documents.number_sealed';

type Keys = Pick<Secrets, 'fields'>;

const placeOf = (tenantId: number, field: SealedField) => `${tenantId}|${field.replace('.', '|')}`;
const keyIdOf = (sealed: string) => sealed.slice(0, sealed.indexOf('.'));

/** `key.sealed` for the column of a tenant, by the key that writes. */
export const sealField = ({ fields: [key] }: Keys, tenantId: number, field: SealedField, text: string): string =>
  `${key.id}.${seal(key, placeOf(tenantId, field), text).toString('base64url')}`;

/** The key by which a value was sealed. Throws when it is not there. */
function keyOf({ fields }: Keys, sealed: string): FieldKey {
  const key = fields.find(({ id }) => id === keyIdOf(sealed));
  if (!key) throw new Error(`The key ${keyIdOf(sealed)} that sealed a column is missing (FIELD_KEYS)`);
  return key;
}

/** The text of a sealed value. Throws when it was changed, moved to another column or tenant, or its key is not there. */
export const openField = (keys: Keys, tenantId: number, field: SealedField, sealed: string): string =>
  unseal(keyOf(keys, sealed), placeOf(tenantId, field), Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url'));

/** `openField` of a column that may be empty. */
export const openIf = (keys: Keys, tenantId: number, field: SealedField, sealed: string | null): string | null =>
  sealed === null ? null : openField(keys, tenantId, field, sealed);

/** By what a text is found in the index of its column: the first is that which is written, the others are of earlier keys. */
export const fieldIndexes = ({ fields }: Keys, tenantId: number, field: SealedField, text: string): [string, ...string[]] =>
  fields.map(({ index }) =>
    createHmac('sha256', index)
      .update(`${placeOf(tenantId, field)}\0${text}`)
      .digest('base64url'),
  ) as [string];
