import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { deviceSettings as routes } from '#contract/devices/device-settings.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { commandDesk } from '../ingest/commands.ts';
import type { DeviceEvent, FrameEvents } from '../ingest/events.ts';
import { reportLedger } from '../ingest/reports.ts';

let t: Harness;
let nurse: TestUser;
let id: number;
let clock = Date.now();
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  const typeId = (
    await t.route(deviceTypes.create, nurse, { name: '腕表', kind: 'watch', commands: ['uploadInterval', 'removalAlarm', 'locate'] })
  ).data;
  id = (await t.route(devices.create, nurse, { imei: '866288000000011', type: 'watch', typeId })).data as number;
});
after(() => t?.close());

const key = () => `${nurse.tenantId}:${id}`;
const accepted: string[] = [];
const ledger = () => reportLedger({ inTenant: t.deps.inTenant, now: () => clock });
const frame = (...infos: [string, string][]): FrameEvents => ({
  device: {
    key: key(),
    tenantId: nurse.tenantId,
    ids: [],
    profile: { utcOffsetMinutes: null, healthReplies: false, suppressChargerSos: false },
  },
  protocol: 'watch',
  receivedAt: clock,
  events: infos.map(
    ([name, value]) => ({ kind: 'info', name, value, deviceKey: key(), at: clock, receivedAt: clock, clock: 'server' }) as DeviceEvent,
  ),
});
const sink = { accept: async ({ events }: FrameEvents) => (accepted.push(...events.map(({ kind }) => kind)), { stored: 1 }) };
const read = async () => (await t.route(routes.read, nurse, { id })).data;
const upload = async () => (await read()).settings.find(({ kind }: { kind: string }) => kind === 'uploadInterval');

describe('what a device says of itself', () => {
  it('asks for a session, the permission and a device of one’s own', async () => {
    const stranger = await t.user(await t.tenant());
    const nobody = await t.user(nurse.tenantId, { permissions: [] });
    assert.equal((await t.route(routes.read, null, { id })).status, 401);
    assert.equal((await t.route(routes.read, nurse, { id: 'x' as never })).status, 400);
    assert.equal((await t.route(routes.read, nobody, { id })).status, 403);
    assert.equal((await t.route(routes.read, stranger, { id })).status, 404);
  });

  it('is written down before the answer, when it is new or was said long ago; what turns in a room is not', async () => {
    const reports = ledger();
    const around = reports.around(sink);
    await around.accept(frame(['CONFIG', 'UL:600,LS:1+8'], ['bed', 'out']));
    await around.accept(frame(['CONFIG', 'UL:600,LS:1+8']));
    assert.equal(reports.counts.written, 1);
    clock += 11 * 60_000;
    await around.accept(frame(['CONFIG', 'UL:600,LS:1+8'], ['ICCID', '8986']));
    assert.equal(reports.counts.written, 3);
    assert.deepEqual(
      (await read()).reports.map(({ name, value }: { name: string; value: string }) => [name, value]),
      [
        ['CONFIG', 'UL:600,LS:1+8'],
        ['ICCID', '8986'],
      ],
    );
    assert.ok(accepted.length > 0, 'the rest of the frame goes on');
  });

  it('stands beside what was asked of it, and says when it differs', async () => {
    assert.deepEqual(
      (await read()).settings.map(({ kind, asked, agreement }: { kind: string; asked: object | null; agreement: string | null }) => [
        kind,
        asked,
        agreement,
      ]),
      [
        ['uploadInterval', null, null],
        ['fallSensitivity', null, null],
        ['removalAlarm', null, null],
      ],
    );
    await t.route(deviceCommands.send, nurse, { deviceId: id, kind: 'uploadInterval', parameters: { seconds: 300 } });
    assert.deepEqual([(await upload()).asked, (await upload()).agreement], [{ seconds: 300 }, null], 'not sent yet');
    const desk = commandDesk({ deps: t.deps, send: () => ({ index: null }) });
    await desk.look();
    clock += 1000;
    const around = ledger().around(sink);
    await around.accept(frame(['CONFIG', 'UL:600']));
    assert.deepEqual([(await upload()).reported, (await upload()).agreement], [{ seconds: 600 }, 'differs']);
    clock += 1000;
    await around.accept(frame(['TS', 'upload:300S']));
    assert.deepEqual([(await upload()).reported, (await upload()).agreement], [{ seconds: 300 }, 'agrees']);
  });
});
