/** A vendor's own broker that we subscribe to: what is acknowledged, what is not lost, and who connects. */
import { after, afterEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { deviceIntegrations, results } from '#contract/devices/device-integrations.ts';
import { lostByMapping } from '#contract/devices/lost-alarms.rules.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import { eventually } from '#test/processes.ts';
import { says, settings, subscribing } from '#test/vendor-subscriptions.ts';

const { t, nurse, journal, gates, vendorOf, start, add, device, stateOf, deliveriesOf, readings, warnings, rest, close } =
  await subscribing();
afterEach(rest);
after(close);

describe('a subscription', { timeout: 240_000 }, () => {
  it('stands, is acknowledged after the commit, and says so on its page', async () => {
    const vendor = await vendorOf();
    const [one, two] = [await device(), await device()];
    const id = await add(vendor.port, { topics: ['sleep/+/data', 'alarm/#'] });
    const subscriber = start();
    await eventually(() => subscriber.counts.connected === 1);
    assert.deepEqual(vendor.connects, [{ id: 'yian-1', clean: false }]);
    assert.deepEqual(vendor.subscribed, ['sleep/+/data', 'alarm/#']);
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    gates.before = () => gate;
    await vendor.publish('sleep/x/data', [says(one, 61), says(two, 62)]);
    await eventually(() => subscriber.counts.messages === 1);
    await wait(50);
    assert.equal(vendor.acknowledged.length, 0, 'not before the commit');
    assert.equal((await readings(one)).length, 0);
    open();
    await eventually(() => vendor.acknowledged.length === 1);
    assert.equal((await readings(two)).length, 1, 'and after it');
    await vendor.publish('alarm/a/b', { id: one.imei, time: Date.now(), alarm: 'sos' });
    await eventually(() => vendor.acknowledged.length === 2);
    assert.deepEqual(await warnings(one), [{ rule: 'sos' }]);
    const state = await stateOf(id);
    assert.ok(state.connectTime);
    assert.deepEqual([state.failures, state.problem], [0, null]);
    await journal.flush();
    assert.equal((await t.route(deviceIntegrations.page, nurse, {})).data.records[0].deliveryResult, results.stored);
    await subscriber.stop();
    assert.equal((await stateOf(id)).connectTime, null);
  });

  it('what could not be stored comes again, and so does what came while we were away', async () => {
    const vendor = await vendorOf();
    const one = await device();
    await add(vendor.port);
    const subscriber = start();
    await eventually(() => subscriber.counts.connected === 1);
    let refused = 0;
    gates.before = () => (++refused <= 2 ? Promise.reject(new Error('no database')) : Promise.resolve());
    await vendor.publish('sleep/x/data', says(one, 71));
    await eventually(async () => (await readings(one)).length === 1);
    assert.equal(refused, 3);
    assert.ok(vendor.connects.length >= 3, 'each time on a new connection');
    await eventually(() => vendor.acknowledged.length === 1);
    vendor.cut();
    await eventually(() => subscriber.counts.connected === 1 && vendor.clients.length === 1);
    await subscriber.stop();
    await eventually(() => vendor.clients.length === 0);
    const away = Date.now();
    // More than are stored at once.
    for (let n = 0; n < 200; n++) await vendor.publish('sleep/x/data', { id: one.imei, time: away - n * 1000, heartRate: 80 });
    const again = start();
    await eventually(async () => (await readings(one)).length === 201);
    assert.equal(again.counts.connected, 1);
    await eventually(() => vendor.acknowledged.length === 201);
  });

  it('names devices by a level of the topic when the message does not; strangers and what is no JSON are acknowledged and told', async () => {
    const vendor = await vendorOf();
    const one = await device();
    const { device: _, ...nameless } = mappingTemplates.plain.mapping;
    const id = await add(vendor.port, { deviceLevel: 2 }, nameless);
    const subscriber = start();
    await eventually(() => subscriber.counts.connected === 1);
    await vendor.publish(`sleep/${one.imei}/data`, { time: Date.now(), heartRate: 66 });
    await vendor.publish('sleep/NOBODY-9/data', { time: Date.now(), heartRate: 66 });
    await vendor.publish(`sleep/${one.imei}/data`, 'hello');
    await eventually(() => vendor.acknowledged.length === 3);
    assert.equal((await readings(one)).length, 1);
    assert.deepEqual((await deliveriesOf(id)).map(({ result }) => result).sort(), [results.stored, results.unreadable, results.strangers]);
  });

  it('leaves retained messages alone: they are of some time ago, and come with every connection', async () => {
    const vendor = await vendorOf();
    const one = await device();
    await vendor.publish('sleep/x/data', { id: one.imei, alarm: 'sos' }, { retain: true });
    await add(vendor.port);
    const subscriber = start();
    await eventually(() => subscriber.counts.connected === 1);
    await vendor.publish('sleep/x/data', says(one, 60));
    await eventually(async () => (await readings(one)).length === 1);
    assert.deepEqual(await warnings(one), []);
  });

  it('follows its settings: other topics, another mapping, disabled', async () => {
    const vendor = await vendorOf();
    const one = await device();
    const id = await add(vendor.port);
    const subscriber = start();
    await eventually(() => subscriber.counts.connected === 1);
    const change = async (more: object) => {
      const row = (await t.route(deviceIntegrations.get, nurse, { id })).data;
      assert.equal((await t.route(deviceIntegrations.update, nurse, { ...row, ...more })).status, 200);
    };
    await change({ subscription: settings(vendor.port, { topics: ['other/#'] }) });
    await eventually(() => vendor.subscribed.includes('other/#') && subscriber.counts.connected === 1);
    assert.deepEqual(vendor.unsubscribed, ['sleep/+/data']);
    const { mapping } = (await t.route(deviceIntegrations.get, nurse, { id })).data;
    const fields = [{ target: 'reading', metric: 'heartRate', path: 'hr' }] as const;
    await change({ mapping: { device: 'who', fields, acceptedLoss: lostByMapping(mapping, { fields: [...fields] }) } });
    await vendor.publish('other/x', { who: one.imei, hr: 64 });
    await eventually(async () => (await readings(one)).length === 1);
    await change({ enabled: false });
    await eventually(() => subscriber.counts.connected === 0 && vendor.clients.length === 0);
    await vendor.publish('other/x', { who: one.imei, hr: 65 });
    await wait(100);
    assert.equal((await readings(one)).length, 1);
  });

  it('one process connects; when it goes another takes over', async () => {
    const vendor = await vendorOf();
    await add(vendor.port);
    const [one, two] = [start(), start()];
    await eventually(() => one.counts.connected + two.counts.connected === 1);
    await wait(150);
    assert.equal(vendor.connects.length, 1);
    const [leader, other] = one.counts.leading ? [one, two] : [two, one];
    assert.equal(other.counts.leading, false);
    await leader.stop();
    await eventually(() => other.counts.connected === 1);
    assert.equal(vendor.clients.length, 1);
  });
});
