/** Staff accounts as a spreadsheet, and from one: each new account gets a first password, which the result file tells. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { users as routes, type User } from '#contract/users/users.ts';
import { titled } from '#contract/labels.ts';
import { userLabels } from '#contract/users/users.labels.ts';
import type { Context, Work } from '../context.ts';
import type { SearchOf } from '../lists/list.ts';
import { attempt, type Import, type Saved } from '../transfers/declarations.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { departments, namesOf } from '../transfers/names.ts';
import { randomPassword } from './passwords.ts';
import { list, type AccountSearch } from './user-rows.ts';

type Row = z.output<typeof User>;

type Search = SearchOf<typeof routes.page>;

/** Phones are as the list shows them: masked. `filters` are the list's own. */
export const userSheet = (filters: (input: Search, context: Context) => Promise<AccountSearch>): Export<Row, Search> => {
  const rows = listOf(list);
  return {
    name: '用户',
    list: () => ({ ...rows, matching: async (input, context) => rows.matching(await filters(input, context), context) }),
    columns: titled(userLabels, [
      { key: 'username', width: 18 },
      { key: 'nickName' },
      { key: 'phone', width: 14 },
      { key: 'deptName', width: 18 },
      { key: 'roleList', value: ({ roleList }) => roleList.map(({ roleName }) => roleName).join('、'), width: 24 },
      { key: 'skills', width: 24 },
      { key: 'lockFlag', value: ({ lockFlag }) => (lockFlag === '0' ? '正常' : '锁定'), width: 8 },
      { key: 'tenantName', width: 24 },
      { key: 'createTime', format: 'dateTime', width: 20 },
    ]),
  };
};

type Form = z.output<typeof routes.create.input>;
/** Without the password, which nobody writes into a list. */
const form = routes.create.input.omit({ password: true });

const roles = async ({ tx }: Work) =>
  namesOf(await tx.rows<{ id: number; name: string }>(sql`select id, name from roles where tenant_id = ${tx.tenantId} order by id`));

/** Good enough for every policy that a tenant may choose. */
const firstPassword = () => `${randomPassword()}${'ABCDEFGHJKLMNPQRSTUVWXYZ'[randomInt(24)]}${'#@%&'[randomInt(4)]}`;

async function save(
  forms: readonly z.output<typeof form>[],
  context: Context,
  create: (form: Form, context: Context) => Promise<unknown>,
): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (const one of forms) {
    const password = firstPassword();
    saved.push(await attempt(context, () => create({ ...one, password } as Form, context), password));
  }
  return saved;
}

export const userImport = (create: (form: Form, context: Context) => Promise<unknown>): Import<z.output<typeof form>> => ({
  noun: '用户',
  form,
  unique: [['username']],
  // Each password takes a processor for a moment.
  most: 1000,
  batch: 20,
  save: (forms, context) => save(forms, context, create),
  note: '初始密码',
  columns: titled(userLabels, [
    {
      key: 'username',
      required: true,
      example: 'wangxiuying',
      hint: '3到32位字母、数字或 _ . @ -，登录时使用',
      width: 18,
    },
    { key: 'nickName', required: true, example: '王秀英' },
    { key: 'phone', example: '13800000000' },
    { key: 'deptId', choices: departments, width: 18 },
    { key: 'role', several: true, choices: roles, width: 24 },
    { key: 'skills', several: true, example: '助浴、康复', width: 24 },
  ]),
  instructions: ['初始密码由系统生成，写在“导入结果”文件里，首次登录时必须修改。请妥善保管该文件。'],
});
