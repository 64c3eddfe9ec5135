/** Whatever is sent to any call, signed in or not: never 500, always our envelope with our headers. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openApi } from '#server/http/openapi.ts';
import { securityHeadersOf } from '#server/http/web.ts';
import { seedDemo } from '../scripts/demo/demo.ts';
import { harness, type Harness, type TestUser } from './harness.ts';
import { operationsOf, requestsOf, type Operation, type Sent } from './requests.ts';

const SEED = Number(process.env.YIAN_FUZZ_SEED ?? 20261122);
/** Requests of each operation: by an administrator, and without a sign-in. */
const SIGNED = 8;
const ANONYMOUS = 3;
const document = openApi() as Record<string, any>;
const operations = operationsOf(document);

let t: Harness;
let chief: TestUser;
before(async () => {
  t = await harness();
  await seedDemo(t.deps, 'Demo2026');
  chief = await t.user(1_000_001);
});
after(() => t.close());

async function send({ method, address, body, type }: Sent, as: TestUser | null, headers: Record<string, string> = {}) {
  return fetch(t.url + address, {
    method,
    headers: { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...(type ? { 'content-type': type } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(20_000),
    redirect: 'manual',
  });
}

/** What is wrong with an answer; null when nothing is. */
async function problemOf(operation: Operation, answer: Response): Promise<string | null> {
  const text = await answer.text();
  if (answer.status === 500 || answer.status > 503) return `${answer.status} ${text.slice(0, 200)}`;
  for (const name of Object.keys(securityHeadersOf([]))) if (!answer.headers.get(name)) return `${answer.status} without ${name}`;
  if (operation.raw) return null;
  if (!answer.headers.get('content-type')?.startsWith('application/json'))
    return `${answer.status} of ${answer.headers.get('content-type')}: ${text.slice(0, 200)}`;
  const envelope = JSON.parse(text) as Record<string, unknown>;
  if (Object.keys(envelope).sort().join() !== 'code,data,msg') return `${answer.status} ${text.slice(0, 200)}`;
  if (answer.status < 400 !== (envelope.code === 0)) return `${answer.status} with code ${String(envelope.code)}`;
  return answer.status >= 400 && !/[\u4e00-\u9fff]/.test(String(envelope.msg)) ? `${answer.status} says ${String(envelope.msg)}` : null;
}

/** Sends so many requests of each operation; gives what went wrong, by operation. */
async function fuzz(chosen: Operation[], runs: number, as: () => TestUser | null): Promise<string[]> {
  const problems: string[] = [];
  for (const [i, operation] of chosen.entries()) {
    for (const request of fc.sample(requestsOf(operation, document), { numRuns: runs, seed: SEED + i })) {
      const answer = await send(request, as());
      // It has locked itself out: a changed password, an ended session.
      if (answer.status === 401 && as()) chief = await t.user(1_000_001);
      const problem = await problemOf(operation, answer);
      if (problem) problems.push(`${request.method} ${operation.path} → ${problem} ← ${request.address} ${request.body ?? ''}`);
    }
  }
  return problems;
}

describe('any request', () => {
  for (const rate of new Set(operations.map((one) => one.rate)))
    it(`of the class ${rate} by an administrator is answered in the envelope, never with 500`, async () => {
      const chosen = operations.filter((one) => one.rate === rate);
      const problems = await fuzz(chosen, Math.max(SIGNED, Math.ceil(200 / chosen.length)), () => chief);
      assert.deepEqual(problems, []);
    });

  it('by whoever is not signed in is answered in the envelope, never with 500', async () => {
    assert.deepEqual(
      await fuzz(
        operations.filter((one) => !one.open),
        ANONYMOUS,
        () => null,
      ),
      [],
    );
    assert.deepEqual(
      await fuzz(
        operations.filter((one) => one.open),
        40,
        () => null,
      ),
      [],
    );
  });

  it('that names an unknown tenant on a public call is refused or answered like any other', async () => {
    const open = operations.filter((one) => one.open);
    for (const id of ['0', '-1', 'x', '9007199254740993', '9999999999999999', '99999999999999999999', '987654321', '']) {
      const problems: string[] = [];
      for (const operation of open) {
        const [request] = fc.sample(requestsOf(operation, document), { numRuns: 1, seed: SEED }) as [Sent];
        const problem = await problemOf(operation, await send(request, null, { 'tenant-id': id }));
        if (problem) problems.push(`${request.method} ${request.address} as ${id} → ${problem}`);
      }
      assert.deepEqual(problems, []);
      const frame = await send({ method: 'GET', address: `/admin/embedded?tenant=${id}&src=https%3A%2F%2Fexample.com` }, null);
      assert.ok([400, 404].includes(frame.status), `${id}: ${frame.status}`);
    }
  });
});
