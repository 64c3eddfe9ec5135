/** The counts that are kept stay those of all results when results and questions change. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sql } from 'kysely';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireReports as routes } from '#contract/questionnaires/questionnaire-reports.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaire, YES_NO } from '#test/forms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { foldCounts } from './count-folding.ts';
import { CHUNK, runsWithout } from './kept-counts.ts';

let t: Harness;
let admin: TestUser;

/** Of several types, and some that are counted only as answered. */
const ITEMS = [
  { type: 'RADIO', label: '完成', expand: { options: YES_NO } },
  { type: 'CHECKBOX', label: '多选', expand: { options: YES_NO } },
  { type: 'NUMBER_INPUT', label: '数字' },
  { type: 'INPUT', label: '意见' },
  { type: 'SELECT', label: '再选', expand: { options: YES_NO } },
];
/** The spans that are asked for: whole days, part of a day, everything. */
const SPANS = [
  {},
  { beginDateTime: '2026-03-02 00:00:00', endDateTime: '2026-03-03 23:59:59' },
  { beginDateTime: '2026-03-02 08:30:00' },
  { endDateTime: '2026-03-02 23:59:59' },
];

before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant('平安颐养院'));
});
after(() => t.close());

const inTenant = <T>(work: Parameters<typeof t.deps.inTenant<T>>[1]) => t.deps.inTenant(admin.tenantId, work);

/** Results with the numbers from `first` to `last`, by the seed. */
const add = (id: number, first: number, last: number, seed: number) =>
  inTenant((tx) =>
    tx.run(sql`
    insert into questionnaire_results (tenant_id, questionnaire_id, revision, serial_number, original_data, process_data, complete_ms,
      submit_os, submit_browser, submit_address, digest, created_at)
    select ${admin.tenantId}, ${id}, (select max(revision) from questionnaire_forms where questionnaire_id = ${id}), i,
      jsonb_strip_nulls(jsonb_build_object('field101', nullif(r % 4, 3),
        'field102', case when r % 5 < 3 then jsonb_build_array(r % 3, 2) end, 'field103', (r % 1000) / 10.0,
        'field104', case when r % 2 = 0 then '话' || r end,
        'field105', 1 + r % 2)), '{}', r % 5000,
      (array['Android', null, ''])[1 + r % 3], (array['Chrome', 'Edge'])[1 + r % 2], (array['浙江省-杭州市', '内网IP', null])[1 + r % 3],
      sha256(i::text::bytea), '2026-03-01 23:59:00+08'::timestamptz
        + (r % 2880) * interval '1 minute' + interval '0.6 seconds'
    from (select i, (hashint8extended(i, ${seed}) & 2147483647)::integer as r
      from generate_series(${first}::integer, ${last}::integer) as i) n`),
  );

const reports = async (key: string) => {
  const asked = [];
  for (const span of SPANS)
    for (const [route, more] of [
      [routes.stats, {}],
      [routes.position, {}],
      [routes.source, {}],
      [routes.device, {}],
      [routes.analysis, {}],
      [routes.items, {}],
      [routes.texts, { formItemId: 104 }],
      [routes.crosstab, { rowItemId: 101, columnItemId: 105 }],
      [routes.crosstab, { rowItemId: 102, columnItemId: 105 }],
      [routes.trend, { beginDate: '2026-03-01', endDate: '2026-03-04' }],
    ] as const)
      asked.push((await t.route(route as typeof routes.stats, admin, { projectKey: key, ...span, ...more } as never)).data);
  return asked;
};

const kept = async (id: number) =>
  (await inTenant((tx) =>
    tx.row<{ n: number }>(sql`select coalesce(sum(n), 0)::integer as n from questionnaire_counts
      where tenant_id = ${admin.tenantId} and questionnaire_id = ${id} and facet = 0`),
  ))!.n;

const change = fc.record({
  what: fc.constantFrom('edit', 'delete', 'retype', 'drop', 'add', 'fold'),
  at: fc.integer({ min: 1, max: 2 * CHUNK }),
  seed: fc.nat(1000),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** One change to a questionnaire whose last number is `last`; gives the last number after it. */
async function make({ what, at, seed }: Change, id: number, key: string, last: number): Promise<number> {
  const its = sql`tenant_id = ${admin.tenantId} and questionnaire_id = ${id}`;
  const formItemId = 101 + (seed % 5);
  if (what === 'fold') await foldCounts(t.deps);
  else if (what === 'add') await add(id, last + 1, (last += 1 + (seed % 300)), seed);
  else if (what === 'delete')
    await inTenant((tx) => tx.run(sql`delete from questionnaire_results where ${its} and serial_number between ${at} and ${at + 20}`));
  else if (what === 'edit')
    await inTenant((tx) =>
      tx.run(sql`update questionnaire_results set created_at = created_at - interval '1 day', complete_ms = ${seed},
        original_data = original_data || jsonb_build_object('field101', ${seed % 4}::integer, 'field104', ${`改${seed}`}::text)
        where ${its} and serial_number between ${at} and ${at + 5}`),
    );
  else if (what === 'retype') {
    const type = seed % 2 ? 'RADIO' : 'NUMBER_INPUT';
    await t.route(questionnaireItems.update, admin, {
      projectKey: key,
      formItemId,
      type,
      expand: type === 'RADIO' ? { options: YES_NO } : {},
    });
  } else await t.route(questionnaireItems.remove, admin, { projectKey: key, formItemId });
  return last;
}

describe('the counts that are kept', () => {
  it('are those of all results after adding, changing and removing results and questions, and after they are made anew', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 8 }), async (changes) => {
        const { key, id } = await questionnaire(t, admin, { name: '统计', items: ITEMS });
        await t.route(questionnaireResults.create, admin, { projectKey: key, originalData: { field101: 1 } });
        let last = 2 * CHUNK + 100;
        await add(id, 2, last, 7);
        await foldCounts(t.deps);
        assert.equal(await kept(id), 2 * CHUNK);
        for (const one of changes) last = await make(one, id, key, last);
        const found = await reports(key);
        await t.deps.cleanup.query('select app.unfold_questionnaires()');
        assert.equal(await kept(id), 0);
        assert.deepEqual(found, await reports(key));
        await foldCounts(t.deps);
        assert.ok((await kept(id)) > CHUNK);
        assert.deepEqual(await reports(key), found);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  it('are not those of a chunk whose results are just being changed', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '同时', items: ITEMS });
    await t.route(questionnaireResults.create, admin, { projectKey: key, originalData: { field101: 1 } });
    await add(id, 2, CHUNK, 3);
    let folding: Promise<unknown> = Promise.resolve();
    await inTenant(async (tx) => {
      await tx.run(sql`delete from questionnaire_results
        where tenant_id = ${admin.tenantId} and questionnaire_id = ${id} and serial_number = 5`);
      folding = foldCounts(t.deps);
      // Other files wait for locks, too, in other databases of the cluster.
      const waits = sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      while (!(await tx.row(waits)));
    });
    await folding;
    assert.equal(await kept(id), CHUNK - 1);
  });

  it('are not used by those who see less than the institution', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '自己的', items: ITEMS });
    await t.route(questionnaireResults.create, admin, { projectKey: key, originalData: { field101: 1 } });
    await add(id, 2, CHUNK, 3);
    await foldCounts(t.deps);
    const own = await t.user(admin.tenantId, { permissions: ['questionnaire_result_view'], dataScope: 5 });
    assert.equal((await t.route(routes.stats, own, { projectKey: key })).data.completeCount, 0);
    assert.equal((await t.route(routes.stats, admin, { projectKey: key })).data.completeCount, CHUNK);
  });

  it('leave out runs of numbers', () => {
    assert.deepEqual(runsWithout([]), [{ from: 1, to: null }]);
    assert.deepEqual(runsWithout([0, 1, 3]), [
      { from: 2 * CHUNK + 1, to: 3 * CHUNK },
      { from: 4 * CHUNK + 1, to: null },
    ]);
  });
});
