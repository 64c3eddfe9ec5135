/**
 * `kill -9` at each step of admission and check-out: at every table that the step writes, and between COMMIT and its answer. The same request
 * with its `Idempotency-Key` then leaves every table as the step leaves it when nothing happens.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { messageJobs } from '#server/messages/message-jobs.ts';
import { runJobs } from '#server/jobs/runner.ts';
import { ledgerErrors } from '#test/accounts-ledger.ts';
import { AT_COMMIT, faults, type Faults, type Held } from '#test/faults.ts';
import { harness, type Harness } from '#test/harness.ts';
import { unable } from '#test/processes.ts';
import { smsGateway } from '#test/sms-gateway.ts';
import { doStep, stayHouse, staySteps, type Sent, type StayHouse } from '#test/stay-steps.ts';

type Print = Record<string, string>;

interface Victim {
  at: number;
  point: string;
  house: StayHouse;
  sent: Sent;
  held: Held;
}

/** The steps of many tables: killed at each of them; the others at their first and last. */
const BIG = ['入住', '结算退住'];
/** So many requests are held in one process at once. */
const TOGETHER = 50;
/** Preparing an institution takes some twenty requests: so many are prepared at once. */
const ATONCE = 4;

async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  await Promise.all(
    Array.from({ length: ATONCE }, async () => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one);
    }),
  );
}

describe('kill -9 at a step of a stay', { skip: unable }, () => {
  let t: Harness;
  let f: Faults;
  let gateway: Awaited<ReturnType<typeof smsGateway>>;
  /** What an institution has before the first step and after each, when nothing happens. */
  const prints: Print[] = [];
  const written: string[][] = [];
  let control: StayHouse;

  before(async () => {
    t = await harness();
    gateway = await smsGateway();
    f = await faults(t);
    control = await stayHouse(t);
    prints.push(await f.fingerprint(control.tenantId));
    for (const step of staySteps) {
      written.push(await f.tablesOf(control.tenantId, () => doStep(t, control, step)));
      prints.push(await f.fingerprint(control.tenantId));
    }
  });
  after(async () => {
    await f?.close();
    gateway?.close();
    await t?.close();
  });

  async function victim(at: number, point: string): Promise<Victim> {
    const house = await stayHouse(t);
    for (const step of staySteps.slice(0, at)) await doStep(t, house, step);
    const sent = await staySteps[at]!.request(t, house);
    const { as, method, path, input } = sent;
    return { at, point, house, sent, held: { tenantId: house.tenantId, point, as, method, path, input, key: `kill-${house.tenantId}` } };
  }

  /** Kills a process that is at all these points, and asks the next process again; `left` says what the killed one left of each step. */
  async function strike(points: readonly (readonly [number, string])[], left: (at: number) => Print): Promise<Victim[]> {
    const victims: Victim[] = [];
    await each(points, async ([at, point]) => void victims.push(await victim(at, point)));
    await f.killAt(victims.map(({ held }) => held));
    const named = ({ at, point }: Victim) => `${staySteps[at]!.name} at ${point}`;
    for (const one of victims) assert.deepEqual(await f.fingerprint(one.house.tenantId), left(one.at), `what is left of ${named(one)}`);
    const { ask, child } = await f.server();
    await each(victims, async (one) => {
      // Twice at once, as a page and a person who presses again.
      const answers = await Promise.all([ask(one.held), ask(one.held)]);
      for (const { status, msg } of answers) assert.equal(status, 200, `${named(one)}: ${msg}`);
      assert.deepEqual(answers[0]!.data, answers[1]!.data);
      one.sent.keep(answers[0]!.data);
      const { tenantId } = one.house;
      assert.deepEqual(await f.fingerprint(tenantId), prints[one.at + 1], `${named(one)}, asked again`);
      assert.deepEqual(await ledgerErrors(t, tenantId), []);
    });
    child.kill('SIGKILL');
    return victims;
  }

  it('is measured against a stay that went as it should', async () => {
    const { tenantId, oldmanId, bedId } = control;
    const row = await t.deps.inTenant(tenantId, (tx) =>
      tx.row<Record<string, unknown>>(sql`
        select (select count(*)::int from people where tenant_id = ${tenantId}) as people,
          (select status from people where tenant_id = ${tenantId} and id = ${oldmanId}) as status,
          (select status from beds where tenant_id = ${tenantId} and id = ${bedId}) as bed,
          (select count(*)::int from contracts where tenant_id = ${tenantId} and ended_on is not null) as contracts,
          (select count(*)::int from care_plans where tenant_id = ${tenantId} and state = 3) as plans,
          (select cash_fen + grant_fen + deposit_fen from person_accounts where tenant_id = ${tenantId}) as purses,
          (select sum(cash_fen + deposit_fen)::int from account_movements where tenant_id = ${tenantId} and kind = 1) as paid`),
    );
    assert.deepEqual(row, { people: 1, status: 4, bed: 0, contracts: 1, plans: 1, purses: 0, paid: 560_050 });
    assert.ok(Number(prints[3]!.care_tasks?.split(' ')[0]) > 0, 'the admission made tasks');
    for (const tables of written) assert.ok(tables.length >= 3, tables.join());
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(
        sql`insert into messages (tenant_id, recipient_id, kind, title, text) values (${tenantId}, ${control.head.userId}, 'notice', '多', '')`,
      ),
    );
    assert.notDeepEqual(await f.fingerprint(tenantId), prints.at(-1), 'a message too many would be seen');
  });

  it('before the commit leaves nothing, and the step then happens once', async (context) => {
    // The big transactions at each of their tables, the small ones at their first and last, each department's sign at its last.
    const points = written.flatMap((tables, at) => {
      const all = tables.filter((table) => table !== AT_COMMIT);
      const { name } = staySteps[at]!;
      const last = all.at(-1)!;
      const chosen = BIG.includes(name) ? all : name.startsWith('退住审核') ? [last] : [...new Set([all[0]!, last])];
      return chosen.map((point) => [at, point] as const);
    });
    context.diagnostic(`${points.length} points: ${points.map(([at, point]) => `${staySteps[at]!.name} ${point}`).join(', ')}`);
    while (points.length > 0) await strike(points.splice(0, TOGETHER), (at) => prints[at]!);
  });

  it('between commit and answer loses nothing and doubles nothing, and what follows as a job happens once', async () => {
    await f.forgetJobs();
    const victims = await strike(
      staySteps.map((_, at) => [at, AT_COMMIT] as const),
      (at) => prints[at + 1]!,
    );
    await runJobs(gateway.through(t.deps), messageJobs);
    for (const { house, at } of victims) {
      const planned = await t.deps.inTenant(house.tenantId, (tx) =>
        tx.row<{ n: number }>(sql`select count(*)::int as n from message_deliveries where tenant_id = ${tx.tenantId} and channel = 'sms'`),
      );
      const texts = gateway.heard.filter((phone) => house.phones.includes(phone)).length;
      assert.equal(texts, planned!.n, staySteps[at]!.name);
      assert.ok(texts > 0);
    }
  });
});
