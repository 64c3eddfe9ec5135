import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { MINUTE } from '#contract/time.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaireSettings } from '#contract/questionnaires/questionnaire-settings.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { letterJobs, sweepLetters } from './answer-letters.ts';

let t: Harness;
let admin: TestUser;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant('平安颐养院'));
});
after(() => t.close());

const answer = async (key: string, field101: string) =>
  assert.equal((await t.route(questionnaireResults.create, null, { projectKey: key, originalData: { field101 } })).status, 200);
const made = async (newWriteNotifyEmail: string | null) => {
  const { key, id } = await questionnaire(t, admin, { name: '回访', items: [{ type: 'INPUT', label: '姓名' }] });
  await t.route(questionnaireSettings.save, admin, { projectKey: key, newWriteNotifyEmail } as never);
  return { key, id };
};
const letters = (id: number) =>
  t.deps.inTenant(admin.tenantId, (tx) =>
    tx.rows<{ id: number; first: number; last: number | null }>(sql`
      select id, from_serial as first, to_serial as last from questionnaire_letters
      where tenant_id = ${admin.tenantId} and questionnaire_id = ${id} order by id`),
  );
const mails = (): { to: string; subject: string; text: string }[] => {
  const file = join(t.deps.config.dataDir, 'outbox', 'mail.log');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
};
/** As the queue does, five minutes after the first answer. */
async function later(id: number): Promise<void> {
  await sweepLetters({ ...t.deps, now: () => t.deps.now() + 6 * MINUTE });
  for (const { id: letterId, last } of await letters(id))
    if (last !== null) await letterJobs['questionnaire-mail'](t.deps, { tenantId: admin.tenantId, payload: { letterId } } as never);
}

describe('the letters of new answers', () => {
  it('are one for each address for all answers of some minutes, and one again for those after it', async () => {
    const { key, id } = await made('a@example.com;b@example.com');
    for (let n = 0; n < 30; n++) await answer(key, `第${n}位`);
    assert.deepEqual(
      (await letters(id)).map(({ first, last }) => [first, last]),
      [[1, null]],
    );
    await sweepLetters(t.deps);
    assert.equal(mails().length, 0);
    await later(id);
    assert.deepEqual(
      mails().map(({ to, subject }) => [to, subject]),
      ['a@example.com', 'b@example.com'].map((to) => [to, '【颐安】平安颐养院：问卷有新的答卷']),
    );
    assert.match(mails()[0]!.text, /^《回访》收到了30份新的答卷/);
    assert.ok(!mails().some(({ text }) => text.includes('第1位')));
    await answer(key, '再来');
    await later(id);
    assert.match(mails()[3]!.text, /收到了1份新的答卷/);
    assert.deepEqual([mails().length, await letters(id)], [4, []]);
  });

  it('are not sent twice to an address when another attempt is made', async () => {
    const { key, id } = await made('c@example.com;d@example.com');
    await answer(key, '王');
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`update questionnaire_letters set sent = '{c@example.com}' where tenant_id = ${admin.tenantId}`),
    );
    await later(id);
    assert.deepEqual(
      mails()
        .filter(({ to }) => /^[cd]/.test(to))
        .map(({ to }) => to),
      ['d@example.com'],
    );
  });

  it('are none where the setting names no address', async () => {
    const { key, id } = await made(null);
    await answer(key, '王');
    assert.deepEqual(await letters(id), []);
  });
});
