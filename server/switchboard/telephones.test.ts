/** Telephones by a trunk, through the process of the calls with its real sound: baresip calls and is called; the trunk takes us or not. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callServices } from '#contract/calls/call-services.ts';
import { workbench as routes } from '#contract/calls/workbench.ts';
import { hasBaresip, startBaresip, type Baresip } from '#test/baresip.ts';
import { CallBrowser } from '#test/call-browser.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { eventually, freePorts } from '#test/processes.ts';
import { sipRegistrar, type Registrar } from '#test/sip-registrar.ts';
import { switchboardProcesses } from '#test/switchboard-process.ts';
import { heard } from '#test/tone-meter.ts';
import { sealCallSecret } from '../calls/call-secrets.ts';

/** What baresip says. */
const PHONE = 440;
const SEAT = 700;
const NUMBER = '13800000001';
const noBaresip = !hasBaresip && 'baresip is not installed (apt-get install baresip-core)';

let t: Harness;
let house: CallHouse;
let seat: Seat;
let sipPort: number;
const processes = switchboardProcesses(35_000);

before(async () => {
  t = await harness();
  sipPort = await freePorts(2);
  await processes.start(t, { SIP_PORT: String(sipPort) });
  house = await callHouse(t, { provider: 2 });
  const groupId = await house.group('服务台');
  const tree = {
    greeting: '服务台请按1',
    soundId: null,
    keys: [{ key: '1', name: '服务台', action: { to: 'group', groupId } }],
    seconds: 20,
    repeats: 0,
    otherwise: { to: 'hangup' },
  };
  const [menu] = await house.run<{ id: number }>(sql`
    insert into call_menus (tenant_id, name, tree) values (${house.tenantId}, '导航', ${JSON.stringify(tree)}) returning id`);
  const numbers = JSON.stringify([{ number: '4002', name: '导航', groupId: null, menuId: menu!.id }]);
  const trunk = JSON.stringify({ host: '127.0.0.1', port: sipPort + 1, username: '', registers: false });
  await house.run(sql`update call_services set numbers = ${numbers}::jsonb, trunk = ${trunk}::jsonb where tenant_id = ${house.tenantId}`);
  seat = await house.seat([groupId]);
  await house.onDuty(seat);
});
after(async () => {
  processes.killAll();
  await t.close();
});

const state = async () => (await house.state(seat)).state;
const inState = (wanted: number) => eventually(async () => (await state()) === wanted, `the seat in state ${wanted}`, 30);
const last = async () => {
  const [call] = await house.run<{ id: number; phase: number; disposition: string | null; by: number | null; events: string[] }>(sql`
    select id, phase, disposition, ended_by as by,
      array(select what from call_events e where e.tenant_id = c.tenant_id and e.call_id = c.id order by e.id) as events
    from calls c where tenant_id = ${house.tenantId} order by id desc limit 1`);
  return call;
};

describe('a telephone by a trunk', { skip: noBaresip }, () => {
  let phone: Baresip;
  let browser: CallBrowser;
  before(async () => {
    phone = startBaresip(NUMBER, 'x', `127.0.0.1:${sipPort}`, sipPort + 1);
    browser = new CallBrowser(SEAT);
    const { legId } = (await t.route(routes.offer, seat.user, { pageId: seat.pageId, offer: await browser.offer(), take: true })).data;
    const answer = async () => (await t.route(routes.answer, seat.user, { legId })).data.answer as string | null;
    await browser.take(await eventually(answer, 'an answer for the seat'));
    await browser.connected.promise;
  });
  after(async () => {
    await phone.close();
    await browser.close();
  });

  const isHeard = () => eventually(async () => String(heard(await browser.listen(400), [PHONE, SEAT])) === String(PHONE), 'the phone', 20);
  const dialled = () =>
    eventually(async () => (await house.act(seat, 'MakeCall', { Callee: NUMBER })).status === 200, 'the trunk to be known', 20);

  it('calls in, presses a key of the menu, is heard by the seat, who hangs up', async () => {
    // Who the trunk is is told to the sound within seconds.
    await eventually(async () => {
      phone.command(`/dial sip:4002@127.0.0.1:${sipPort}`);
      return eventually(async () => (await last())?.phase === 2, 'the menu', 3).catch(() => false);
    }, 'the menu to answer');
    await eventually(async () => {
      phone.command('1');
      return (await last())?.phase !== 2;
    }, 'the key to be heard');
    await inState(6);
    await house.act(seat, 'AnswerCall');
    await isHeard();
    await house.act(seat, 'ReleaseCall');
    await eventually(() => /terminated|session closed/i.test(phone.output()), 'the BYE to arrive');
    const { disposition, by } = (await last())!;
    assert.deepEqual([disposition, by], ['Success', 2]);
  });

  it('is called by the seat, is heard, and hangs up', async () => {
    await house.act(seat, 'ReadyForService');
    await dialled();
    await isHeard();
    phone.command('/hangup');
    await inState(5);
    const { disposition, by, events } = (await last())!;
    assert.deepEqual([disposition, by, events.includes('party-left')], ['Success', 1, true]);
  });

  it('that vanishes without a word ends its call, which says so', async () => {
    await house.act(seat, 'ReadyForService');
    await dialled();
    await isHeard();
    await phone.close();
    await inState(5);
    const { disposition, by, events } = (await last())!;
    assert.deepEqual([disposition, by, events.includes('party-lost')], ['Success', 3, true]);
  });
});

describe('a trunk that wants a registration', () => {
  let registrar: Registrar;
  let admin: TestUser;
  let serviceId: number;
  before(async () => {
    registrar = await sipRegistrar('house', 'right', '127.0.0.2');
    admin = await t.user(house.tenantId, { permissions: ['cloudcall_cloudcallservice_view'] });
    serviceId = (await house.run<{ id: number }>(sql`select id from call_services where tenant_id = ${house.tenantId}`))[0]!.id;
    const trunk = JSON.stringify({ host: '127.0.0.2', port: registrar.port, username: 'house', registers: true });
    const secret = sealCallSecret(t.deps.secrets, house.tenantId, 'call_services', serviceId, 'right');
    await house.run(sql`update call_services set trunk = ${trunk}::jsonb, secret_cipher = ${secret} where tenant_id = ${house.tenantId}`);
  });
  after(() => registrar.close());

  const said = async () => (await t.route(callServices.get, admin, { id: serviceId })).data.trunkStatus as number | null;
  const comesToSay = (status: number) => eventually(async () => (await said()) === status, `the page to say ${status}`, 30);

  it('is told who we are, and again before that ends; the page of services says so', async () => {
    await comesToSay(200);
    const { expires } = registrar.seen[0]!;
    assert.ok(expires > 0);
    await eventually(() => registrar.seen.length > 1, 'the registration to be renewed', 30);
    assert.deepEqual(new Set(registrar.seen.map(({ status }) => status)), new Set([200]));
  });

  it('is said goodbye to when the service ends', async () => {
    const use = (enabled: boolean) => house.run(sql`update call_services set enabled = ${enabled} where tenant_id = ${house.tenantId}`);
    await use(false);
    await eventually(() => registrar.seen.at(-1)?.expires === 0, 'the goodbye', 30);
    await use(true);
    await eventually(() => registrar.seen.at(-1)?.expires !== 0, 'the registration after it', 30);
  });

  it('that does not take the password any more is said, too', async () => {
    registrar.password = 'other';
    await comesToSay(403);
  });
});
