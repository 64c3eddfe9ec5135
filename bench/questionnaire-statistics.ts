/**
 * Statistics of one questionnaire with 200,000 results of a dozen questions, beside the bare aggregate: one statement that reads the same
 * results and counts one question; they are read from counts that are kept of full chunks. Goal: each within 300 ms.
 * Usage: node bench/questionnaire-statistics.ts [rounds]
 */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { questionnaireReports as routes } from '#contract/questionnaires/questionnaire-reports.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { questionnaireReports as handlers } from '#server/questionnaires/questionnaire-reports.ts';
import { over, paired, ratio, table } from './harness.ts';
import { cluster } from './harness-cluster.ts';
import { handlersOn, headOf } from './harness-handlers.ts';
import { fillTenants } from './harness-people.ts';

const TENANT = 2;
const ROWS = 200_000;
const GOAL_MS = 300;
const rounds = Number(process.argv[2] ?? 7);

/** Eight choices of one, two of several, a mark and a text. */
const RADIOS = 8;
const pick = (seed: number, below: number) => `(1 + (hashint8extended(i, ${seed}) & 2147483647) % ${below})`;
const ANSWERS = `jsonb_build_object(${[
  ...Array.from({ length: RADIOS }, (_, at) => `'field${101 + at}', ${pick(at, 5)}`),
  `'field109', jsonb_build_array(${pick(20, 3)}, 3 + ${pick(21, 3)})`,
  `'field110', jsonb_build_array(${pick(22, 6)})`,
  `'field111', ${pick(23, 10)}`,
  `'field112', '护士很耐心，饭菜有点咸，第' || i || '次'`,
].join(', ')})`;

async function fill(admin: pg.Client): Promise<void> {
  await fillTenants(admin, TENANT);
  await admin.query(`insert into questionnaires (tenant_id, id, key, name, status) values (${TENANT}, 1, $1, '满意度', 2)`, [
    randomBytes(16).toString('hex'),
  ]);
  const options = JSON.stringify({ options: Array.from({ length: 6 }, (_, at) => ({ label: `选项${at + 1}`, value: at + 1 })) });
  await admin.query(
    `insert into questionnaire_items (tenant_id, questionnaire_id, form_item_id, type, label, sort, expand)
      select ${TENANT}, 1, 100 + i, case when i <= ${RADIOS} then 'RADIO' when i <= 10 then 'CHECKBOX' when i = 11 then 'RATE' else 'INPUT' end,
        '题目' || i, i * 65536, case when i <= 10 then $1::jsonb else '{}' end from generate_series(1, 12) as i`,
    [options],
  );
  await admin.query(`insert into questionnaire_forms (tenant_id, questionnaire_id, revision, name, describe, items)
    values (${TENANT}, 1, 1, '满意度', '', '[]')`);
  await admin.query(`insert into questionnaire_viewers (tenant_id, questionnaire_id, viewer)
    select ${TENANT}, 1, sha256(i::text::bytea) from generate_series(1, 50000) as i`);
  // What refers to others holds by construction, and no change is recorded.
  await admin.query('set session_replication_role = replica');
  await admin.query(`insert into questionnaire_results (tenant_id, questionnaire_id, revision, serial_number, original_data, process_data,
      complete_ms, submit_os, submit_browser, submit_address, digest, created_at)
    select ${TENANT}, 1, 1, i, ${ANSWERS}, ${ANSWERS}, 30000 + i % 90000, (array['Android', 'iOS', 'Windows'])[${pick(30, 3)}],
      (array['Chrome', 'Safari', 'Edge'])[${pick(31, 3)}], (array['浙江省-杭州市', '江苏省-南京市', '内网IP'])[${pick(32, 3)}],
      sha256(i::text::bytea), now() - (${ROWS} - i) * interval '2 minutes' from generate_series(1, ${ROWS}) as i`);
  await admin.query('set session_replication_role = default');
  await admin.query('select app.unfold_questionnaires()');
  await admin.query('vacuum (analyze)');
}

const c = await cluster('questionnaires-200k', fill);
const { rows } = await c.admin.query<{ key: string }>(`select key from questionnaires where tenant_id = ${TENANT}`);
const projectKey = rows[0]!.key;
// As the process that folds them does, one unit of work each.
while ((await c.admin.query<{ more: boolean }>('select app.fold_questionnaire_chunk() as more')).rows[0]!.more);
await c.admin.query('analyze questionnaire_counts, questionnaire_columns');
const product = handlersOn(c, headOf(TENANT));
const today = dayOf(Date.now());
const asked = { projectKey };
const calls = {
  stats: () => product.timed(routes.stats, handlers.stats as never, asked),
  position: () => product.timed(routes.position, handlers.position as never, asked),
  source: () => product.timed(routes.source, handlers.source as never, asked),
  analysis: () => product.timed(routes.analysis, handlers.analysis as never, asked),
  items: () => product.timed(routes.items, handlers.items as never, asked),
  texts: () => product.timed(routes.texts, handlers.texts as never, { ...asked, formItemId: 112 }),
  crosstab: () => product.timed(routes.crosstab, handlers.crosstab as never, { ...asked, rowItemId: 101, columnItemId: 102 }),
  'trend of a year': () =>
    product.timed(routes.trend, handlers.trend as never, { ...asked, beginDate: nextDay(today, -365), endDate: today }),
} as const;

async function bare(): Promise<number> {
  const began = performance.now();
  await c.admin.query(`select original_data -> 'field101', count(*) from questionnaire_results
    where tenant_id = ${TENANT} and questionnaire_id = 1 group by 1`);
  return performance.now() - began;
}

const names = Object.keys(calls) as (keyof typeof calls)[];
const times = await paired(['bare', ...names] as const, rounds, (name) => (name === 'bare' ? bare() : calls[name]()));
const floor = over(times.bare, (one) => one);
const figures = names.map((name) => ({ report: name, ms: over(times[name], (one) => one) }));
table(`${ROWS} results, ${rounds} rounds, medians`, [
  { report: 'bare aggregate of one question', ms: floor, 'over bare': 1 },
  ...figures.map((one) => ({ ...one, 'over bare': one.ms / floor })),
]);
for (const { report, ms } of figures) ratio(report, ms, '<=', GOAL_MS, ' ms');
await product.close();
await c.stop();
