/** Service projects as a spreadsheet, and from one. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { serviceProjects as routes, type ServiceProject } from '#contract/services/services.ts';
import { titled } from '#contract/labels.ts';
import { serviceProjectLabels } from '#contract/services/services.labels.ts';
import type { Context, Work } from '../context.ts';
import { oneByOne, type Import } from '../transfers/declarations.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';
import { namesOf, yesOrNo } from '../transfers/names.ts';

type Row = z.output<typeof ServiceProject>;
type Form = z.output<typeof routes.create.input>;

export const projectSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '服务项目',
  list: () => list,
  columns: titled(serviceProjectLabels, [
    { key: 'name', width: 24 },
    { key: 'serverName', width: 20 },
    { key: 'standardPrice', format: 'money', width: 12 },
    { key: 'minutes', width: 10 },
    { key: 'isSosDefault', value: ({ isSosDefault }) => (isSosDefault ? '是' : '否'), width: 10 },
    { key: 'enabled', value: ({ enabled }) => (enabled ? '启用' : '停用'), width: 8 },
    { key: 'requiresSignature', value: ({ requiresSignature }) => (requiresSignature ? '是' : '否'), width: 10 },
    { key: 'requiresPhoto', value: ({ requiresPhoto }) => (requiresPhoto ? '是' : '否'), width: 10 },
    { key: 'fenceMetres', title: '签到范围（米）', width: 14 },
    { key: 'remarks', width: 30 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});

/** Types by name, and by their whole way for names that stand under several. */
const types = async ({ tx }: Work) => {
  const rows = await tx.rows<{ id: number; name: string; path: string }>(sql`
    with recursive tree as (
      select id, name, name as path from service_types where tenant_id = ${tx.tenantId} and parent_id is null
      union all select t.id, t.name, p.path || '/' || t.name from service_types t join tree p on t.parent_id = p.id
      where t.tenant_id = ${tx.tenantId})
    select id, name, path from tree order by path`);
  return namesOf([...rows, ...rows.filter(({ name, path }) => name !== path).map(({ id, path }) => ({ id, name: path }))]);
};

export const projectImport = (create: (form: Form, context: Context) => Promise<unknown>): Import<Form> => ({
  noun: '服务项目',
  form: routes.create.input,
  unique: [['serverId', 'name']],
  save: oneByOne(create),
  columns: titled(serviceProjectLabels, [
    { key: 'name', required: true, example: '助浴', width: 20 },
    { key: 'serverId', required: true, choices: types, hint: '已有的分类；重名时写全路径，如 生活照料/助浴', width: 20 },
    { key: 'standardPrice', required: true, kind: 'number', example: '80', hint: '元' },
    { key: 'minutes', kind: 'number', example: '60', hint: '分钟' },
    { key: 'isSosDefault', choices: () => yesOrNo, example: '否', width: 10 },
    {
      key: 'enabled',
      choices: () =>
        new Map([
          ['启用', true],
          ['停用', false],
        ]),
      example: '启用',
      width: 8,
    },
    { key: 'requiresSignature', choices: () => yesOrNo, example: '否', width: 10 },
    { key: 'requiresPhoto', choices: () => yesOrNo, example: '否', width: 10 },
    { key: 'fenceMetres', kind: 'number', hint: '米，50到20000；不填按机构设置', width: 10 },
    { key: 'remarks', width: 30 },
  ]),
});
