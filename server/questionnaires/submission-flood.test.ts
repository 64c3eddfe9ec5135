/** Ten thousand answers from one address: by counts, never by time. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { sql } from 'kysely';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, alarm, frame, ingest } from '#test/ingest.ts';

const POSTS = 10_000;
const AT_ONCE = 40;
/** What one address may send at once (server/http/rate-limits.ts); the clock of this test stands still, so no more comes. */
const BURST = 60;
const ALARMS = 20;

let t: Harness;
let admin: TestUser;
let sink: ReturnType<typeof ingest>;
const now = Date.now();
before(async () => {
  t = await harness({ rateFactor: 1, now: () => now });
  admin = await t.user(await t.tenant('平安颐养院'));
  sink = ingest(t);
});
after(async () => {
  await sink?.close();
  await t?.close();
});

/** Posts by a few connections that stay open; gives how often each status was answered. */
async function flood(bodies: readonly string[], seen: (status: number) => Promise<void>): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const found = new Map<number, number>();
  let next = 0;
  const post = (path: string, body: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(t.url + path, { method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      sent.on('error', reject).end(body);
    });
  const paths = [questionnaireResults.create.path, ...questionnaireResults.create.also!];
  const work = async () => {
    while (next < bodies.length) {
      const at = next++;
      const status = await post(paths[at % paths.length]!, bodies[at]!);
      found.set(status, (found.get(status) ?? 0) + 1);
      await seen(status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  return found;
}

describe('ten thousand answers from one address', () => {
  it('are refused beyond the limit without the database, and every call for help of another institution is a warning', async () => {
    const { key, id } = await questionnaire(t, admin, { items: [{ type: 'INPUT', label: '姓名' }] });
    const other = await t.tenant('康和颐养院');
    const devices = await Promise.all(Array.from({ length: ALARMS }, () => addDevice(t, other)));
    const connect = t.deps.pool.connect.bind(t.deps.pool) as () => Promise<never>;
    let units = 0;
    (t.deps.pool as { connect: unknown }).connect = (...given: []) => {
      units++;
      return connect(...given);
    };
    const bodies = Array.from({ length: POSTS }, (_, at) => JSON.stringify({ projectKey: key, originalData: { field101: `第${at}位` } }));
    let answers = 0;
    const found = await flood(bodies, async () => {
      // In the midst of it, evenly.
      const device = ++answers % (POSTS / ALARMS) === 0 ? devices[answers / (POSTS / ALARMS) - 1] : undefined;
      if (device) await sink.pipeline.accept(frame(device, alarm(device, 'sos', { at: now, receivedAt: now })));
    });
    delete (t.deps.pool as { connect?: unknown }).connect;
    assert.deepEqual([...found].toSorted(), [
      [200, BURST],
      [429, POSTS - BURST],
    ]);
    // An answer that is refused costs the database nothing: some for each answer that was taken, for each alarm and for their notices.
    assert.ok(units < POSTS / 10, `${units} units of work`);
    const count = (tenantId: number, query: ReturnType<typeof sql<{ n: number }>>) =>
      t.deps.inTenant(tenantId, (tx) => tx.row<{ n: number }>(query)).then((row) => row?.n);
    assert.equal(
      await count(
        admin.tenantId,
        sql`select count(*)::integer as n from questionnaire_results where tenant_id = ${admin.tenantId} and questionnaire_id = ${id}`,
      ),
      BURST,
    );
    assert.equal(await count(other, sql`select count(distinct person_id)::integer as n from warnings where tenant_id = ${other}`), ALARMS);
  });
});
