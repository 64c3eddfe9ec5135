/** What a telephone that waits hears, through the process of the calls with its real sound: pieces of the institution as tones, in their order. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callSounds } from '#contract/calls/call-sounds.ts';
import type { Piece } from '#contract/calls/spoken.rules.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness } from '#test/harness.ts';
import { eventually, freePorts } from '#test/processes.ts';
import { SipPhone } from '#test/sip-phone.ts';
import { switchboardProcesses } from '#test/switchboard-process.ts';
import { heard } from '#test/tone-meter.ts';
import { uploadSound, wav } from '#test/wav.ts';
import { decode } from '../call-media/alaw.ts';
import { ownSound } from '../calls/spoken-files.ts';
import { phone } from '../db/sealed-phones.ts';

const TONES: Partial<Record<Piece, number>> = { ahead: 1500, one: 1900, people: 2300, wait: 1700, offer: 2100, promise: 2700 };
const MUSIC = 1200;
const HEARD = [...Object.values(TONES), MUSIC];

let t: Harness;
let house: CallHouse;
let seat: Seat;
let sipPort: number;
let child: Awaited<ReturnType<ReturnType<typeof switchboardProcesses>['start']>>;
const processes = switchboardProcesses(36_000);
const phones: SipPhone[] = [];

before(async () => {
  t = await harness();
  sipPort = await freePorts(2);
  child = await processes.start(t, { SIP_PORT: String(sipPort) });
  house = await callHouse(t, { provider: 2, recorded: false });
  const staff = await t.user(house.tenantId);
  const upload = async (name: string, frequency: number) =>
    (await uploadSound(t.url, staff.token, name, wav({ frequency, seconds: 0.5 }))).data;
  for (const [piece, frequency] of Object.entries(TONES)) {
    const id = await upload(piece, frequency);
    assert.equal((await t.route(callSounds.update, staff, { id, name: piece, piece })).status, 200);
  }
  const groupId = await house.group('服务台');
  const music = await upload('音乐', MUSIC);
  await house.run(sql`update call_groups set music_id = ${music} where tenant_id = ${house.tenantId}`);
  seat = await house.seat([groupId]);
  const numbers = JSON.stringify([{ number: '4001', name: '热线', groupId, menuId: null }]);
  const trunk = JSON.stringify({ host: '127.0.0.1', port: sipPort + 1, username: '', registers: false });
  await house.run(sql`update call_services set numbers = ${numbers}::jsonb, trunk = ${trunk}::jsonb where tenant_id = ${house.tenantId}`);
});
after(async () => {
  for (const phone of phones) phone.close();
  processes.killAll();
  await t.close();
});

/** A telephone that calls in; who the trunk is is told to the sound within seconds. */
async function callIn(user: string): Promise<SipPhone> {
  const attempt = async () => {
    const phone = await new SipPhone({ server: sipPort, user, frequency: 600 }).open();
    const answer = await phone.call('4001');
    if (answer.line.includes(' 200 ')) return phone;
    phone.close();
    return null;
  };
  const phone = await eventually(attempt, 'the trunk to be known', 30);
  phones.push(phone);
  return phone;
}
/** The tones of a sound in their order, a tenth of a second at a time. */
const order = (sound: Uint8Array) =>
  Array.from({ length: Math.floor(sound.length / 800) }, (_, at) => heard(sound.subarray(at * 800, (at + 1) * 800), HEARD)[0]).filter(
    (tone, at, all) => tone !== undefined && tone !== all[at - 1],
  );
const all = (phone: SipPhone) => Uint8Array.from(Buffer.concat(phone.heard));
/** Waits until the phone has heard these tones one after the other. */
const hears = (phone: SipPhone, tones: number[]) =>
  eventually(() => order(all(phone)).join(' ').includes(tones.join(' ')), `${tones.join(' ')} at the telephone`, 20);
const place = [TONES.ahead!, TONES.one!, TONES.people!, TONES.wait!, TONES.offer!];

describe('a telephone that waits', () => {
  let first: SipPhone;
  it('who is next hears the voice of the product, then the music', async () => {
    first = await callIn('13800000001');
    // 您是下一位 is not replaced: what is heard is the product's own file.
    const own = decode(await ownSound('next')).subarray(2000, 6000);
    const energy = own.reduce((sum, one) => sum + one * one, 0);
    await eventually(() => {
      const sound = decode(all(first));
      for (let at = 0; at + own.length < sound.length; at += 8) {
        let same = 0;
        for (let index = 0; index < own.length; index += 4) same += 4 * (own[index] as number) * (sound[at + index] as number);
        if (same > 0.9 * energy) return true;
      }
      return false;
    }, 'the own piece');
    await hears(first, [TONES.wait!, TONES.offer!, MUSIC]);
  });

  it('hears how many go before, music in between, and the same again when the time is over', async () => {
    const second = await callIn('13800000002');
    await hears(second, [...place, MUSIC]);
    await house.run(sql`update calls set tell_at = now() where tenant_id = ${house.tenantId} and phase = 3`);
    await hears(second, [...place, MUSIC, ...place, MUSIC]);
    second.press(1);
    await hears(second, [TONES.promise!]);
    await second.next(/^BYE/);
    const [call] = await house.run<{ callback: number; disposition: string }>(sql`
      select callback, disposition from calls where tenant_id = ${house.tenantId} and caller = ${phone('13800000002')}`);
    assert.deepEqual(call, { callback: 1, disposition: 'Voicemail' });
  });

  it('whose turn it is while it is told its place rings and is answered at once', async () => {
    await house.run(sql`update calls set tell_at = now() where tenant_id = ${house.tenantId} and phase = 3`);
    first.heard = [];
    await eventually(() => order(all(first)).includes(TONES.wait), 'the place to be told');
    await house.onDuty(seat);
    await eventually(async () => (await house.state(seat)).state === 6, 'the seat to ring');
    assert.equal((await house.act(seat, 'AnswerCall')).status, 200);
    await eventually(async () => order(await first.listen(500)).length === 0, 'nothing more to be told');
    await house.act(seat, 'ReleaseCall');
    await first.next(/^BYE/);
  });

  it('whose process of the calls dies while it is told its place is no call any more when it is there again', async () => {
    await house.act(seat, 'SignOutGroup');
    const last = await callIn('13800000003');
    await hears(last, [TONES.wait!]);
    child.kill('SIGKILL');
    child = await processes.start(t, { SIP_PORT: String(sipPort) });
    const ended = async () =>
      (
        await house.run<{ disposition: string | null }>(sql`
          select disposition from calls where tenant_id = ${house.tenantId} and caller = ${phone('13800000003')}`)
      )[0]?.disposition;
    await eventually(async () => (await ended()) === 'IVRException', 'the call to end');
    const again = await callIn('13800000004');
    await hears(again, [TONES.wait!, TONES.offer!, MUSIC]);
  });
});
