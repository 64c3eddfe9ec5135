/** Dictionaries as spreadsheets; items also from one. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { dictionaryItems as routes, type Dictionary, type DictionaryItem } from '#contract/system/dictionaries.ts';
import { titled } from '#contract/labels.ts';
import { dictionaryItemLabels, dictionaryLabels } from '#contract/system/dictionaries.labels.ts';
import type { Context, Work } from '../context.ts';
import { oneByOne, type Import } from '../transfers/declarations.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';
import { namesOf } from '../transfers/names.ts';

type Form = z.output<typeof routes.create.input>;

export const dictionarySheet = <Search>(list: List<z.output<typeof Dictionary>, Search>): Export<z.output<typeof Dictionary>, Search> => ({
  name: '字典',
  list: () => list,
  columns: titled(dictionaryLabels, [
    { key: 'type', width: 24 },
    { key: 'description', width: 24 },
    { key: 'system', value: ({ system }) => system === '1', width: 10 },
    { key: 'items', width: 10 },
    { key: 'remarks', width: 30 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});

export const itemSheet = <Search>(
  list: List<z.output<typeof DictionaryItem>, Search>,
): Export<z.output<typeof DictionaryItem>, Search> => ({
  name: '字典项',
  list: () => list,
  columns: titled(dictionaryItemLabels, [
    { key: 'type', width: 24 },
    { key: 'value', title: '字典值' },
    { key: 'label', title: '字典标签', width: 24 },
    { key: 'description', width: 24 },
    { key: 'sort', width: 8 },
    { key: 'remarks', width: 30 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});

const types = async ({ tx }: Work) =>
  namesOf(
    await tx.rows<{ id: number; name: string }>(
      sql`select id, type as name from dictionaries where tenant_id = ${tx.tenantId} order by type`,
    ),
  );

export const itemImport = (create: (form: Form, context: Context) => Promise<unknown>): Import<Form> => ({
  noun: '字典项',
  form: routes.create.input,
  unique: [['dictId', 'value']],
  save: oneByOne(create),
  columns: titled(dictionaryItemLabels, [
    { key: 'dictId', required: true, choices: types, hint: '已有字典的类型', width: 24 },
    { key: 'value', title: '字典值', required: true, example: '1' },
    { key: 'label', title: '字典标签', required: true, example: '一级护理', width: 20 },
    { key: 'description', width: 24 },
    { key: 'sort', kind: 'number', example: '1', width: 8 },
    { key: 'remarks', width: 30 },
  ]),
});
