/** What is heard in the rarer ways of a call, in real browsers and on a telephone, and what its recording holds in each channel. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openRecording } from '#server/call-media/recordings.ts';
import { recordingFile, recordingKey } from '#server/calls/call-recordings.ts';
import { sealCallSecret } from '#server/calls/call-secrets.ts';
import { aliyunCcc } from '#test/aliyun-ccc.ts';
import { eventually, freePorts } from '#test/processes.ts';
import { SipPhone } from '#test/sip-phone.ts';
import { channel, heard } from '#test/tone-meter.ts';
import { callDesk } from './call-desk.ts';
import { button } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';
import { hearsMusic, hearsOnly } from './tones.ts';

const FAMILY = 440;
const AGENT = 700;
const NURSE = 1000;
/** Not the tone that says that a recording begins. */
const ADMIN = 1200;
const PHONE = 1800;
const ALL = [FAMILY, AGENT, NURSE, ADMIN, PHONE];
const PINGAN = 1_000_001;
/** Of A-law in one channel. */
const SECOND = 8000;

/** Stands where Aliyun's SDK stands: does with its configuration what that is documented to do. */
const SDK = `window.CCCWorkbenchSDK = class {
  constructor(config) {
    this.config = config;
    document.getElementById(config.dom).textContent = '软电话';
    window.comes = (caller) => config.onCallComing({ caller, jobId: 'job-2' });
    config.apiAxiosFunc('GetLoginDetails', { instanceId: 'other' })
      .then(({ data }) => config.onStatusChange({ code: data.data.workMode === 'ON_SITE' ? 3 : 1 }));
  }
  call(callee) {
    this.config.onCallDialing({ callee, jobId: 'job-1' });
    this.config.onStatusChange({ code: 8 });
  }
};`;
async function sdkServer() {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cross-origin-resource-policy': 'cross-origin' }).end(SDK),
  );
  await new Promise<void>((settle) => void server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/ui.min.js`, close: () => server.close() };
}

describe('the sound of a call', { skip: noBrowser }, () => {
  let product: Product;
  let phone: SipPhone;
  let ccc: Awaited<ReturnType<typeof aliyunCcc>>;
  let sdk: Awaited<ReturnType<typeof sdkServer>>;
  const desk = callDesk(() => product);
  const { page, panelOf, entry, press, of } = desk;

  before(async () => {
    const sipPort = await freePorts(1);
    phone = await new SipPhone({ server: sipPort, user: '13757100001', address: '127.0.0.2', frequency: PHONE, answers: 200 }).open();
    ccc = await aliyunCcc({ KEY: 'secret' }, { GetLoginDetails: () => [200, { Code: 'OK', Data: { WorkMode: 'ON_SITE' } }] });
    sdk = await sdkServer();
    product = await startProduct({
      devices: 'real',
      more: () => ({ SIP_PORT: String(sipPort), POLL_PRIVATE_HOSTS: `127.0.0.1:${ccc.port}` }),
    });
    const trunk = JSON.stringify({ host: '127.0.0.2', port: phone.port, username: '', registers: false });
    await product.deps.inTenant(PINGAN, (tx) =>
      tx.run(sql`update call_services set provider = 2, trunk = ${trunk}::jsonb, supervision_told = 1 where tenant_id = ${PINGAN}`),
    );
    await desk.comeOnDuty('agent', AGENT);
    await desk.comeOnDuty('nurse', NURSE);
    await desk.comeOnDuty('admin', ADMIN);
  });
  after(async () => {
    phone?.close();
    await ccc?.close();
    sdk?.close();
    await desk.close();
    await product?.stop();
  });

  it('listened in to is heard by the supervisor alone, who barges in and leaves', async () => {
    await desk.onBreak('admin');
    await desk.onBreak('nurse');
    await desk.callIn('admin', FAMILY);
    await press('agent', '接听');
    await hearsOnly(page('family'), [AGENT], ALL);
    await entry('admin', '监听');
    await of('admin', '8001', /^监听/).click();
    await hearsOnly(page('admin'), [FAMILY, AGENT], ALL);
    await panelOf('agent')
      .getByText(/正在监听$/)
      .waitFor();
    await hearsOnly(page('family'), [AGENT], ALL);
    await hearsOnly(page('agent'), [FAMILY], ALL);
    await of('admin', '8001', /^强插/).click();
    await button(page('admin').getByRole('dialog', { name: /^强插/ }), '确定').click();
    await hearsOnly(page('family'), [AGENT, ADMIN], ALL);
    await hearsOnly(page('agent'), [FAMILY, ADMIN], ALL);
    await panelOf('agent')
      .getByText(/已强插进通话$/)
      .waitFor();
    await press('admin', '挂断');
    await hearsOnly(page('family'), [AGENT], ALL);
    await panelOf('agent')
      .getByText(/已强插进通话$/)
      .waitFor({ state: 'detached' });
  });

  it('is music while the nurse is asked, who takes the call over', async () => {
    await entry('nurse', '我的工作');
    await press('nurse', '就绪');
    await entry('agent', '转接');
    await of('agent', '8002', /^咨询/).click();
    await press('nurse', '接听');
    await hearsOnly(page('agent'), [NURSE], ALL);
    await hearsOnly(page('nurse'), [AGENT], ALL);
    await hearsMusic(page('family'), ALL);
    await press('agent', '完成转接');
    await hearsOnly(page('family'), [NURSE], ALL);
    await hearsOnly(page('nurse'), [FAMILY], ALL);
    await desk.done('agent');
  });

  it('is taken over by a supervisor, which its seat reads, and handed back', async () => {
    await entry('admin', '监听');
    await of('admin', '8002', /^接管/).click();
    await button(page('admin').getByRole('dialog', { name: /^接管/ }), '确定').click();
    await hearsOnly(page('family'), [ADMIN], ALL);
    await hearsOnly(page('admin'), [FAMILY], ALL);
    await panelOf('nurse')
      .getByText(/接管了您的通话$/)
      .waitFor();
    await desk.done('nurse');
    await entry('admin', '转接');
    await of('admin', '8002', /^转接/).click();
    await panelOf('nurse').getByText('来电', { exact: false }).first().waitFor();
    // The entry that is chosen while the panel does not know yet that it answered stays.
    const held = Promise.withResolvers<void>();
    await page('nurse').route('**/cloudcallworkbench/state', (route) => held.promise.then(() => route.continue()));
    await press('nurse', '接听');
    await hearsOnly(page('family'), [NURSE], ALL);
    await hearsOnly(page('nurse'), [FAMILY], ALL);
    await entry('nurse', '转接');
    held.resolve();
  });

  it('of three who were brought together is heard by all of them', async () => {
    await of('nurse', '8001', /^咨询/).click();
    await press('agent', '接听');
    await hearsOnly(page('nurse'), [AGENT], ALL);
    await press('nurse', '三方通话');
    await hearsOnly(page('family'), [AGENT, NURSE], ALL);
    await hearsOnly(page('agent'), [FAMILY, NURSE], ALL);
    await hearsOnly(page('nurse'), [FAMILY, AGENT], ALL);
    await entry('nurse', '会议');
    await press('nurse', '结束会议');
    await page('family').getByRole('heading', { name: '通话已结束' }).waitFor();
    await desk.done('agent');
    await desk.done('nurse');
  });

  it('is recorded with the family in one channel and the seats in the other', async () => {
    const newest = () =>
      product.deps.inTenant(PINGAN, (tx) =>
        tx.row<{ path: string; key: Buffer; state: number }>(
          sql`select path, key_cipher as key, state from call_recordings where tenant_id = ${PINGAN} order by id desc limit 1`,
        ),
      );
    let row = await newest();
    for (let times = 0; row?.state === 1 && times < 50; times += 1) {
      await wait(200);
      row = await newest();
    }
    assert.equal(row?.state, 2, 'the recording is whole');
    const { path, key } = row as NonNullable<typeof row>;
    const { config, secrets } = product.deps;
    const recording = await openRecording(recordingFile(config.dataDir, path), recordingKey(secrets, PINGAN, path, key));
    const wav = Buffer.concat(await Array.fromAsync(recording.read()));
    await recording.close();
    const sound = Uint8Array.from(wav.subarray(wav.indexOf('data') + 8));
    const heardIn = (which: 0 | 1) => {
      const said = channel(sound, which);
      const tones = new Set<number>();
      for (let at = SECOND; at + SECOND <= said.length; at += SECOND)
        for (const tone of heard(said.subarray(at, at + SECOND), ALL)) tones.add(tone);
      return [...tones].toSorted((one, other) => one - other);
    };
    assert.deepEqual([heardIn(0), heardIn(1)], [[FAMILY], [AGENT, NURSE, ADMIN]]);
  });

  it('of a telephone is heard, and keys are sent to it', async () => {
    await entry('agent', '呼出');
    await panelOf('agent').getByLabel('号码或分机').fill(phone.user);
    await press('agent', '呼叫');
    await hearsOnly(page('agent'), [PHONE], ALL);
    // It hears first that it is recorded.
    await eventually(async () => String(heard(await phone.listen(400), ALL)) === String(AGENT), 'the agent on the telephone', 20);
    await press('agent', '键盘');
    for (const key of ['7', '#']) await panelOf('agent').getByRole('button', { name: key, exact: true }).click();
    for (let times = 0; !phone.events.includes(11) && times < 100; times += 1) await wait(50);
    assert.deepEqual([...new Set(phone.events)], [7, 11]);
    await press('agent', '挂断');
    await phone.next(/^BYE/);
    await desk.done('agent');
  });

  it('comes back from the echo', async () => {
    await entry('agent', '设备检测');
    await press('agent', '回声测试');
    await hearsOnly(page('agent'), [AGENT], ALL);
    await entry('agent', '呼出');
    await press('agent', '挂断');
    await hearsOnly(page('agent'), [], ALL);
    await desk.done('agent');
  });

  it('is the SDK’s where Aliyun carries the calls: in a frame of its own, which asks through us', async () => {
    const sealed = (id: number) =>
      sealCallSecret(product.deps.secrets, PINGAN, 'call_services', id, JSON.stringify({ keyId: 'KEY', keySecret: 'secret' }));
    await product.deps.inTenant(PINGAN, async (tx) => {
      const row = await tx.row<{ id: number }>(sql`select id from call_services where tenant_id = ${PINGAN} and enabled`);
      await tx.run(sql`update call_services set provider = 3, instance_id = 'ccc-test', endpoint = ${ccc.url}, sdk_url = ${sdk.url},
        secret_cipher = ${sealed(row!.id)} where tenant_id = ${PINGAN} and id = ${row!.id}`);
      await tx.run(sql`update call_seats set external_id = 'agent@ccc-test' where tenant_id = ${PINGAN} and extension = '8001'`);
    });
    const agent = page('agent');
    await agent.goto(`${product.url}/cloudcall/record`);
    await desk.stateOf('agent', '空闲');
    const asked = ccc.calls.find(({ action }) => action === 'GetLoginDetails');
    assert.deepEqual(asked?.query, { InstanceId: 'ccc-test', UserId: 'agent@ccc-test' });
    await agent.locator('.ant-table-row a[href^="tel:1"]').first().click();
    await desk.stateOf('agent', '拨号');
    const frame = agent.frameLocator('iframe[title="阿里云联络中心"]');
    await frame.getByText('软电话').waitFor();
    // Who rings in is shown above the SDK, as on our own workbench.
    const [known] = await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<{ name: string; mobile: string }>(sql`
        select name, mobile from people where tenant_id = ${PINGAN} and mobile is not null and deleted_at is null order by id limit 1`),
    );
    await frame.locator('body').evaluate((body, number) => (body.ownerDocument.defaultView as any).comes(number), `+86${known!.mobile}`);
    await panelOf('agent').getByRole('region', { name: '来电人' }).getByText(known!.name).first().waitFor();
    assert.deepEqual(product.problems, []);
  });
});
