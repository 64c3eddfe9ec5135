import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { harness, type Harness } from '#test/harness.ts';
import { serveHealth, watchDatabase } from './health.ts';

describe('what /health says', () => {
  let t: Harness;
  before(async () => void (t = await harness()));
  after(() => t.close());

  it('asks the database nothing, however many ask', async () => {
    await fetch(`${t.url}/health`);
    const before = (await t.admin.query('select xact_commit from pg_stat_database where datname = $1', [t.database])).rows[0].xact_commit;
    let asked = 0;
    const { query } = t.deps.pool;
    t.deps.pool.query = ((...args: never[]) => (asked++, (query as (...all: never[]) => unknown).apply(t.deps.pool, args))) as typeof query;
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        fetch(`${t.url}/health`).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as object })),
      ),
    );
    t.deps.pool.query = query;
    assert.ok(before >= 0);
    assert.ok(answers.every(({ status }) => status === 200));
    assert.ok(asked <= 2, `${asked} questions for 200 answers`);
    assert.deepEqual(Object.keys(answers[0]!.body), ['status', 'databaseAnsweredSecondsAgo']);
  });

  it('is well while the database was there a moment ago, and away when it has not answered for long, until it does again', async () => {
    let now = 0;
    let there = true;
    const rounds: (() => void)[] = [];
    const watch = watchDatabase(
      async () => {
        rounds.splice(0).forEach((done) => done());
        if (!there) throw new Error('away');
      },
      { everyMs: 5, awayMs: 10_000, now: () => now },
    );
    /** Two rounds have begun since, so that the one before has ended. */
    const asked = async () => {
      for (let n = 0; n < 2; n++) await new Promise<void>((resolve) => rounds.push(resolve));
    };
    const server = await serveHealth({ port: 0, counters: () => ({}), database: watch });
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/health`);
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
    };
    try {
      await asked();
      assert.deepEqual(await ask(), { status: 200, retryAfter: null, body: { status: 'ok', databaseAnsweredSecondsAgo: 0 } });
      there = false;
      await asked();
      now = 8_000;
      assert.deepEqual(await ask(), { status: 200, retryAfter: null, body: { status: 'ok', databaseAnsweredSecondsAgo: 8 } });
      now = 11_000;
      assert.deepEqual(await ask(), { status: 503, retryAfter: '2', body: { status: 'away', databaseAnsweredSecondsAgo: 11 } });
      there = true;
      await asked();
      assert.equal((await ask()).status, 200);
    } finally {
      await Promise.all([server.close(), watch.stop()]);
    }
  });

  it('is away from the start when the database never answered, also when it does not even refuse', async () => {
    for (const ask of [() => Promise.reject(new Error('away')), () => new Promise<never>(() => {})]) {
      const watch = watchDatabase(ask, { firstMs: 20 });
      assert.deepEqual(await watch.state(), { status: 'away', databaseAnsweredSecondsAgo: null });
      void watch.stop();
    }
  });
});
