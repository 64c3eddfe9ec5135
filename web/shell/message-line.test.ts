import { beforeEach, describe, it, mock } from 'node:test';
import assert from 'node:assert/strict';
import { LEAST_MS, messageLine, whenSeen } from './message-line.ts';

/** What antd gives a message. */
const WHOLE_MS = 3000;

describe('messages', { concurrency: false }, () => {
  let line: ReturnType<typeof messageLine>;
  let seen: boolean;
  /** Texts with the milliseconds at which they came and went. */
  let log: [text: string, from: number, to: number][];

  beforeEach(() => {
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    seen = true;
    log = [];
    let end = () => {};
    line = messageLine({
      isSeen: () => seen,
      open(_kind, text, closed) {
        end();
        const entry: (typeof log)[number] = [text, Date.now(), Infinity];
        log.push(entry);
        end = () => (entry[2] = Math.min(entry[2], Date.now()));
        const over = end;
        setTimeout(() => {
          if (entry[2] < Infinity) return;
          over();
          closed();
        }, WHOLE_MS);
        return over;
      },
    });
  });
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 10) mock.timers.tick(10);
  };
  const turn = (visible: boolean) => {
    seen = visible;
    line.look();
  };

  it('stay their whole time, whenever the one before them came', () => {
    for (const gap of [1500, 2500, 2900, 2990, 3000, 3010, 3100, 4000]) {
      log.length = 0;
      line.show('success', '甲');
      pass(gap);
      line.show('success', '乙');
      pass(10_000);
      const [first, second] = log;
      assert.equal(
        first?.[2],
        Math.min((first?.[1] ?? 0) + gap, (first?.[1] ?? 0) + WHOLE_MS),
        `the first leaves for the second after ${gap} ms`,
      );
      assert.equal((second?.[2] ?? 0) - (second?.[1] ?? 0), WHOLE_MS, `after ${gap} ms`);
    }
  });

  it('wait for those that came a moment before, in their order', () => {
    line.show('success', '签到成功');
    line.show('error', '保存失败');
    pass(100);
    line.show('warning', '请先选择服务对象');
    pass(20_000);
    assert.deepEqual(log, [
      ['签到成功', 0, LEAST_MS],
      ['保存失败', LEAST_MS, 2 * LEAST_MS],
      ['请先选择服务对象', 2 * LEAST_MS, 2 * LEAST_MS + WHOLE_MS],
    ]);
  });

  it('are said once when many calls fail alike at once, and again when it happens again', () => {
    for (let i = 0; i < 5; i++) line.show('error', '网络连接失败');
    line.show('warning', '请添加服务清单');
    for (let i = 0; i < 5; i++) line.show('error', '网络连接失败');
    line.show('warning', '请添加服务清单');
    pass(10_000);
    line.show('error', '网络连接失败');
    pass(2000);
    line.show('error', '网络连接失败');
    pass(10_000);
    const texts = log.map(([text]) => text);
    assert.deepEqual(texts, ['网络连接失败', '请添加服务清单', '网络连接失败', '网络连接失败', '网络连接失败']);
  });

  it('tell of each success, however soon it follows', () => {
    line.show('success', '签退成功');
    pass(300);
    line.show('success', '签退成功');
    pass(10_000);
    assert.deepEqual(log, [
      ['签退成功', 0, LEAST_MS],
      ['签退成功', LEAST_MS, LEAST_MS + WHOLE_MS],
    ]);
  });

  it('are kept for a person who looks at another window', () => {
    turn(false);
    line.show('error', '保存失败');
    pass(60_000);
    assert.deepEqual(log, []);
    turn(true);
    pass(10_000);
    assert.deepEqual(log, [['保存失败', 60_000, 60_000 + WHOLE_MS]]);
  });

  it('come again when the window went away under them', () => {
    line.show('success', '导出完成');
    pass(200);
    turn(false);
    pass(60_000);
    turn(true);
    pass(10_000);
    assert.deepEqual(log, [
      ['导出完成', 0, 200],
      ['导出完成', 60_200, 60_200 + WHOLE_MS],
    ]);
    line.show('success', '已读');
    pass(LEAST_MS + 500);
    turn(false);
    pass(10_000);
    turn(true);
    pass(10_000);
    assert.equal(log.length, 3, 'what was read is not said again');
  });
});

describe('a notice', () => {
  it('comes at once on a page that is seen, else when it is seen again, and once', () => {
    const page = Object.assign(new EventTarget(), { hidden: false });
    Object.assign(globalThis, { document: page });
    let shown = 0;
    whenSeen(() => shown++);
    assert.equal(shown, 1);
    page.hidden = true;
    whenSeen(() => shown++);
    assert.equal(shown, 1);
    for (const hidden of [false, true, false]) {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
    }
    assert.equal(shown, 2);
  });
});
