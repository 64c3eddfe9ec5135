import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { givePassword, putClients, signIn } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { networkOf } from '../http/client-addresses.ts';
import { hashedPasswords } from './passwords.ts';

let t: Harness;
let admin: Client;
let user: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  admin = new Client(t.target('superuser'));
  await admin.connect();
});
after(async () => {
  await admin.end();
  await t.close();
});
beforeEach(async () => {
  await admin.query('delete from login_failures');
  user = await t.user(await t.tenant());
  await givePassword(t, user);
});

const waitOf = (answer: { headers: Record<string, unknown> }) => Number(answer.headers['retry-after']);
const unlock = () => admin.query("update login_failures set locked_until = clock_timestamp() - interval '1 ms'");
const HOME = '127.0.0.1';
const ELSEWHERE = '127.9.9.9';

describe('the lock', () => {
  it('lets at most five of 500 parallel guesses reach a hash', async () => {
    const before = hashedPasswords();
    const answers = await Promise.all(Array.from({ length: 500 }, () => signIn(t, user.username, 'guess123')));
    assert.ok(hashedPasswords() - before <= 5, `${hashedPasswords() - before} hashed`);
    assert.ok(hashedPasswords() > before);
    const statuses = answers.map((answer) => answer.status);
    assert.deepEqual([...new Set(statuses)].sort(), [426, 429]);
    assert.ok(statuses.filter((status) => status === 426).length <= 5);
    const refused = answers.find((answer) => answer.status === 429);
    assert.equal(refused?.body.msg, '登录失败次数过多，请稍后再试');
    assert.equal((await signIn(t, user.username)).status, 429, 'the right password does not open it either');
  });

  it('reads the same for an unknown name', async () => {
    const texts: string[][] = [];
    for (const name of [user.username, 'nobody-there']) {
      const seen: string[] = [];
      for (let round = 0; round < 7; round++) seen.push((await signIn(t, name, 'guess123', `127.0.${texts.length}.1`)).text);
      texts.push(seen);
    }
    assert.deepEqual(texts[0], texts[1]);
    assert.match(texts[0]?.[6] as string, /次数过多/);
  });

  it('leaves the owner on another network alone', async () => {
    for (let round = 0; round < 8; round++) await signIn(t, user.username, 'guess123', ELSEWHERE);
    assert.equal((await signIn(t, user.username, undefined, ELSEWHERE)).status, 429);
    assert.equal((await signIn(t, user.username, undefined, '127.9.9.77')).status, 429, 'the neighbour of the attacker');
    assert.equal((await signIn(t, user.username, undefined, HOME)).status, 200);
  });

  it('doubles from 30 s to 15 min, is not lengthened by knocking, and never stays', async () => {
    for (let round = 0; round < 5; round++) await signIn(t, user.username, 'guess123');
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      const knocks = [await signIn(t, user.username), await signIn(t, user.username)];
      assert.deepEqual(
        knocks.map((knock) => knock.status),
        [429, 429],
      );
      assert.ok(waitOf(knocks[1]!) <= waitOf(knocks[0]!));
      waits.push(waitOf(knocks[0]!));
      await unlock();
      assert.equal((await signIn(t, user.username, 'guess123')).status, 426, 'one guess after each lock');
    }
    for (const [at, most] of [30, 60, 120, 240, 480, 900, 900, 900].entries())
      assert.ok((waits[at] as number) <= most && (waits[at] as number) > most - 20, `${waits}`);
    await unlock();
    assert.equal((await signIn(t, user.username)).status, 200);
    for (let round = 0; round < 4; round++)
      assert.equal((await signIn(t, user.username, 'guess123')).status, 426, 'a success wipes the slate');
    assert.equal((await signIn(t, user.username)).status, 200);
  });

  it('forgives with time', async () => {
    for (let round = 0; round < 4; round++) await signIn(t, user.username, 'guess123');
    await admin.query("update login_failures set last_at = last_at - interval '5 hours'");
    for (let round = 0; round < 4; round++) assert.equal((await signIn(t, user.username, 'guess123')).status, 426);
    assert.equal((await signIn(t, user.username)).status, 200);
  });

  it('stops a spray over many names from one address, also with good sign-ins between', async () => {
    let through = 0;
    for (let round = 0; round < 70; round++) {
      const answer = await signIn(t, `victim-${round}`, 'guess123', ELSEWHERE);
      if (answer.status === 426) through++;
      if (round % 5 === 0) await signIn(t, user.username, undefined, ELSEWHERE);
    }
    assert.ok(through <= 50, `${through} guesses went through`);
    assert.equal((await signIn(t, user.username, undefined, ELSEWHERE)).status, 429);
    assert.equal((await signIn(t, user.username, undefined, HOME)).status, 200);
  });

  it('stops a guess at one name from many networks, but not the networks it signed in from', async () => {
    assert.equal((await signIn(t, user.username, undefined, HOME)).status, 200);
    let through = 0;
    for (let round = 0; round < 40; round++) if ((await signIn(t, user.username, 'guess123', `127.8.${round}.1`)).status === 426) through++;
    assert.ok(through <= 30, `${through} guesses went through`);
    assert.equal((await signIn(t, user.username, undefined, '127.8.200.1')).status, 429);
    assert.equal((await signIn(t, user.username, undefined, HOME)).status, 200);
  });

  it('keeps neither names nor addresses in the clear, and is out of the runtime role’s reach', async () => {
    await signIn(t, user.username, 'guess123');
    const { rows } = await admin.query('select key from login_failures');
    assert.ok(rows.length >= 3 && rows.every(({ key }) => /^[\w-]{43}$/.test(key)));
    for (const table of ['login_failures', 'one_time_codes', 'clients'])
      await assert.rejects(t.deps.pool.query(`select * from ${table}`), /permission denied/);
  });
});

describe('networks', () => {
  it('are /24 of IPv4 and /64 of IPv6', () => {
    const cases = {
      '203.0.113.77': '203.0.113.0/24',
      '::ffff:203.0.113.77': '203.0.113.0/24',
      '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
      '2001:db8::6': '2001:db8:0:0::/64',
      '::1': '0:0:0:0::/64',
      'fe80::1%eth0': 'fe80:0:0:0::/64',
      unknown: '0.0.0.0/32',
    };
    for (const [address, network] of Object.entries(cases)) assert.equal(networkOf(address), network);
  });
});
