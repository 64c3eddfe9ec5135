import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { jobHandlers } from '#server/job-handlers.ts';
import { startJobs } from '#server/jobs/runner.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { smsLater } from '#server/messages/text-messages.ts';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice } from '#test/ingest.ts';
import { newPhone } from '#test/phones.ts';
import { eventually } from '#test/processes.ts';
import { smsGateway } from '#test/sms-gateway.ts';
import { startClipWork } from './clip-work.ts';
import { raiseWarning } from './raise.ts';
import { startSweeps } from './sweeps.ts';

let t: Harness;
let gateway: Awaited<ReturnType<typeof smsGateway>>;
/** Answers nothing, ever. */
let recorder: Server;
let asked: string[] = [];
let place: string;
before(async () => {
  t = await harness();
  gateway = await smsGateway();
  recorder = createServer((request) => void asked.push(request.url ?? ''));
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(recorder.address() as AddressInfo).port}`;
  place = `http://${host}`;
  process.env.POLL_PRIVATE_HOSTS = host;
  process.env.WARNING_MAIL_URL = `${place}/mail`;
});
after(async () => {
  delete process.env.POLL_PRIVATE_HOSTS;
  delete process.env.WARNING_MAIL_URL;
  gateway?.close();
  recorder?.close();
  recorder?.closeAllConnections();
  await t?.close();
});

const step = (kind: string, address: string | null, channel: string[]) => ({
  delay: 0,
  to: [{ kind, id: null, address }],
  channels: channel,
  repeatMinutes: null,
  repeats: 0,
});

/** A tenant whose one nurse is on duty and has a number; `mail` tells that address as well. */
async function house(phone: string, mail?: string) {
  const tenantId = await t.tenant();
  const steps = [step('duty', null, ['sms']), ...(mail ? [step('email', mail, [])] : [])];
  await t.deps.inTenant(tenantId, async (tx) => {
    const user = await tx.row<{ id: number }>(
      sql`insert into users (tenant_id, username, name, phone) values (${tenantId}, ${`n${tenantId}`}, '夜班', ${phone}) returning id`,
    );
    await tx.run(
      sql`insert into duties (tenant_id, user_id, starts_at, ends_at)
        values (${tenantId}, ${user!.id}, now() - interval '1 hour', now() + interval '8 hours')`,
    );
    await tx.run(sql`insert into warning_policies (tenant_id, name, steps) values (${tenantId}, '默认', ${JSON.stringify(steps)}::jsonb)`);
  });
  const device = await addDevice(t, tenantId);
  const raise = () =>
    t.deps.inTenant(tenantId, (tx) =>
      raiseWarning(tx, t.deps, { rule: 'sos', deviceId: device.deviceId, code: 'sos', at: Date.now(), late: false, place: null }),
    );
  return { tenantId, phone, raise };
}

const clipOf = (tenantId: number, warningId: number, address: string) =>
  t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`insert into warning_clips (tenant_id, warning_id, address, address_key, at, next_at)
      values (${tenantId}, ${warningId}, ${address}, ${createHash('sha256').update(address).digest()}, now(), now())`),
  );

describe('a peer that never answers', () => {
  it('of one tenant holds up no warning of the 59 others', async () => {
    const houses = await Promise.all(Array.from({ length: 60 }, () => house(newPhone())));
    const [dead, ...others] = houses as [(typeof houses)[0], ...typeof houses];
    gateway.hanging.add(dead.phone);
    // All of them wait before the first is sent: what hangs is given up after five seconds.
    for (let press = 0; press < 3; press++) await dead.raise();
    await Promise.all(others.map(({ raise }) => raise()));
    const deps = gateway.through(t.deps);
    const sweeps = startSweeps(deps, 20);
    const jobs = startJobs(deps, jobHandlers(null), { lookMs: 50 });
    await eventually(() => gateway.held.size > 0);
    const pending = [...gateway.held];
    await eventually(() => others.every(({ phone }) => gateway.heard.includes(phone)));
    assert.ok(
      pending.some((response) => gateway.held.has(response)),
      'the call that hangs is still pending',
    );
    await Promise.all([sweeps.stop(), jobs.stop()]);
    gateway.hanging.clear();
  });

  it('is waited for outside of every transaction, by each kind of job', async () => {
    const { tenantId, phone, raise } = await house(newPhone(), 'a@example.com');
    gateway.hanging.add(phone);
    asked = [];
    const raised = await raise();
    await clipOf(tenantId, raised!.warningId, `${place}/clip.mp4`);
    await t.deps.inTenant(tenantId, (tx) => smsLater({ tx, deps: t.deps }, phone, '您好'));
    const { promise: never } = Promise.withResolvers<null>();
    const device = await addDevice(t, tenantId);
    const points = JSON.stringify([1, 2, 3].map((one) => ({ mac: `00:11:22:33:44:0${one}`, rssi: -50 })));
    await t.deps.inTenant(tenantId, async (tx) => {
      await tx.run(
        sql`insert into device_surroundings (tenant_id, device_id, at, received_at, fix, cells, access_points)
          values (${tenantId}, ${device.deviceId}, now(), now(), false, '[]', ${points}::jsonb)`,
      );
      await enqueue(tx, 'network-place', 'x', { deviceId: device.deviceId });
    });
    const locator = { locate: () => (asked.push('/locate'), never) };
    const deps = gateway.through(t.deps);
    const [sweeps, clips, jobs] = [startSweeps(deps, 20), startClipWork(deps, 20), startJobs(deps, jobHandlers(locator), { lookMs: 50 })];
    await eventually(
      () => gateway.held.size === 2 && ['/clip.mp4', '/mail', '/locate'].every((one) => asked.includes(one)),
      () => `all five peers asked: ${gateway.held.size} texts, ${asked.join(' ')}`,
    );
    // What sweeps between two statements of its own is seen once at most; who waits for a peer would be seen each time.
    let seen: number[] | null = null;
    for (let look = 0; look < 5; look++) {
      const { rows } = await t.admin.query(`select pid from pg_stat_activity where datname = $1 and state like 'idle in transaction%'`, [
        t.database,
      ]);
      const now = rows.map(({ pid }) => pid as number);
      seen = seen === null ? now : seen.filter((pid) => now.includes(pid));
      await wait(40);
    }
    assert.deepEqual(seen, []);
    gateway.close();
    recorder.closeAllConnections();
    await Promise.all([sweeps.stop(), clips.stop(), jobs.stop()]);
  });
});
