import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { storeOf } from '../files/file-store.ts';

let t: Harness;
let admin: TestUser;
let own: TestUser;
let stranger: TestUser;
let key: string;
const upload = { type: 'UPLOAD', label: '附件', expand: { limit: 5 } };
before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant);
  own = await t.user(tenant, { permissions: ['questionnaire_result_export'], dataScope: 5 });
  stranger = await t.user(await t.tenant());
  ({ key } = await questionnaire(t, admin, { name: '收材料', items: [upload, { type: 'INPUT', label: '说明' }, upload] }));
});
after(() => t.close());

/** A stored file with these words in it. */
async function stored(fileName: string, words: string) {
  const name = `${randomUUID()}.pdf`;
  await storeOf(t.deps.config).put(name, Buffer.from(words), 'application/pdf');
  const row = {
    tenant_id: admin.tenantId,
    bucket: 'files',
    name,
    original: fileName,
    mime: 'application/pdf',
    size: Buffer.byteLength(words),
    sha256: Buffer.alloc(32),
    created_by: admin.userId,
  };
  await t.deps.inTenant(admin.tenantId, (tx) => tx.run(db.insertInto('files').values(row)));
  return { fileName, url: `/admin/sys-file/files/${name}` };
}

const fill = async (as: TestUser, originalData: object) =>
  (await t.route(routes.create, as, { projectKey: key, originalData })).data as number;

/** The files of a zip file by their paths. */
function unpacked(bytes: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, length, offset] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    const name = bytes.subarray(at + 46, at + 46 + length).toString();
    const begin = offset + 30 + length;
    found[name] = inflateRawSync(bytes.subarray(begin, begin + packed)).toString();
    at += 46 + length;
  }
  return found;
}

async function downloaded(as: TestUser, input: object = {}) {
  const { data: task } = await t.call('GET', '/questionnaire/user/project/result/download/file', {
    as,
    input: { projectKey: key, ...input },
  });
  assert.match(task, /^[0-9a-f-]{36}$/);
  const progress = async () => (await t.call('GET', '/questionnaire/common/process', { as, input: { key: task } })).data;
  for (let n = 0; n < 200 && (await progress()).url === ''; n++) await new Promise((done) => setTimeout(done, 25));
  const { rate, url, status } = await progress();
  assert.deepEqual([rate, status], [100, 'done']);
  const answer = await t.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${as.token}` } });
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-disposition']), /zip/);
  return unpacked(answer.rawPayload);
}

describe('the files of answers', () => {
  it('are refused in words while there are none', async () => {
    await fill(admin, { field102: '没有附件' });
    assert.deepEqual(refusal(await t.route(routes.download, admin, { projectKey: key })), [422, '暂无收集附件，无法下载']);
    assert.deepEqual(refusal(await t.route(routes.download, stranger, { projectKey: key })), [404, '问卷不存在']);
  });

  it('are one zip file with a folder for each question, a name for each result, and nothing outside of it', async () => {
    const first = await fill(admin, {
      field101: [await stored('体检.pdf', '一'), await stored('体检.pdf', '二')],
      field103: [await stored('合同.pdf', '三')],
    });
    const second = await fill(own, { field101: [await stored('../../夜.pdf', '四')] });
    const all = {
      [`101/${first}-体检.pdf`]: '一',
      [`101/${first}-体检(2).pdf`]: '二',
      [`103/${first}-合同.pdf`]: '三',
      [`101/${second}-__.._夜.pdf`]: '四',
    };
    assert.deepEqual(await downloaded(admin), all);
    assert.deepEqual(await downloaded(own), { [`101/${second}-__.._夜.pdf`]: '四' }, 'what the caller sees of results');
    assert.deepEqual(refusal(await t.route(routes.download, admin, { projectKey: key, beginDateTime: '2099-01-01 00:00:00' })), [
      422,
      '暂无收集附件，无法下载',
    ]);
  });

  it('are left out when they were deleted, and too many bytes at once are refused with what to do', async () => {
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`update files set deleted_at = now() where tenant_id = ${admin.tenantId} and original = '合同.pdf'`),
    );
    assert.equal(Object.keys(await downloaded(admin)).length, 3);
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`update files set size = 2000000000 where tenant_id = ${admin.tenantId} and original = '体检.pdf'`),
    );
    assert.deepEqual(refusal(await t.route(routes.download, admin, { projectKey: key })), [
      422,
      '附件共3.7GB，一次最多下载3GB，请按提交时间分几次下载',
    ]);
  });
});
