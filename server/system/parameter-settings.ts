/** The parameters of a tenant by topic: all of them in one answer, and several changed at once. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { knownParameters, parameterProblem, valueText } from '#contract/system/known-parameters.ts';
import type { KnownParameter } from '#contract/system/parameter-kinds.ts';
import type { parameters as routes } from '#contract/system/parameters.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { textOf } from '#contract/time.ts';
import { need, type Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parameterDefaults } from './menu-defaults.ts';
import { platformParameters } from './platform-parameters.ts';

/** What the product's own parameters begin with. */
export const defaultValues: readonly { key: string; value: string }[] = [...parameterDefaults, ...platformParameters].map(
  ({ key, value }) => ({
    key,
    value,
  }),
);
const defaults = new Map(defaultValues.map(({ key, value }) => [key, value]));

/** More than any tenant keeps. */
const MOST = 1000;

const knownOf = (key: string): KnownParameter | undefined => (Object.hasOwn(knownParameters, key) ? knownParameters[key] : undefined);

/** What a parameter is without a value of the tenant's own; null where the product has none. */
const defaultOf = (key: string): string | null => defaults.get(key) ?? (knownOf(key) && parameterProblem(key, '') === null ? '' : null);

interface Row {
  id: number;
  key: string;
  name: string;
  value: string;
  version: number;
}

const kept = (tx: Tx) => db.selectFrom('parameters').select(['id', 'key', 'name', 'value', 'version']).where('tenant_id', '=', tx.tenantId);

/** The parameters of the tenant by their keys, and the known ones that it could have. */
export async function settingsOf(_input: object, { tx }: Context): Promise<z.input<typeof routes.settings.output>> {
  const rows: Row[] = await tx.rows<Row>(kept(tx).orderBy('key').limit(MOST));
  const has = new Set(rows.map(({ key }) => key));
  const lacking = Object.entries(knownParameters).filter(([key, { platform }]) => !has.has(key) && (!platform || tx.tenantId === PLATFORM));
  return [
    ...rows.map(({ id, key, name, value, version }) => ({
      publicId: id,
      publicKey: key,
      publicName: name,
      publicValue: value,
      defaultValue: defaultOf(key),
      version,
    })),
    ...lacking.map(([key, { title }]) => ({
      publicId: null,
      publicKey: key,
      publicName: title,
      publicValue: defaultOf(key) ?? '',
      defaultValue: defaultOf(key),
      version: null,
    })),
  ];
}

const titleOf = (key: string, name = key) => knownOf(key)?.title ?? name;

/** Refuses with who changed a parameter last, when and to what. */
async function refuseOutrun(tx: Tx, { id, key, name, value }: Row): Promise<never> {
  const last = await tx.row<{ name: string | null; at: string }>(sql`
    select coalesce(u.name, l.username) as name, c.created_at as at from row_changes c
    left join operation_logs l on l.tenant_id = c.tenant_id and l.transaction_id = c.transaction_id
    left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
    where c.tenant_id = ${tx.tenantId} and c.table_name = 'parameters' and c.row_id = ${id} order by c.id desc limit 1`);
  const who = last?.name ?? '他人';
  const when = last ? `于${textOf(Date.parse(last.at)).slice(5, 16)}` : '';
  throw conflict(`“${titleOf(key, name)}”已被${who}${when}改为“${valueText(key, value)}”，您的修改都没有保存，请核对后再保存`);
}

/** Changes several parameters, or none of them. */
export async function saveSettings({ changes }: z.output<typeof routes.save.input>, context: Context): Promise<true> {
  const { tx } = context;
  const keys = changes.map(({ publicKey }) => publicKey);
  if (new Set(keys).size < keys.length) throw invalid('同一个参数不能修改两次');
  for (const { publicKey, publicValue } of changes) {
    const problem = parameterProblem(publicKey, publicValue);
    if (problem) throw invalid(`“${titleOf(publicKey)}”不正确：${problem}`);
  }
  const rows = await tx.rows<Row>(kept(tx).where('key', 'in', keys).orderBy('id').forUpdate());
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const added = changes.filter(({ publicKey }) => !byKey.has(publicKey));
  for (const { publicKey, version } of changes) {
    const row = byKey.get(publicKey);
    if (row && row.version !== version) await refuseOutrun(tx, row);
  }
  for (const { publicKey, version } of added) {
    const known = knownOf(publicKey);
    if (version !== null || !known || (known.platform && tx.tenantId !== PLATFORM)) throw notFound(`参数“${titleOf(publicKey)}”`);
  }
  const changed = changes.filter(({ publicKey, publicValue }) => byKey.has(publicKey) && byKey.get(publicKey)?.value !== publicValue);
  if (changed.length > 0)
    await tx.run(sql`
      update parameters p set value = change.value, version = p.version + 1, updated_at = now()
      from unnest(${changed.map(({ publicKey }) => publicKey)}::text[], ${changed.map(({ publicValue }) => publicValue)}::text[])
        as change (key, value)
      where p.tenant_id = ${tx.tenantId} and p.key = change.key`);
  if (added.length === 0) return true;
  need(context, 'admin_syspublicparam_add');
  const made = await tx.run(
    db
      .insertInto('parameters')
      .values(
        added.map(({ publicKey, publicValue }) => ({
          tenant_id: tx.tenantId,
          key: publicKey,
          name: titleOf(publicKey),
          value: publicValue,
          public: knownOf(publicKey)?.public ?? false,
        })),
      )
      .onConflict((on) => on.columns(['tenant_id', 'key']).doNothing()),
  );
  if (made === added.length) return true;
  // Another person added one of them in this moment.
  const theirs = await tx.rows<Row>(
    kept(tx).where(
      'key',
      'in',
      added.map(({ publicKey }) => publicKey),
    ),
  );
  return refuseOutrun(tx, theirs[0] as Row);
}
