import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { personDossiers as routes } from '#contract/elderly/person-dossiers.ts';
import { transfers } from '#contract/transfers/transfers.ts';
import { dossierPage } from '#server/elderly/dossier-page.ts';
import '#server/subscribers.ts';
import { person } from '#test/care.ts';
import { db } from '#server/db/tenant.ts';
import { identityColumns } from '#test/identities.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { unzip } from '#test/spreadsheets.ts';
import { uploadScan } from '#test/scans.ts';

let t: Harness;
let [chief, nurse, stranger] = [] as unknown as [TestUser, TestUser, TestUser];

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  chief = await t.user(tenant, { name: '院长' });
  nurse = await t.user(tenant, { permissions: ['members_oldman_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const ask = (as: TestUser | null, id: number, reason = '家属申请查阅') => t.route(routes.start, as, { id, reason });

/** The task's address of its file, once it is done. */
async function fileOf(key: string, as: TestUser): Promise<string> {
  for (;;) {
    const { data } = await t.route(transfers.process, as, { key });
    if (data.status !== 'running') {
      assert.equal(data.status, 'done', data.message);
      return data.url;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a dossier', () => {
  it('has all that is kept of one person, and nothing of another one', async () => {
    const { tenantId } = chief;
    const [id, other] = [await person(t, tenantId, '郑<平>'), await person(t, tenantId, '冯远')];
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(
        db
          .updateTable('people')
          .set(identityColumns(t, tenantId, '11010519491231002X'))
          .where('id', '=', id),
      ),
    );
    const files = [await uploadScan(t, chief)];
    const paper = (oldmanId: number, more: object = {}) =>
      t.route(personDocuments.create, chief, { oldmanId, type: 1, title: '身份证', number: '110105 19491231 002x', ...more });
    assert.equal((await paper(id, { files })).status, 200);
    assert.equal((await paper(other, { title: '冯远的委托书' })).status, 200);
    const { status, data } = await ask(chief, id);
    assert.equal(status, 200);
    const url = await fileOf(data.key, chief);
    const answer = await fetch(t.url + url, { headers: { authorization: `Bearer ${chief.token}` } });
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/zip']);
    const entries = unzip(Buffer.from(await answer.arrayBuffer()));
    const read = (name: string) => entries.get(name) ?? assert.fail(`${name} is missing`);
    const [own] = JSON.parse(read('数据/服务对象-people.json'));
    assert.deepEqual([own.id, own.name, own.tenant_id], [id, '郑<平>', undefined]);
    assert.equal(own.identity_number, '11010519491231002X');
    const papers = JSON.parse(read('数据/档案文件-person_documents.json'));
    assert.deepEqual(
      papers.map(({ title, number }: { title: string; number: string }) => [title, number]),
      [['身份证', '110105 19491231 002x']],
    );
    assert.match(read('附件/1-身份证.pdf'), /^%PDF/);
    const page = read('档案.html');
    assert.match(page, /郑&lt;平&gt;的个人档案/);
    assert.match(page, /由院长导出，原因：家属申请查阅/);
    assert.doesNotMatch(page, /冯远/);
    // Its file is for who asked.
    const theirs = await fetch(t.url + url, { headers: { authorization: `Bearer ${nurse.token}` } });
    assert.equal(theirs.status, 404);
    const logged = await t.deps.inTenant(tenantId, (tx) =>
      tx.row<{ title: string }>(sql`select title from operation_logs where tenant_id = ${tx.tenantId} and user_id = ${chief.userId}
        and title = '导出个人档案'`),
    );
    assert.ok(logged);
  });

  it('is for those who may, of people whom they reach, with a reason', async () => {
    const id = await person(t, chief.tenantId);
    assert.equal((await ask(null, id)).status, 401);
    assert.equal((await ask(nurse, id)).status, 403);
    assert.deepEqual(refusal(await ask(stranger, id)), [404, '服务对象不存在']);
    assert.deepEqual(refusal(await ask(chief, id, ' ')), [400, '请填写导出原因']);
  });
});

describe('the page of a dossier', () => {
  it('says where the rest is when it shows the first rows only', () => {
    const table = {
      title: '预警',
      table: 'warnings',
      file: '数据/预警.json',
      count: 300,
      rows: [{ id: 1, title: '<SOS>', groups: { a: 1 } }],
    };
    const page = dossierPage('张兰', '今天', [table], []);
    assert.match(page, /共300条，以下为前1条，全部内容见“数据\/预警.json”/);
    assert.match(page, /&lt;SOS&gt;/);
    assert.match(page, /没有附件/);
  });
});
