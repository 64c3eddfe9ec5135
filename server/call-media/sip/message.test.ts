import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAddress, parseUri, quoted, splitList } from './address.ts';
import { answering, description, parseDescription } from './description.ts';
import { answerChallenge, DigestGuard, parseDigest } from './digest.ts';
import { parseSip, sipText } from './message.ts';
import { responseTo } from './transactions.ts';

const SDP = description('192.0.2.1', 4000, 1, 1, null);
const INVITE = `INVITE sip:bob@example.com SIP/2.0
v: SIP/2.0/UDP 192.0.2.9:5070;branch=z9hG4bKabc;rport, SIP/2.0/UDP proxy.example.com;branch=z9hG4bKdef
Max-Forwards: 70
f: "Alice, \\"the\\" first" <sip:alice@example.com;x=1>;tag=a1
t: <sip:bob@example.com>
i: 42@192.0.2.9
CSeq: 7   INVITE
Subject: folded
  and unfolded
Contact: <sip:alice@192.0.2.9:5070;transport=udp>
Content-Type: application/sdp
l: ${SDP.length}

`
  .replaceAll('\n', '\r\n')
  .concat(SDP);
const parse = (text: string) => parseSip(Buffer.from(text));

describe('a message of SIP', () => {
  it('is read with short names, lists and folded lines', () => {
    const message = parse(INVITE);
    assert.ok(message?.kind === 'request');
    assert.deepEqual(
      [message.uri, message.method, message.cseq, message.callId, message.via],
      ['sip:bob@example.com', 'INVITE', 7, '42@192.0.2.9', { host: '192.0.2.9', port: 5070, branch: 'z9hG4bKabc' }],
    );
    assert.equal(message.from.displayName, 'Alice, "the" first');
    assert.equal(message.headers.all('via').length, 2);
    assert.equal(message.headers.get('subject'), 'folded and unfolded');
    assert.equal(message.body, SDP);
    const answer = parse(responseTo(message, { address: '198.51.100.1', port: 9 }, 200, 'tt', []).toString());
    assert.ok(answer?.kind === 'response');
    assert.match(answer.headers.all('via')[0] ?? '', /^SIP\/2.0\/UDP 192.0.2.9:5070;branch=z9hG4bKabc;received=198.51.100.1;rport=9$/);
    assert.equal(answer.to.params.get('tag'), 'tt');
  });

  it('is none with a part missing, too long or against the grammar', () => {
    const without = (name: string) => INVITE.replace(new RegExp(`^${name}:.*\\r\\n`, 'm'), '');
    for (const name of ['v', 'f', 't', 'i', 'CSeq']) assert.equal(parse(without(name)), null, name);
    const wrong: [string, string][] = [
      ['INVITE sip', 'invite sip'],
      ['SIP/2.0\r\nv', 'SIP/3.0\r\nv'],
      ['7   INVITE', '7 BYE'],
      ['7   INVITE', '4294967296 INVITE'],
      [`l: ${SDP.length}`, `l: ${SDP.length + 1}`],
      [`l: ${SDP.length}`, 'l: -1'],
      [';tag=a1', ''],
      [';branch=z9hG4bKabc', ''],
      ['Max-Forwards: 70', 'Max Forwards: 70'],
      ['Max-Forwards: 70', `X: ${'y'.repeat(20_000)}`],
      ['Max-Forwards: 70', Array.from({ length: 200 }, () => 'X: y').join('\r\n')],
      ['Max-Forwards: 70', 'X: \u0000'],
      ['\r\n\r\n', '\r\n'],
    ];
    for (const [from, to] of wrong) assert.equal(parse(INVITE.replace(from, to)), null, `${from} as ${to.slice(0, 40)}`);
  });

  it('of ten thousand mutations is read or dropped, never an error, and what is read can be answered', () => {
    const bytes = Buffer.from(INVITE);
    const change = fc.record({
      at: fc.nat(bytes.length - 1),
      kind: fc.constantFrom('flip', 'cut', 'insert', 'repeat', 'remove'),
      byte: fc.nat(255),
      length: fc.nat(60),
    });
    let read = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        let mutated = Buffer.from(bytes);
        for (const { at, kind, byte, length } of changes) {
          const [head, tail] = [mutated.subarray(0, at), mutated.subarray(at)];
          if (kind === 'flip' && at < mutated.length) mutated[at] = byte;
          if (kind === 'cut') mutated = Buffer.from(head);
          if (kind === 'insert') mutated = Buffer.concat([head, Buffer.alloc(length, byte), tail]);
          if (kind === 'repeat') mutated = Buffer.concat([head, tail.subarray(0, length), tail]);
          if (kind === 'remove') mutated = Buffer.concat([head, tail.subarray(length)]);
        }
        const message = parseSip(mutated);
        if (!message) return;
        read += 1;
        parseDescription(message.body);
        if (message.kind === 'request') {
          const answer = responseTo(message, { address: '198.51.100.1', port: 9 }, 200, 'tt', []);
          assert.ok(parseSip(answer), answer.toString());
        }
      }),
      { numRuns: 10_000 },
    );
    assert.ok(read > 100, `${read} were read`);
  });

  it('of nonsense is none, in time that grows with its length only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => parseSip(Buffer.from(bytes)) === null || true),
      { numRuns: 3000 },
    );
    for (const sign of ['<', '"', '\\', ';', ',', ' ', '@', ':', '=', '\t\r\n ', 'a=rtpmap:'])
      for (const before of ['f: ', 'v: SIP/2.0/UDP ', 'Contact: ', 'Authorization: Digest '])
        parse(`${INVITE.slice(0, 34)}${before}${sign.repeat(15_000 / sign.length)}\r\n\r\n`);
  });
});

describe('addresses', () => {
  it('are read as phones write them', () => {
    assert.deepEqual(parseUri('sip:+86138@Example.com:5080;user=phone?x=y'), {
      scheme: 'sip',
      user: '+86138',
      host: 'example.com',
      port: 5080,
    });
    assert.equal(parseUri('tel:+86-10-1234')?.user, '+86-10-1234');
    assert.equal(parseUri('sip:a%20b:pass@[2001:db8::1]')?.user, 'a b');
    for (const text of ['http://x', 'sip:', 'sip:a@b:0', 'sip:a@b:70000', 'sip:a b@c', `sip:${'a'.repeat(600)}@b`])
      assert.equal(parseUri(text), null);
    assert.equal(parseAddress('sip:a@b;tag=7')?.params.get('tag'), '7');
    assert.equal(parseAddress('"<" <sip:a@b>;tag=7')?.displayName, '<');
    assert.deepEqual(splitList('"a,b" <sip:c,d@e>, <sip:f@g>'), ['"a,b" <sip:c,d@e>', '<sip:f@g>']);
  });
  it('let no name begin another header', () => {
    assert.equal(quoted('a\r\nVia: "x\\'), '"a  Via: \\"x\\\\"');
    assert.equal(parse(sipText('X', [['From', quoted('x\r\n\r\nbody')]]).toString()), null);
  });
});

describe('digest', () => {
  const login = { user: 'Mufasa', password: 'Circle Of Life' };
  it('answers as the example of RFC 2617 does, but for what is random', () => {
    const challenge =
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const answer = parseDigest(answerChallenge(challenge, login, 'GET', '/dir/index.html') ?? '');
    assert.equal(answer?.get('opaque'), '5ccc069c403ebaf9f0171e9517f40e41');
    assert.equal(answer?.get('qop'), 'auth');
    // Without qop nothing is random: the response of RFC 2069 for the same values.
    const old = 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"';
    assert.equal(
      parseDigest(answerChallenge(old, login, 'GET', '/dir/index.html') ?? '')?.get('response'),
      '670fd8c2df070c60b045671b8b24ff02',
    );
    assert.equal(answerChallenge('Digest realm="x", nonce="y", algorithm=SHA-512', login, 'GET', '/'), null);
    assert.equal(answerChallenge('Digest realm="x", nonce="y", qop="auth-int"', login, 'GET', '/'), null);
    assert.equal(answerChallenge('Basic realm="x"', login, 'GET', '/'), null);
  });
  it('takes what it asked for, once, and nothing that is made up', () => {
    const guard = new DigestGuard('yian');
    const known = (user: string) => (user === login.user ? login.password : undefined);
    const answer = answerChallenge(guard.challenge(), login, 'REGISTER', 'sip:x') as string;
    assert.deepEqual(guard.check(answer, 'REGISTER', known), { user: 'Mufasa' });
    assert.equal(guard.check(answer, 'REGISTER', known), 'stale');
    assert.equal(guard.check(answer, 'INVITE', known), 'wrong');
    assert.equal(guard.check(answer.replace(/nonce="\w/, 'nonce="!'), 'REGISTER', known), 'none');
    assert.equal(guard.check(answer.replace('Mufasa', 'Scar'), 'REGISTER', known), 'wrong');
    assert.equal(guard.check(null, 'REGISTER', known), 'none');
    assert.equal(new DigestGuard('yian').check(answer, 'REGISTER', known), 'none');
  });
});

describe('SDP of phones', () => {
  it('is read and answered', () => {
    const other = parseDescription(SDP.replace('8 0 101', '0 8 96').replace('rtpmap:101', 'rtpmap:96').replace('sendrecv', 'sendonly'));
    assert.deepEqual(other, { address: '192.0.2.1', port: 4000, types: { codec: 0, events: 96 }, direction: 'sendonly' });
    const answer = description('192.0.2.2', 5000, 1, 1, other);
    assert.match(answer, /m=audio 5000 RTP\/AVP 0 96\r\n/);
    assert.match(answer, /a=recvonly/);
    assert.equal(answering('recvonly'), 'sendonly');
    assert.equal(parseDescription(SDP.replace('192.0.2.1\r\nt', '0.0.0.0\r\nt'))?.direction, 'inactive');
    assert.equal(parseDescription(SDP.replace('8 0 101', '8'))?.types.events, null);
    for (const wrong of ['', 'v=0', SDP.replace('8 0 101', '18 4'), SDP.replace('m=audio 4000', 'm=audio 0'), SDP.replace(/^c=.*$/m, '')])
      assert.equal(parseDescription(wrong), null);
  });
});
