/**
 * What a flood of sign-ins does to everybody else: pages of people out of 1,000,000 while
 * 200 clients sign in without pause, beside the same pages without them. Passwords are argon2id; most of the flood is told to come again
 * (429), which is how the pages stay quick.
 * Usage: node bench/sign-in.ts [rounds] [seconds]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { people } from '#contract/elderly/people.ts';
import { hashPassword } from '#server/users/passwords.ts';
import { over, paired, pairRatio, ratio, table } from './harness.ts';
import { cluster } from './harness-cluster.ts';
import { load, type Load } from './harness-load.ts';
import { fillPeople, fillTenants, MIXED, signIn } from './harness-people.ts';
import { startProduct, stop } from './harness-server.ts';

const TENANTS = 200;
const CLIENTS = 200;
const CONNECTIONS = 4;
const PASSWORD = 'Bench2026';
const token = (tenant: number) => `bench-token-of-tenant-${tenant}`;

/**
 * The flood, a process of its own: each client signs in again as soon as it has its answer, or after the pause that a 429 asks for
 * (Retry-After). Tells its counts when stopped.
 */
async function flood(port: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const counts = { signedIn: 0, refused: 0, failed: 0 };
  const authorization = `Basic ${Buffer.from('flood:flood').toString('base64')}`;
  const once = (name: string) =>
    new Promise<{ status: number; after: number }>((resolve) => {
      const body = new URLSearchParams({ username: name, password: PASSWORD }).toString();
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
      request(
        { host: '127.0.0.1', port, path: '/auth/oauth/token?grant_type=password&scope=server', method: 'POST', headers, agent },
        (answer) => {
          answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, after: Number(answer.headers['retry-after'] ?? 0) }));
        },
      )
        .on('error', () => resolve({ status: 0, after: 1 }))
        .end(body);
    });
  const client = async (name: string) => {
    for (;;) {
      const { status, after } = await once(name);
      if (status === 200) counts.signedIn++;
      else if (status === 429) counts.refused++;
      else counts.failed++;
      // As a page does: not before it was told to, and not all at once.
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, (after || 0.2) * 1000 * (0.75 + Math.random() / 2)));
    }
  };
  for (let tenant = 2; tenant <= TENANTS + 1; tenant++) void client(`bench${tenant}`);
  process.on('message', () => process.send!(counts));
  process.send!('started');
}

interface Round extends Load {
  signedIn: number;
  refused: number;
}

async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 5);
  const seconds = Number(process.argv[3] ?? 4);
  const c = await cluster('people-1m', async (admin) => {
    await fillTenants(admin, TENANTS + 1);
    await fillPeople(admin, 1_000_000, MIXED);
  });
  await signIn(c.admin, TENANTS + 1, ['members_oldman_view'], token);
  await c.admin.query("select app.put_client('flood', encode(sha256('flood'), 'hex'), false, false)");
  await c.admin.query('update users set password_hash = $1 where id between 2 and $2', [await hashPassword(PASSWORD), TENANTS + 1]);
  const server = await startProduct(c, 6);
  const requests = Array.from({ length: 400 }, (_, i) => {
    const tenant = 4 + ((i * 7919) % 198);
    return {
      path: `${people.page.path}?current=${1 + (i % 5)}&size=10`,
      headers: { authorization: `Bearer ${token(tenant)}`, 'tenant-id': String(tenant) },
    };
  });
  const roles = ['quiet', 'flood'] as const;
  const results = await paired(roles, rounds, async (role): Promise<Round> => {
    const order = { port: server.port, requests, connections: CONNECTIONS };
    await load({ ...order, seconds: 1 });
    if (role === 'quiet') return { ...(await load({ ...order, seconds })), signedIn: 0, refused: 0 };
    const child = fork(import.meta.filename, ['flood', String(server.port)]);
    await once(child, 'message');
    const measured = await load({ ...order, seconds });
    child.send('stop');
    const [counts] = (await once(child, 'message')) as [{ signedIn: number; refused: number; failed: number }];
    child.kill();
    if (counts.signedIn === 0 || counts.failed > 0) throw new Error(`sign-ins: ${JSON.stringify(counts)}`);
    return { ...measured, signedIn: counts.signedIn / seconds, refused: counts.refused / seconds };
  });
  table(
    `list pages, ${CONNECTIONS} connections, with and without ${CLIENTS} clients that sign in, ${rounds} rounds of ${seconds} s, medians`,
    roles.map((role) => {
      const figure = (name: keyof Round) => over(results[role], (round) => round[name]);
      return {
        run: role,
        'req/s': figure('perSecond'),
        'p50 ms': figure('p50'),
        'p99 ms': figure('p99'),
        'sign-ins/s': figure('signedIn'),
        '429/s': figure('refused'),
      };
    }),
  );
  ratio(
    'p99 with the flood / without',
    pairRatio(results.flood, results.quiet, (round) => round.p99),
    '<=',
    2,
  );
  await stop(server);
  await c.stop();
}

process.on('disconnect', () => process.exit());
if (process.argv[2] === 'flood') await flood(Number(process.argv[3]));
else await main();
