/** Calls with telephones by SIP: an independent phone of the test on the other side. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallBrowser } from '#test/call-browser.ts';
import { ear, startTestMedia, type TestMedia } from '#test/call-media.ts';
import { SipPhone, type PhoneOptions } from '#test/sip-phone.ts';
import { heard } from '#test/tone-meter.ts';

const SEAT = 700;
const PHONE = 1000;

describe('a telephone', () => {
  let t: TestMedia;
  let seat: CallBrowser;
  let server: number;
  const phones: SipPhone[] = [];
  const newPhone = async (options: Omit<PhoneOptions, 'server'>) => {
    const phone = await new SipPhone({ server, frequency: PHONE, ...options }).open();
    phones.push(phone);
    return phone;
  };
  const accounts = { trunks: [], phones: [{ id: 'desk', user: '1001', password: 'right' }] };
  /** 127.0.0.2 and what calls from there is a trunk; 127.0.0.1 belongs to no trunk. */
  const withTrunk = (port: number) => ({
    ...accounts,
    trunks: [{ id: 'carrier', host: '127.0.0.2', port, addresses: ['127.0.0.2/32'], user: 'house', password: 'secret' }],
  });
  before(async () => {
    t = await startTestMedia(23_000, accounts);
    seat = await t.join('seat', SEAT);
    server = (await t.media.stats()).sipPort as number;
  });
  after(async () => {
    for (const phone of phones) phone.close();
    await t.close();
  });
  const talk = (legId: string) => t.media.setRoom('call', { legs: [ear('seat', [legId]), ear(legId, ['seat'])], record: null });
  const bothHear = async (phone: SipPhone) => {
    await seat.listen(300);
    assert.deepEqual(heard(await seat.listen(400), [SEAT, PHONE]), [PHONE]);
    assert.deepEqual(heard(await phone.listen(400), [SEAT, PHONE]), [SEAT]);
  };

  it('registers with its password only, is called, talks, and is hung up', async () => {
    const phone = await newPhone({ user: '1001', password: 'right', answers: 200 });
    assert.match((await phone.register(60, 'wrong')).line, /403/);
    assert.equal(t.events.filter(({ type }) => type === 'phone.registered').length, 0);
    const registered = await phone.register();
    assert.match(registered.line, /200/);
    assert.match(registered.header('contact'), /expires=60/);
    assert.deepEqual(await t.next('phone.registered'), { type: 'phone.registered', phone: 'desk', online: true });
    t.media.dialPhone('out', { uri: 'sip:1001@yian.test', from: '4000', displayName: '值班"室"' });
    const invite = await phone.next(/^INVITE/);
    assert.match(invite.header('from'), /^"值班\\"室\\"" <sip:4000@yian.test>/);
    assert.equal((await t.next('phone.ringing')).legId, 'out');
    await t.next('phone.answered');
    await phone.next(/^ACK/);
    talk('out');
    await bothHear(phone);
    phone.press(9);
    assert.deepEqual(await t.next('leg.dtmf'), { type: 'leg.dtmf', legId: 'out', digit: '9' });
    t.media.sendDtmf('out', '7');
    while (!phone.events.includes(7)) await pause(20);
    t.media.closeLeg('out');
    assert.deepEqual(await t.next('phone.ended'), { type: 'phone.ended', legId: 'out', status: 200, byUs: true });
    await phone.next(/^BYE/);
    assert.match((await phone.register(0)).line, /200/);
    assert.equal((await t.next('phone.registered')).online, false);
    t.media.dialPhone('away', { uri: 'sip:1001@yian.test', from: '4000' });
    assert.equal((await t.next('phone.ended')).status, 480);
  });

  it('calls in with its password, is held and taken back, and hangs up', async () => {
    const phone = await newPhone({ user: '1001', password: 'right' });
    const answer = phone.call('10086');
    const { legId, ...invited } = await t.next('phone.invited');
    assert.deepEqual(invited, { type: 'phone.invited', from: '1001', to: '10086', displayName: null, trunk: null, phone: 'desk' });
    t.media.ringPhone(legId);
    t.media.answerPhone(legId);
    assert.match((await answer).line, /200/);
    await phone.next(/ 180 /);
    await t.next('phone.answered', (event) => event.legId === legId);
    talk(legId);
    await bothHear(phone);
    const held = await phone.within('INVITE', { body: phone.sdp('sendonly') });
    assert.match(held.body, /a=recvonly/);
    phone.heard = [];
    await seat.listen(300);
    phone.heard = [];
    await seat.listen(300);
    assert.equal(phone.heard.length, 0);
    assert.match((await phone.within('INVITE', { body: phone.sdp() })).body, /a=sendrecv/);
    await bothHear(phone);
    const info = { more: 'Content-Type: application/dtmf-relay\r\n', body: '' };
    assert.match((await phone.within('INFO', info)).line, /200/);
    assert.match((await phone.within('REFER')).line, /405/);
    assert.match((await phone.within('BYE')).line, /200/);
    assert.deepEqual(await t.next('phone.ended'), { type: 'phone.ended', legId, status: 200, byUs: false });
    assert.match((await phone.within('BYE')).line, /481/);
  });

  it('is not let in with a wrong password, with the name of another, or with no password', async () => {
    const wrong = await newPhone({ user: '1001', password: 'wrong' });
    assert.match((await wrong.call('1')).line, /403/);
    const unknown = await newPhone({ user: '1002', password: 'right' });
    assert.match((await unknown.call('1')).line, /403/);
    const none = await newPhone({ user: '1001' });
    assert.match((await none.call('1')).line, /401/);
    // A proof that was heard on the way is worth nothing a second time.
    const thief = await newPhone({ user: '1001', password: 'right' });
    const uri = `sip:127.0.0.1:${server}`;
    thief.send(thief.request('REGISTER', uri, { to: '<sip:1001@yian.test>' }));
    const proof = thief.proof(await thief.next(/401/), 'REGISTER', uri);
    thief.send(thief.request('REGISTER', uri, { to: '<sip:1001@yian.test>', more: proof }));
    await thief.next(/ 200 /);
    thief.send(thief.request('REGISTER', uri, { to: '<sip:1001@yian.test>', more: proof }));
    assert.match((await thief.next(/ 401 /)).header('www-authenticate'), /stale=true/);
    assert.equal(t.events.filter(({ type }) => type === 'phone.invited').length, 1);
  });

  it('gives up before it is answered, and is refused', async () => {
    const trunk = await newPhone({ user: '13800000001', address: '127.0.0.2' });
    t.media.setSip(withTrunk(trunk.port));
    const branch = 'z9hG4bKcancelled';
    const uri = `sip:95500@127.0.0.1:${server}`;
    trunk.send(trunk.request('INVITE', uri, { body: trunk.sdp(), branch }));
    const invited = await t.next('phone.invited');
    assert.equal(invited.trunk, 'carrier');
    // What comes again makes no second call.
    trunk.send(trunk.request('INVITE', uri, { body: trunk.sdp(), branch }));
    trunk.send(trunk.request('CANCEL', uri, { branch }));
    await trunk.next(/ 200 /);
    await trunk.next(/ 487 /);
    assert.deepEqual(await t.next('phone.ended'), { type: 'phone.ended', legId: invited.legId, status: 487, byUs: false });
    trunk.callId = 'second';
    const busy = trunk.call('95500');
    t.media.refusePhone((await t.next('phone.invited')).legId, 486);
    assert.match((await busy).line, /486/);
    assert.equal((await t.next('phone.ended')).byUs, true);
    trunk.callId = 'third';
    assert.match(
      (
        await trunk.call('95500', {
          body: trunk
            .sdp()
            .replace('8 0 101', '18')
            .replace(/ 8 0.*$/m, ''),
        })
      ).line,
      /488/,
    );
    trunk.callId = 'fourth';
    assert.match((await trunk.call('95500', { more: 'Require: 100rel\r\n' })).line, /420/);
  });

  it('of a trunk is called with a password, and may be busy or called back', async () => {
    const trunk = await newPhone({ user: 'x', address: '127.0.0.2' });
    t.media.setSip(withTrunk(trunk.port));
    t.media.dialPhone('toll', { uri: 'sip:+8613900000002@carrier', from: '4000', trunk: 'carrier' });
    const first = await trunk.next(/^INVITE sip:\+8613900000002@127.0.0.2:\d+ /);
    trunk.reply(first, '407 Who', '', 'Proxy-Authenticate: Digest realm="c", nonce="n", qop="auth", algorithm=SHA-256\r\n');
    await trunk.next(/^ACK/);
    const second = await trunk.next(/^INVITE/);
    assert.match(second.header('proxy-authorization'), /^Digest username="house", realm="c", nonce="n".*algorithm=SHA-256.*nc=00000001/);
    assert.equal(second.header('cseq'), '2 INVITE');
    trunk.reply(second, '486 Busy');
    assert.deepEqual(await t.next('phone.ended'), { type: 'phone.ended', legId: 'toll', status: 486, byUs: false });
    await trunk.next(/^ACK/);
    t.media.dialPhone('again', { uri: 'sip:139@127.0.0.2', from: '4000' });
    const third = await trunk.next(/^INVITE/);
    trunk.reply(third, '180 Ringing');
    await t.next('phone.ringing');
    t.media.closeLeg('again');
    assert.equal((await trunk.next(/^CANCEL/)).header('cseq'), '1 CANCEL');
    assert.deepEqual(await t.next('phone.ended'), { type: 'phone.ended', legId: 'again', status: 487, byUs: true });
    // Answered in the same moment: the call is ended all the same.
    trunk.reply(third, '200 OK', trunk.sdp());
    await trunk.next(/^ACK/);
    await trunk.next(/^BYE/);
    t.media.dialPhone('stranger', { uri: 'sip:139@127.0.0.9', from: '4000' });
    assert.equal((await t.next('phone.ended')).status, 480);
  });

  it('is not disturbed by a thousand wrong packets in a second, nor by sound from elsewhere', async () => {
    const phone = await newPhone({ user: '1001', password: 'right' });
    const stranger = await newPhone({ user: '9', address: '127.0.0.3', frequency: 2000 });
    const answer = phone.call('10086');
    const { legId } = await t.next('phone.invited');
    t.media.answerPhone(legId);
    const { body } = await answer;
    await t.next('phone.answered', (event) => event.legId === legId);
    talk(legId);
    await bothHear(phone);
    const before = await t.media.stats();
    const port = Number(/^m=audio (\d+)/m.exec(body)?.[1]);
    const ticks = setInterval(() => {
      for (let count = 0; count < 20; count += 1) {
        stranger.send(count % 2 ? 'INVITE nonsense' : stranger.request('BYE', 'sip:us@127.0.0.1', { to: '<sip:x@y>;tag=guess' }));
        stranger.sound.send(stranger.packet(8, new Uint8Array(160).fill(0x2a), count * 160), port, '127.0.0.1');
        stranger.sound.send(Buffer.from('nonsense'), port, '127.0.0.1');
      }
    }, 20);
    await pause(1000);
    await bothHear(phone);
    clearInterval(ticks);
    const { dropped, legs } = await t.media.stats();
    assert.equal(legs, 2);
    assert.ok((dropped.malformed as number) > (before.dropped.malformed as number));
    assert.ok((dropped.stranger as number) > 0);
    assert.match((await phone.within('BYE')).line, /200/);
    await t.next('phone.ended');
    assert.ok(((await t.media.stats()).dropped.foreignSound as number) > 20);
  });

  it('sends again what is not answered', async () => {
    const trunk = await newPhone({ user: 'x', address: '127.0.0.2' });
    t.media.setSip(withTrunk(trunk.port));
    t.media.dialPhone('lossy', { uri: 'sip:139@127.0.0.2', from: '4000' });
    const first = await trunk.next(/^INVITE/);
    const again = await trunk.next(/^INVITE/);
    assert.equal(again.header('via'), first.header('via'));
    trunk.reply(again, '200 OK', trunk.sdp());
    await trunk.next(/^ACK/);
    // The ACK was lost: our answer comes again, and so does the ACK.
    trunk.reply(again, '200 OK', trunk.sdp());
    await trunk.next(/^ACK/);
    await t.next('phone.answered', ({ legId }) => legId === 'lossy');
    t.media.closeLeg('lossy');
    await trunk.next(/^BYE/);
    await trunk.next(/^BYE/);
  });
});
