import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { posts } from '#contract/users/posts.ts';
import { users } from '#contract/users/users.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const form = (postCode: string, postName: string) => ({
  postId: '',
  postCode,
  postName,
  postSort: '2',
  remark: '',
  createTime: '',
  $postSort: '2',
});

describe('posts', () => {
  it('are kept by code and name, once each in an institution, and listed as clients of the family ask', async () => {
    const made = await t.route(posts.create, admin, form('head_carer', '护理组长'));
    assert.equal(made.status, 200, made.msg ?? '');
    assert.deepEqual((await t.route(posts.create, admin, form('head_carer', '另一个'))).msg, '岗位编码已存在');
    assert.deepEqual((await t.route(posts.create, admin, form('other', '护理组长'))).msg, '已有同名的岗位');
    assert.equal((await t.route(posts.create, admin, form('', '无编码'))).msg, '请输入岗位编码');
    assert.equal((await t.route(posts.create, stranger, form('head_carer', '护理组长'))).status, 200, 'another institution has its own');
    const { records } = (await t.route(posts.page, admin, { current: 1, size: 10, postName: '组长', descs: 'create_time' })).data;
    assert.deepEqual(
      [records.length, records[0].postCode, records[0].postSort, records[0].users, records[0].delFlag],
      [1, 'head_carer', 2, 0, '0'],
    );
    const sentBack = await t.route(posts.update, admin, { ...records[0], postName: '护理主管', $postSort: '2' });
    assert.equal(sentBack.status, 200, sentBack.msg ?? '');
    assert.equal((await t.route(posts.update, admin, { ...records[0], postName: '旧的' })).status, 409);
    assert.deepEqual((await t.route(posts.list, admin)).data, [{ postId: made.data, postCode: 'head_carer', postName: '护理主管' }]);
    assert.equal((await t.route(posts.export, admin)).status, 200);
    assert.equal((await t.route(posts.remove, stranger, { id: made.data })).status, 404);
    const plain = await t.user(admin.tenantId, { permissions: [] });
    for (const route of [posts.page, posts.export] as const) assert.equal((await t.route(route, plain)).status, 403);
    assert.equal((await t.route(posts.list, plain)).status, 200);
  });

  it('are carried by users, stay when a form leaves them out, and cannot be deleted while somebody has them', async () => {
    const { data: id } = await t.route(posts.create, admin, form('desk', '前台'));
    const { data: foreign } = await t.route(posts.create, stranger, form('desk', '前台'));
    const account = { username: `post${process.pid}`, nickName: '小陈', password: 'Wire2026a', role: [] };
    assert.equal((await t.route(users.create, admin, { ...account, post: [foreign] })).msg, '岗位不存在');
    assert.equal((await t.route(users.create, admin, { ...account, post: [String(id)] })).status, 200);
    const read = async () => (await t.route(users.details, admin, { id: account.username })).data;
    const user = await read();
    assert.deepEqual(user.postList, [{ postId: id, postName: '前台', postCode: 'desk' }]);
    assert.equal((await t.route(users.update, admin, { userId: user.userId, username: user.username, nickName: '陈前台' })).status, 200);
    assert.equal((await read()).postList.length, 1);
    assert.equal((await t.route(posts.page, admin, { postCode: 'desk' })).data.records[0].users, 1);
    assert.deepEqual((await t.route(posts.remove, admin, { id })).msg, '该岗位还有人员，不能删除');
    assert.equal((await t.route(users.update, admin, { userId: user.userId, username: user.username, post: [] })).status, 200);
    assert.deepEqual((await read()).postList, []);
    assert.equal((await t.route(posts.remove, admin, { id })).status, 200);
  });
});
