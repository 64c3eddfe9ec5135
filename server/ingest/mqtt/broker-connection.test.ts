/** What stands between us and a vendor's broker: passwords, certificates, addresses, rights. */
import { after, afterEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { eventually } from '#test/processes.ts';
import { certificateFor, modestBroker } from '#test/vendor-broker.ts';
import { PASSWORD, says, settings, subscribing } from '#test/vendor-subscriptions.ts';

const { t, nurse, ends, vendorOf, start, add, device, stateOf, deliveriesOf, readings, rest, close } = await subscribing();
afterEach(rest);
after(close);

describe('what stands in the way', { timeout: 240_000 }, () => {
  const fails = async (id: number, expected: string) => {
    await eventually(async () => (await stateOf(id)).problem === expected, expected, 8).catch(async () =>
      assert.equal((await stateOf(id)).problem, expected),
    );
  };

  it('is said in Chinese, and tried again more and more rarely', async () => {
    const vendor = await vendorOf({ closed: ['secret/#'] });
    const id = await add(vendor.port);
    await t.route(deviceIntegrations.secret, nurse, { id, secret: 'wrong' });
    const subscriber = start({ connect: { connectMs: 500 } });
    await fails(id, '用户名或密码不正确');
    await eventually(async () => (await stateOf(id)).failures >= 3);
    const state = await stateOf(id);
    assert.deepEqual([state.connectTime, subscriber.counts.connected], [null, 0]);
    assert.ok(state.nextTime);
    await t.route(deviceIntegrations.secret, nurse, { id, secret: PASSWORD });
    await eventually(async () => (await stateOf(id)).connectTime);
    assert.equal((await stateOf(id)).problem, null);
    const row = (await t.route(deviceIntegrations.get, nurse, { id })).data;
    const update = (more: object) =>
      t.route(deviceIntegrations.update, nurse, { ...row, version: undefined, subscription: settings(vendor.port, more) });
    await update({ topics: ['secret/#'] });
    await fails(id, '对方不允许订阅主题“secret/#”');
    await update({ topics: ['secret/#', 'open/#'] });
    await eventually(() => subscriber.counts.connected === 1);
    await fails(id, '对方不允许订阅主题“secret/#”');
    await vendor.close();
    ends.splice(0, 1);
    await fails(id, '无法连接对方');
  });

  it('a broker that grants less than was asked for is told of: what it sends while we are away is lost', async () => {
    const vendor = await modestBroker();
    ends.push(vendor.close);
    process.env.POLL_PRIVATE_HOSTS = '127.0.0.1';
    const id = await add(vendor.port);
    start();
    await fails(id, '对方只按QoS 0发送，断线期间的数据会丢失');
    assert.ok((await stateOf(id)).connectTime);
  });

  it('addresses of the own network are not connected to, also when a name turns out to mean one', async () => {
    const vendor = await vendorOf();
    process.env.POLL_PRIVATE_HOSTS = '';
    const direct = await add(vendor.port);
    const named = await add(vendor.port, { host: 'vendor.example', clientId: 'yian-2' });
    const resolver = (_name: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    start({ connect: { resolver: resolver as never } });
    for (const id of [direct, named]) await fails(id, '服务器地址指向内部网络，不允许访问');
    assert.equal(vendor.connects.length, 0);
  });

  it('a certificate that nobody vouches for, or of another name, gets no password', async () => {
    const tls = certificateFor('IP:127.0.0.1');
    const vendor = await vendorOf({ tls });
    const id = await add(vendor.port, { tls: true });
    const strict = start();
    await fails(id, '对方的证书不可信、已过期或与地址不符');
    await strict.stop();
    assert.equal(vendor.connects.length, 0);
    const trusting = start({ connect: { tls: { ca: tls.cert } } });
    // It is written down after the connection stands.
    await eventually(async () => trusting.counts.connected === 1 && (await stateOf(id)).problem === null);
    await trusting.stop();
    const other = certificateFor('DNS:elsewhere.example');
    const wrong = await vendorOf({ tls: other });
    const second = await add(wrong.port, { tls: true, clientId: 'yian-2' });
    start({ connect: { tls: { ca: [tls.cert, other.cert].join('\n') } } });
    await fails(second, '对方的证书不可信、已过期或与地址不符');
    assert.equal(wrong.connects.length, 0);
  });

  it('a message that is too long ends the connection and is not read', async () => {
    const vendor = await vendorOf();
    const one = await device();
    const id = await add(vendor.port);
    const subscriber = start({ connect: { packetBytes: 4096 } });
    await eventually(() => subscriber.counts.connected === 1);
    await vendor.publish('sleep/x/data', says(one, 60, { waves: 'x'.repeat(10_000) }), { qos: 0 });
    await eventually(() => vendor.connects.length === 2 && subscriber.counts.connected === 1);
    assert.equal((await deliveriesOf(id))[0]!.problem, '对方的报文过大');
    assert.equal((await readings(one)).length, 0);
  });

  it('a password is for the address it was given for', async () => {
    const vendor = await vendorOf();
    const id = await add(vendor.port);
    const row = (await t.route(deviceIntegrations.get, nurse, { id })).data;
    assert.equal(row.hasSecret, true);
    assert.equal(JSON.stringify(row).includes(PASSWORD), false);
    const save = async (more: object) => {
      await t.route(deviceIntegrations.update, nurse, { ...row, version: undefined, subscription: settings(vendor.port, more) });
      return (await t.route(deviceIntegrations.get, nurse, { id })).data.hasSecret;
    };
    assert.equal(await save({ topics: ['a/#'] }), true);
    assert.equal(await save({ host: 'elsewhere.example.com' }), false);
    const wrong: [more: object, says: RegExp][] = [
      [{ host: 'mqtt://x' }, /域名或IP/],
      [{ port: 0 }, /端口/],
      [{ topics: [] }, /请填写主题/],
      [{ topics: ['a/#/b'] }, /主题写法/],
      [{ topics: ['a/b+'] }, /主题写法/],
      [{ topics: Array.from({ length: 9 }, (_, n) => `a/${n}`) }, /最多8个/],
      [{ clientId: 'a b' }, /客户端编号/],
      [{ qos: 2 }, /服务质量/],
    ];
    for (const [more, said] of wrong) {
      const { status, msg } = await t.route(deviceIntegrations.update, nurse, {
        ...row,
        version: undefined,
        subscription: settings(vendor.port, more),
      });
      assert.equal(status, 400, JSON.stringify(more));
      assert.match(msg ?? '', said);
    }
  });
});
