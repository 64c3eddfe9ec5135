/**
 * What the start does with sealed columns before any process runs: it refuses keys that do not open what is there, seals what an
 * earlier version left in plain columns, and seals anew by the key that writes what another one sealed. Each batch is a transaction:
 * killed at any moment, the next start goes on.
 */
import { sql } from 'kysely';
import { identityNumberOf } from '#contract/elderly/identity-numbers.rules.ts';
import { PHONE_IN_SQL } from '#contract/phones.rules.ts';
import { isIdentityPaper } from '#contract/elderly/person-documents.rules.ts';
import { createPool, type Target } from './pool.ts';
import { fieldIndexes, openField, sealField, type SealedField } from './sealed-fields.ts';
import { JSON_TEXTS, PHONE_COLUMNS, PHONE_TEXTS, sealedColumns, sealJson, sealPhone, sealWithin, type PhoneSeal } from './sealed-phones.ts';
import { seal, unseal } from './sealed.ts';
import type { FieldKey, Secrets } from './secrets.ts';
import { tenantRunner, type Tx } from './tenant.ts';

const BATCH = 500;
const PROOF = 'key of sealed columns';

interface Identity {
  plain: string;
  sealed: string;
  index?: string;
  /** Whether a plain value is one that is sealed; all are, unless said. */
  only?: (text: string, type: number) => boolean;
}

const IDENTITIES: Readonly<Record<string, Identity>> = {
  people: { plain: 'identity_number', sealed: 'identity_sealed', index: 'identity_index' },
  admissions: { plain: 'identity_number', sealed: 'identity_sealed' },
  person_documents: {
    plain: 'number',
    sealed: 'number_sealed',
    index: 'number_index',
    only: (text, type) => isIdentityPaper(type, text),
  },
};

/** What names a row in its tenant: the rest of the table's primary key, with the types of its columns. */
type Key = readonly (readonly [column: string, type: string])[];
const BY_ID: Key = [['id', 'bigint']];
const KEYS: Readonly<Record<string, Key>> = {
  device_contacts: [
    ['device_id', 'bigint'],
    ['kind', 'smallint'],
    ['slot', 'smallint'],
  ],
  device_reports: [
    ['device_id', 'bigint'],
    ['name', 'text'],
  ],
  idempotency_keys: [
    ['user_id', 'bigint'],
    ['route', 'text'],
    ['key', 'text'],
  ],
};

/** All that is sealed of a table: a row is written once, because its checks hold for all of its columns. */
interface Sealing {
  table: string;
  key: Key;
  identity: Identity | undefined;
  phones: readonly string[];
  /** Texts, JSON too, in which numbers stand. */
  texts: readonly string[];
}
const tables = new Set([...Object.keys(PHONE_COLUMNS), ...Object.keys(IDENTITIES), ...Object.keys(PHONE_TEXTS)]);
export const SEALINGS: readonly Sealing[] = [...tables].map((table) => ({
  table,
  key: KEYS[table] ?? BY_ID,
  identity: IDENTITIES[table],
  phones: [...sealedColumns(table)],
  texts: PHONE_TEXTS[table as keyof typeof PHONE_TEXTS] ?? [],
}));

interface Row {
  /** The values of its key. */
  at: string[];
  plain: string | null;
  sealed: string | null;
  type: number;
  /** Whether a number of a telephone stands in the row as it is. */
  bare: boolean;
  phones: (string | null)[];
  texts: (string | null)[];
}

/** Whether a number of a telephone stands in a row in the clear. */
const bareIn = ({ phones, texts }: Sealing) =>
  sql.join(
    [
      sql`false`,
      ...phones.map((column) => sql`(char_length(${sql.ref(column)}) > 6 and not ${sql.ref(column)} ^@ '⟦')`),
      ...texts.map((column) => sql`${sql.ref(column)}::text ~ ${PHONE_IN_SQL}`),
    ],
    sql` or `,
  );

/** What of a row is sealed by another key than the one that writes, or not at all. */
function unsealed({ identity, phones, texts }: Sealing, key: string) {
  const begins = `⟦${key}.`;
  return sql.join(
    [
      ...(identity
        ? [
            sql`${sql.ref(identity.plain)} is not null`,
            sql`(${sql.ref(identity.sealed)} is not null and split_part(${sql.ref(identity.sealed)}, '.', 1) <> ${key})`,
          ]
        : []),
      ...phones.map((column) => sql`(char_length(${sql.ref(column)}) > 6 and not ${sql.ref(column)} ^@ ${begins})`),
      ...texts.map(
        (column) => sql`(${sql.ref(column)}::text ~ ${PHONE_IN_SQL} or replace(${sql.ref(column)}::text, ${begins}, '') like '%⟦%')`,
      ),
    ],
    sql` or `,
  );
}

const sealedText = (by: PhoneSeal, column: string, text: string) =>
  JSON_TEXTS.has(column) ? JSON.stringify(sealJson(by, JSON.parse(text))) : sealWithin(by, text);

/** The sealed columns of the row, by their names; the identity number where it is one that is sealed. */
function sealedRow(secrets: Secrets, tenantId: number, { table, identity, phones, texts }: Sealing, row: Row): Record<string, unknown> {
  const by = { keys: secrets, tenantId };
  const values: Record<string, unknown> = {};
  for (const [at, column] of phones.entries()) values[column] = row.phones[at] && sealPhone(by, row.phones[at]);
  for (const [at, column] of texts.entries()) values[column] = row.texts[at] && sealedText(by, `${table}.${column}`, row.texts[at]);
  if (!identity) return values;
  const { plain, sealed, index, only = () => true } = identity;
  const field = `${table}.${sealed}` as SealedField;
  const text = row.plain !== null && only(row.plain, row.type) ? row.plain : row.sealed && openField(secrets, tenantId, field, row.sealed);
  const [key] = text ? fieldIndexes(secrets, tenantId, field, identityNumberOf(text) ?? text) : [null];
  values[plain] = text ? null : row.plain;
  values[sealed] = text ? sealField(secrets, tenantId, field, text) : null;
  return index === undefined ? values : { ...values, [index]: key };
}

/**
 * One batch of a tenant's rows behind `after`; gives the key of the last one, or null at the end, and how many rows had plain values.
 * Rows come in the order of the primary key: each is read once, however many batches there are.
 */
async function batch(
  tx: Tx,
  secrets: Secrets,
  what: Sealing,
  after: readonly string[] | null,
): Promise<{ last: string[] | null; plain: number }> {
  const { table, identity, phones, texts } = what;
  const [{ id: writing }] = secrets.fields;
  const array = (columns: readonly string[]) =>
    columns.length === 0 ? sql`'{}'::text[]` : sql`array[${sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))}]`;
  const names = what.key.map(([column]) => column);
  const key = sql.join(names.map((column) => sql.ref(column)));
  const behind = after ? sql`(${key}) > (${sql.join(after.map((value, at) => sql`${value}::${sql.raw(what.key[at]![1])}`))})` : sql`true`;
  const rows = await tx.rows<Row>(sql`
    select ${array(names)} as at, ${identity ? sql.ref(identity.plain) : sql`null`} as plain,
      ${identity ? sql.ref(identity.sealed) : sql`null`} as sealed, ${identity?.only ? sql.ref('type') : sql`0`} as type,
      coalesce(${bareIn(what)}, false) as bare, ${array(phones)} as phones, ${array(texts)} as texts
    from ${sql.table(table)} where tenant_id = ${tx.tenantId} and ${behind} and (${unsealed(what, writing)})
    order by ${key} limit ${BATCH} for update`);
  if (rows.length === 0) return { last: null, plain: 0 };
  const values = rows.map((row) => sealedRow(secrets, tx.tenantId, what, row));
  const columns = Object.keys(values[0]!);
  const typed = (name: string) => (JSON_TEXTS.has(`${table}.${name}`) ? sql`${sql.ref(`v.${name}`)}::jsonb` : sql.ref(`v.${name}`));
  const keyed = rows.map(({ at }, n) => ({ ...values[n], ...Object.fromEntries(at.map((value, i) => [`key_${i}`, value])) }));
  await tx.run(sql`alter table ${sql.table(table)} disable trigger user`);
  await tx.run(sql`
    update ${sql.table(table)} t set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${typed(name)}`))}
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as v (
      ${sql.join(what.key.map(([, type], i) => sql`${sql.ref(`key_${i}`)} ${sql.raw(type)}`))},
      ${sql.join(columns.map((name) => sql`${sql.ref(name)} text`))})
    where t.tenant_id = ${tx.tenantId} and ${sql.join(
      names.map((name, i) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`v.key_${i}`)}`),
      sql` and `,
    )}`);
  await tx.run(sql`alter table ${sql.table(table)} enable trigger user`);
  const isPlain = ({ plain, type }: Row) => plain !== null && (identity?.only?.(plain, type) ?? true);
  return { last: rows.at(-1)!.at, plain: rows.filter((row) => row.bare || isPlain(row)).length };
}

function opens({ seal: key }: FieldKey, proof: string): boolean {
  try {
    return unseal({ seal: key }, PROOF, Buffer.from(proof, 'base64url')) === PROOF;
  } catch {
    return false;
  }
}

/**
 * As owner, before the processes start. Gives in how many rows plain values were sealed. Throws when a key that sealed
 * something here is not among the keys, or is another one by the same name.
 */
export async function sealFields(owner: Target, secrets: Secrets): Promise<number> {
  const [writing] = secrets.fields;
  // Writing a large table anew takes minutes, in which the server says nothing.
  const pool = createPool(owner, 'yian sealing', 1, () => {}, { silenceMs: 0 });
  try {
    await pool.query('set statement_timeout = 0');
    // How many rows are sealed already cannot be guessed: a plan that sorts them would read the whole tenant for each batch.
    await pool.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off');
    const known = await pool.query<{ id: string; proof: string; whole: boolean }>('select id, proof, whole from app.sealing_keys');
    for (const { id, proof } of known.rows) {
      const key = secrets.fields.find((one) => one.id === id);
      if (!key || !opens(key, proof))
        throw new Error(
          `Columns of this database are sealed with the key "${id}", which ${key ? 'is another one here' : 'is not here'}. ` +
            'Start with the secrets.json or the FIELD_KEYS that sealed them (docs/operations.md, Backup)',
        );
    }
    if (known.rows.some(({ id, whole }) => id === writing.id && whole)) return 0;
    // A start that was killed may have sealed rows of a table and not have written it anew.
    const wasKilled = known.rows.some(({ id }) => id === writing.id);
    const proof = seal(writing, PROOF, PROOF).toString('base64url');
    await pool.query('insert into app.sealing_keys (id, proof) values ($1, $2) on conflict do nothing', [writing.id, proof]);
    const inTenant = tenantRunner(pool, secrets);
    const tenants = await inTenant(1, (tx) => tx.rows<{ id: number }>(sql`select id from tenants order by id`));
    let plain = 0;
    for (const what of SEALINGS) {
      const before = plain;
      for (const { id } of tenants)
        for (let after: string[] | null = null, ends = false; !ends;) {
          const done = await inTenant(id, (tx) => batch(tx, secrets, what, after));
          [after, ends] = [done.last, done.last === null];
          plain += done.plain;
        }
      // Rows that were updated leave their former text in the table's pages until these are written anew.
      if (wasKilled || plain > before) await pool.query(`vacuum (full) ${what.table}`);
    }
    await pool.query('delete from app.sealing_keys where id <> $1', [writing.id]);
    await pool.query('update app.sealing_keys set whole = true where id = $1', [writing.id]);
    return plain;
  } finally {
    await pool.end();
  }
}
