/** Posts of staff (岗位), and who has which. */
import { sql } from 'kysely';
import { posts as routes } from '#contract/users/posts.ts';
import { titled } from '#contract/labels.ts';
import { postLabels } from '#contract/users/posts.labels.ts';
import { explaining } from '../db/constraints.ts';
import type { Work } from '../context.ts';
import { lookup, type RowOf } from '../lists/columns.ts';
import { contains, reads, writes, type ListOf } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf, type ExportColumn } from '../transfers/exports.ts';

const own = { table: 'posts', noun: '岗位' } as const;

const list: ListOf<typeof routes.page, 'posts'> = {
  ...own,
  columns: {
    postId: 'id',
    postCode: 'code',
    postName: 'name',
    postSort: 'sort',
    remark: 'remarks',
    users: () => sql`(select count(*) from user_posts p where p.tenant_id = posts.tenant_id and p.post_id = posts.id)`,
    createBy: lookup('users', 'name', 'posts.created_by'),
    delFlag: () => sql`'0'`,
    version: 'version',
    createTime: 'created_at',
    updateTime: 'updated_at',
  },
  filters: { postCode: contains('code'), postName: contains('name') },
  sorts: { post_sort: 'sort', post_code: 'code', post_name: 'name' },
};

const plain = writes({
  ...own,
  fields: { postCode: 'code', postName: 'name', postSort: 'sort', remark: 'remarks' },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = {
  posts_tenant_id_code_key: conflict('岗位编码已存在'),
  posts_tenant_id_name_key: conflict('已有同名的岗位'),
  user_posts_tenant_id_post_id_fkey: refused('该岗位还有人员，不能删除'),
};

/** Gives a user of the tenant these posts and no other. Throws 422 for one that is not there. */
export async function setPosts({ tx }: Work, userId: number, postIds: readonly number[]): Promise<void> {
  await tx.run(db.deleteFrom('user_posts').where('tenant_id', '=', tx.tenantId).where('user_id', '=', userId));
  const rows = [...new Set(postIds)].map((post_id) => ({ tenant_id: tx.tenantId, user_id: userId, post_id }));
  if (rows.length)
    await explaining({ user_posts_tenant_id_post_id_fkey: refused('岗位不存在') }, tx.run(db.insertInto('user_posts').values(rows)));
}

const columns: ExportColumn<RowOf<typeof routes.page>>[] = titled(postLabels, [
  { key: 'postCode', width: 16 },
  { key: 'postName', width: 20 },
  { key: 'postSort', width: 8 },
  { key: 'users', width: 8 },
  { key: 'remark', width: 40 },
  { key: 'createBy', width: 12 },
  { key: 'createTime', format: 'dateTime', width: 20 },
]);

export const posts: Handlers<typeof routes> = {
  ...reads(list),
  list: (_input, { tx, session }) =>
    tx.rows(
      db
        .selectFrom('posts')
        .select(['id as postId', 'code as postCode', 'name as postName'])
        .where('tenant_id', '=', session.tenantId)
        .orderBy('sort')
        .orderBy('id'),
    ),
  export: exporting(routes.export, {
    name: '岗位',
    list: () => listOf(list),
    columns,
  }),
  create: (input, context) => explaining(refusals, plain.create(input, context)),
  update: ({ postId, ...input }, context) => explaining(refusals, plain.update({ ...input, id: postId }, context)),
  remove: (input, context) => explaining(refusals, plain.remove(input, context)),
};
