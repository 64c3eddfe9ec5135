/**
 * What the start does with sealed columns before any process runs: it refuses keys that do not open what is there, seals what an
 * earlier version left in plain columns, and seals anew by the key that writes what another one sealed. Each batch is a transaction:
 * killed at any moment, the next start goes on.
 */
import { sql } from 'kysely';
import { identityNumberOf } from '#contract/elderly/identity-numbers.rules.ts';
import { isIdentityPaper } from '#contract/elderly/person-documents.rules.ts';
import { createPool, type Target } from './pool.ts';
import { fieldIndexes, openField, sealField, type SealedField } from './sealed-fields.ts';
import { seal, unseal } from './sealed.ts';
import type { FieldKey, Secrets } from './secrets.ts';
import { tenantRunner, type Tx } from './tenant.ts';

const BATCH = 500;
const PROOF = 'key of sealed columns';

interface Sealing {
  table: 'people' | 'admissions' | 'person_documents';
  plain: string;
  sealed: string;
  index?: string;
  /** Whether a plain value is one that is sealed; all are, unless said. */
  only?: (text: string, type: number) => boolean;
}

const SEALINGS: readonly Sealing[] = [
  { table: 'people', plain: 'identity_number', sealed: 'identity_sealed', index: 'identity_index' },
  { table: 'admissions', plain: 'identity_number', sealed: 'identity_sealed' },
  {
    table: 'person_documents',
    plain: 'number',
    sealed: 'number_sealed',
    index: 'number_index',
    only: (text, type) => isIdentityPaper(type, text),
  },
];

interface Row {
  id: number;
  plain: string | null;
  sealed: string | null;
  type: number;
}

/** One batch of a tenant's rows after `after`; gives the last id, or null at the end, and how many plain values were sealed. */
async function batch(tx: Tx, secrets: Secrets, what: Sealing, after: number): Promise<{ last: number | null; plain: number }> {
  const { table, plain, sealed, index, only = () => true } = what;
  const type = only === what.only ? sql.ref('type') : sql`0`;
  const rows = await tx.rows<Row>(sql`
    select id, ${sql.ref(plain)} as plain, ${sql.ref(sealed)} as sealed, ${type} as type from ${sql.table(table)}
    where tenant_id = ${tx.tenantId} and id > ${after} and (${sql.ref(plain)} is not null
      or (${sql.ref(sealed)} is not null and split_part(${sql.ref(sealed)}, '.', 1) <> ${secrets.fields[0].id}))
    order by id limit ${BATCH} for update`);
  if (rows.length === 0) return { last: null, plain: 0 };
  const field = `${table}.${sealed}` as SealedField;
  const wanted = rows.filter((row) => row.plain === null || only(row.plain, row.type));
  const values = wanted.map((row) => {
    const text = row.plain ?? openField(secrets, tx.tenantId, field, row.sealed!);
    const [key] = fieldIndexes(secrets, tx.tenantId, field, identityNumberOf(text) ?? text);
    return { id: row.id, sealed: sealField(secrets, tx.tenantId, field, text), index: key };
  });
  await tx.run(sql`alter table ${sql.table(table)} disable trigger record_change`);
  await tx.run(sql`
    update ${sql.table(table)} t set ${sql.ref(plain)} = null, ${sql.ref(sealed)} = v.sealed
      ${index === undefined ? sql`` : sql`, ${sql.ref(index)} = v.index`}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (id bigint, sealed text, index text)
    where t.tenant_id = ${tx.tenantId} and t.id = v.id`);
  await tx.run(sql`alter table ${sql.table(table)} enable trigger record_change`);
  return { last: rows.at(-1)!.id, plain: wanted.filter((row) => row.plain !== null).length };
}

function opens({ seal: key }: FieldKey, proof: string): boolean {
  try {
    return unseal({ seal: key }, PROOF, Buffer.from(proof, 'base64url')) === PROOF;
  } catch {
    return false;
  }
}

/**
 * As owner, before the processes start. Gives how many values were sealed out of plain columns. Throws when a key that sealed
 * something here is not among the keys, or is another one by the same name.
 */
export async function sealFields(owner: Target, secrets: Secrets): Promise<number> {
  const [writing] = secrets.fields;
  const pool = createPool(owner, 'yian sealing', 1, () => {});
  try {
    await pool.query('set statement_timeout = 0');
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
    const proof = seal(writing, PROOF, PROOF).toString('base64url');
    await pool.query('insert into app.sealing_keys (id, proof) values ($1, $2) on conflict do nothing', [writing.id, proof]);
    const inTenant = tenantRunner(pool, secrets.context);
    const tenants = await inTenant(1, (tx) => tx.rows<{ id: number }>(sql`select id from tenants order by id`));
    let plain = 0;
    for (const what of SEALINGS) {
      const before = plain;
      for (const { id } of tenants)
        for (let after: number | null = 0; after !== null;) {
          const done: { last: number | null; plain: number } = await inTenant(id, (tx) => batch(tx, secrets, what, after!));
          after = done.last;
          plain += done.plain;
        }
      // Rows that were updated leave their former text in the table's pages until these are written anew.
      if (plain > before) await pool.query(`vacuum (full) ${what.table}`);
    }
    await pool.query('delete from app.sealing_keys where id <> $1', [writing.id]);
    await pool.query('update app.sealing_keys set whole = true where id = $1', [writing.id]);
    return plain;
  } finally {
    await pool.end();
  }
}
