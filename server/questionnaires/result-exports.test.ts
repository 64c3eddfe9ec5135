import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import { sql } from 'kysely';
import { questionnaire } from '#test/forms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { readXls } from '#test/xls-reader.ts';

let t: Harness;
let admin: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
});
after(() => t.close());

describe('the file of results', () => {
  it('goes out with one column per question, or as the list of all', async () => {
    const { key } = await questionnaire(t, admin, { name: '导出的' });
    const ask = async (query: string) => {
      const answer = await fetch(`${t.url}/questionnaire/result/export?format=csv${query}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      return { status: answer.status, text: await answer.text() };
    };
    const empty = await ask(`&projectKey=${key}`);
    assert.equal(empty.status, 422);
    assert.match(empty.text, /此表单无有效反馈，不能导出/);
    await t.route(routes.create, null, {
      projectKey: key,
      originalData: { field101: '=1+1', field102: 0 },
      processData: { field102other: '半' },
    });
    const [titles, row] = (await ask(`&projectKey=${key}`)).text.trim().split(/\r?\n/);
    assert.match(titles as string, /提交时间,提交地址,情况,是否完成,照片,提交序号/);
    assert.match(row as string, /内网IP,.*=1\+1.*,其他:半,,1,/);
    assert.match((await ask('')).text, /问卷名称/);
    // Clients of the wire say no format and name what they get `.xls`.
    const old = await fetch(`${t.url}/questionnaire/result/export?projectKey=${key}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    assert.match(old.headers.get('content-type') ?? '', /^application\/vnd\.ms-excel/);
    const { rows } = readXls(Buffer.from(await old.arrayBuffer()));
    assert.deepEqual(
      [rows[0]?.slice(0, 4), rows[1]?.slice(1, 4)],
      [
        ['提交时间', '提交地址', '情况', '是否完成'],
        ['内网IP', '=1+1', '其他:半'],
      ],
    );
    // More rows than the old format has are refused before one is read.
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`insert into questionnaire_results (tenant_id, questionnaire_id, revision, serial_number, original_data, process_data, digest)
        select r.tenant_id, r.questionnaire_id, r.revision, 1000 + n, '{}', '{}', r.digest
        from questionnaire_results r, generate_series(1, 65535) n where r.tenant_id = ${admin.tenantId}`),
    );
    const tooMany = await fetch(`${t.url}/questionnaire/result/export?projectKey=${key}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    assert.deepEqual([tooMany.status, ((await tooMany.json()) as { msg: string }).msg], [400, 'xls格式最多65535行，请选择xlsx格式导出']);
  });
});
