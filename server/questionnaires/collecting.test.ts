import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { MINUTE } from '#contract/time.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
});
after(() => t.close());

describe('an answer whose receipt was lost', () => {
  const send = async (key: string, field101: string, idempotencyKey?: string) => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
    const body = JSON.stringify({ projectKey: key, originalData: { field101 }, completeTime: '6143' });
    const answer = await fetch(`${t.url}${questionnaireResults.create.path}`, { method: 'POST', headers, body });
    return ((await answer.json()) as { code: number }).code;
  };
  const count = async (id: number) =>
    (
      await t.deps.inTenant(admin.tenantId, (tx) =>
        tx.row<{ n: number }>(
          sql`select count(*)::int as n from questionnaire_results where tenant_id = ${admin.tenantId} and questionnaire_id = ${id}`,
        ),
      )
    )?.n;
  /** As if it had been sent ten minutes ago. */
  const earlier = (id: number) =>
    t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(
        sql`update questionnaire_results set created_at = created_at - ${10 * MINUTE} * interval '1 millisecond'
          where tenant_id = ${admin.tenantId} and questionnaire_id = ${id}`,
      ),
    );

  it('counts once under one key, however late it comes again', async () => {
    const { key, id } = await questionnaire(t, admin, { items: [{ type: 'INPUT', label: '姓名' }] });
    const once = 'a-key-of-this-submission';
    assert.equal(await send(key, '王', once), 0);
    await earlier(id);
    assert.equal(await send(key, '王', once), 0);
    assert.equal(await count(id), 1);
    assert.equal(await send(key, '李', once), 0);
    assert.equal(await send(key, '王', 'another-key-of-another'), 0);
    assert.equal(await count(id), 3);
  });

  it('without a key, or under one that is too short to be of one submission, counts once for two seconds', async () => {
    const { key, id } = await questionnaire(t, admin, { items: [{ type: 'INPUT', label: '姓名' }] });
    for (const short of [undefined, '1']) assert.equal(await send(key, '王', short), 0);
    assert.equal(await count(id), 1);
    await earlier(id);
    assert.equal(await send(key, '王', '1'), 0);
    assert.equal(await count(id), 2);
  });
});
