/** Dictionaries and their items. Built-in ones keep their values: code depends on them. */
import { lookup } from '../lists/columns.ts';
import type { RowOf } from '../lists/columns.ts';
import type { SearchOf } from '../lists/list.ts';
import { sql } from 'kysely';
import { dictionaries as routes, dictionaryItems as itemRoutes } from '#contract/system/dictionaries.ts';
import type { Context, Work } from '../context.ts';
import { contains, equals, reads, writes, type ListOf, type ReadOptions } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { dictionarySheet, itemImport, itemSheet } from './dictionaries-sheet.ts';
import { usesOf } from './dictionary-uses.ts';

const stamps = { delFlag: () => sql`'0'`, version: 'version', createTime: 'created_at', updateTime: 'updated_at' } as const;

const list: ListOf<typeof routes.page, 'dictionaries'> = {
  table: 'dictionaries',
  noun: '字典',
  columns: {
    id: 'id',
    type: 'type',
    description: 'description',
    system: () => sql`case when system then '1' else '0' end`,
    remarks: 'remarks',
    items: () =>
      sql`(select count(*) from dictionary_items i where i.tenant_id = dictionaries.tenant_id and i.dictionary_id = dictionaries.id)`,
    ...stamps,
  },
  filters: {
    name: (eb, value: string) => eb.or([contains('type')(eb, value), contains('description')(eb, value)]),
    type: contains('type'),
    description: contains('description'),
    system: (eb, value: string) => eb('system', '=', value === '1'),
  },
  sorts: { type: 'type' },
};

/** An export may be of all dictionaries. */
type ItemSearch = Partial<SearchOf<typeof itemRoutes.page>>;

const items: ReadOptions<RowOf<typeof itemRoutes.page>, ItemSearch, 'dictionary_items'> = {
  table: 'dictionary_items',
  noun: '字典项',
  columns: {
    id: 'id',
    dictId: 'dictionary_id',
    value: 'value',
    label: 'label',
    type: lookup('dictionaries', 'type', 'dictionary_items.dictionary_id'),
    description: 'description',
    sort: 'sort',
    remarks: 'remarks',
    ...stamps,
  },
  filters: { dictId: equals('dictionary_id'), label: contains('label') },
  sorts: { sort: 'sort', value: 'value', label: 'label' },
};

const { page, get } = reads(list);
const itemReads = reads(items);
const write = writes({ table: 'dictionaries', noun: '字典', fields: { type: 'type', description: 'description', remarks: 'remarks' } });
const itemFields = {
  dictId: 'dictionary_id',
  value: 'value',
  label: 'label',
  description: 'description',
  sort: 'sort',
  remarks: 'remarks',
} as const;
const itemWrite = writes({ table: 'dictionary_items', noun: '字典项', fields: itemFields });

/** Throws 404 for a dictionary that is not there, `message` for a built-in one. */
async function needOwn({ tx }: Work, dictionaryId: number, message: string | null): Promise<void> {
  const row = await tx.row<{ system: boolean }>(
    db.selectFrom('dictionaries').select('system').where('tenant_id', '=', tx.tenantId).where('id', '=', dictionaryId),
  );
  if (!row) throw notFound('字典');
  if (row.system && message) throw refused(message);
}

const taken =
  (message: string) =>
  (error: { code?: string }): never => {
    throw error.code === '23505' ? conflict(message) : error;
  };
const sameType = taken('字典类型已存在');
const sameValue = taken('字典项值已存在');

export const dictionaries: Handlers<typeof routes> = {
  page,
  get,
  export: exporting(routes.export, dictionarySheet(listOf(list))),
  async byType({ type }, context) {
    const dictionary = await context.tx.row<{ id: number }>(
      db.selectFrom('dictionaries').select('id').where('tenant_id', '=', context.session.tenantId).where('type', '=', type),
    );
    if (!dictionary) return [];
    const found = await itemReads.page({ current: 1, size: 2000, ascs: ['sort', 'id'], dictId: dictionary.id }, context);
    return found.records;
  },
  uses: usesOf,

  async create(input, context) {
    if (input.copyFrom !== null) await needOwn(context, input.copyFrom, null);
    const id = await write.create(input, context).catch(sameType);
    if (input.copyFrom !== null)
      await context.tx.run(sql`
        insert into dictionary_items (tenant_id, dictionary_id, value, label, description, sort, remarks)
        select tenant_id, ${id}, value, label, description, sort, remarks from dictionary_items
        where tenant_id = ${context.session.tenantId} and dictionary_id = ${input.copyFrom}`);
    return id;
  },
  async update(input, context) {
    await needOwn(context, input.id, '系统内置字典不能修改');
    return write.update(input, context).catch(sameType);
  },
  async remove({ id }, context) {
    await needOwn(context, id, '系统内置字典不能删除');
    return write.remove({ id }, context);
  },
};

const dictionaryOf = async (id: number, context: Context): Promise<number> => (await itemReads.get({ id }, context)).dictId;

export const dictionaryItems: Handlers<typeof itemRoutes> = {
  page: (input, context) => itemReads.page({ ...input, ascs: input.ascs ?? ['sort'] }, context),
  get: itemReads.get,
  export: exporting(itemRoutes.export, itemSheet(listOf({ ...items, order: 'sort' }))),
  ...importing(
    itemRoutes,
    itemImport((form, context) => dictionaryItems.create(form, context)),
  ),
  async create(input, context) {
    await needOwn(context, input.dictId, null);
    return itemWrite.create(input, context).catch(sameValue);
  },
  async update(input, context) {
    const dictionaryId = await dictionaryOf(input.id, context);
    await needOwn(context, dictionaryId, '系统内置字典项目不能修改');
    if (input.dictId !== dictionaryId) throw refused('字典项不能移到别的字典');
    return itemWrite.update(input, context).catch(sameValue);
  },
  async arrange({ dictId, ids }, context) {
    await needOwn(context, dictId, '系统内置字典项目不能修改');
    const { tx, session } = context;
    const known = await tx.rows<{ id: number }>(
      db
        .selectFrom('dictionary_items')
        .select('id')
        .where('tenant_id', '=', session.tenantId)
        .where('dictionary_id', '=', dictId)
        .forUpdate(),
    );
    if (known.length !== new Set(ids).size || !known.every(({ id }) => ids.includes(id)))
      throw conflict('字典项已被他人修改，请刷新后重试');
    await tx.run(sql`
      update dictionary_items i set sort = wanted.sort, version = i.version + 1, updated_at = now()
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, sort)
      where i.tenant_id = ${session.tenantId} and i.id = wanted.id and i.sort <> wanted.sort`);
    return true;
  },

  async remove({ id }, context) {
    await needOwn(context, await dictionaryOf(id, context), '系统内置字典项目不能删除');
    return itemWrite.remove({ id }, context);
  },
};
