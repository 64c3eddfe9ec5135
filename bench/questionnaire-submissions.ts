/**
 * Answers a second to one questionnaire: posts by its link to the product, beside bare inserts of the same rows, a transaction each,
 * over as many connections. Goal: 200 answers a second. Usage: node bench/questionnaire-submissions.ts [rounds] [answers of a round]
 */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import { connection } from '#server/db/pool.ts';
import { over, paired, pairRatio, ratio, table } from './harness.ts';
import { cluster } from './harness-cluster.ts';
import { fillTenants } from './harness-people.ts';
import { startProduct, stop } from './harness-server.ts';

const TENANT = 2;
const CONNECTIONS = 6;
const GOAL = 200;
const rounds = Number(process.argv[2] ?? 5);
const answers = Number(process.argv[3] ?? 1000);
/** Eight choices of one, and a text. */
const RADIOS = 8;

async function fill(admin: pg.Client): Promise<void> {
  await fillTenants(admin, TENANT);
  await admin.query(
    `insert into questionnaires (tenant_id, id, key, name, status)
    select ${TENANT}, i, k, '满意度', 2 from unnest($1::text[]) with ordinality as n (k, i)`,
    [[randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]],
  );
  const options = JSON.stringify({ options: Array.from({ length: 6 }, (_, at) => ({ label: `选项${at + 1}`, value: at + 1 })) });
  await admin.query(
    `insert into questionnaire_items (tenant_id, questionnaire_id, form_item_id, type, label, sort, expand)
      select ${TENANT}, q, 100 + i, case when i <= ${RADIOS} then 'RADIO' else 'INPUT' end, '题目' || i, i * 65536,
        case when i <= ${RADIOS} then $1::jsonb else '{}' end from generate_series(1, ${RADIOS + 1}) as i, generate_series(1, 2) as q`,
    [options],
  );
  await admin.query(`insert into questionnaire_forms (tenant_id, questionnaire_id, revision, name, describe, items)
    select ${TENANT}, q, 1, '满意度', '', '[]' from generate_series(1, 2) as q`);
  await admin.query('vacuum (analyze)');
}

const c = await cluster('questionnaire-submissions', fill);
const { rows } = await c.admin.query<{ key: string }>(`select key from questionnaires where tenant_id = ${TENANT} and id = 1`);
const product = await startProduct(c, CONNECTIONS);
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const clients = await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    const client = new pg.Client(connection(c.target('superuser'), 'bench bare'));
    await client.connect();
    return client;
  }),
);

let serial = Date.now();
/** No two are the same: the same again within two seconds counts once. */
const answer = () => ({
  ...Object.fromEntries(Array.from({ length: RADIOS }, (_, at) => [`field${101 + at}`, 1 + ((serial + at) % 6)])),
  [`field${101 + RADIOS}`]: `第${serial++}位`,
});

const post = () =>
  new Promise<void>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: product.port, path: routes.create.path, method: 'POST', agent };
    const sent = request({ ...options, headers: { 'content-type': 'application/json' } }, (got) => {
      got.resume().on('end', () => (got.statusCode === 200 ? resolve() : reject(new Error(`answered ${got.statusCode}`))));
    });
    sent.on('error', reject).end(JSON.stringify({ projectKey: rows[0]!.key, originalData: answer(), completeTime: 6143 }));
  });

const last = await c.admin.query<{ n: number }>(
  `select coalesce(max(serial_number), 0) as n from questionnaire_results where tenant_id = ${TENANT} and questionnaire_id = 2`,
);
let number = Number(last.rows[0]!.n);
async function insert(client: pg.Client): Promise<void> {
  const data = JSON.stringify(answer());
  await Promise.all([
    client.query('begin'),
    client.query({
      name: 'bare',
      text: `insert into questionnaire_results (tenant_id, questionnaire_id, revision, serial_number, original_data, process_data,
          complete_ms, submit_ip, submit_address, digest) values (${TENANT}, 2, 1, $1, $2, $2, 6143, '127.0.0.1', '内网IP', $3)`,
      values: [++number, data, randomBytes(32)],
    }),
    client.query('commit'),
  ]);
}

/** Answers a second of a round, by so many at once. */
async function perSecond(atOnce: number, one: (at: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  let left = answers;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, at) => {
      while (left-- > 0) await one(at);
    }),
  );
  return answers / ((performance.now() - began) / 1000);
}

const found = await paired(['bare', 'product'] as const, rounds, (name) =>
  name === 'bare' ? perSecond(CONNECTIONS, (at) => insert(clients[at]!)) : perSecond(16, post),
);
const same = (one: number) => one;
table(`${answers} answers a round, ${rounds} rounds, medians`, [
  { way: 'bare inserts', 'per second': over(found.bare, same) },
  { way: 'posts to the product', 'per second': over(found.product, same), 'of bare': pairRatio(found.product, found.bare, same) },
]);
ratio('answers a second', over(found.product, same), '>=', GOAL);
await Promise.all(clients.map((client) => client.end()));
agent.destroy();
await stop(product);
await c.stop();
