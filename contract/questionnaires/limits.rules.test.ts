import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, SECOND } from '../time.ts';
import { countsWritten, limitOf, type Limits, type Written } from './limits.rules.ts';

const OPEN: Limits = {
  timedCollectionBeginTime: null,
  timedCollectionEndTime: null,
  timedNotEnabledPromptText: null,
  timedDeactivatePromptText: null,
  timedQuantitativeQuantity: null,
  timedEndPromptText: null,
  everyoneWriteOnce: false,
  everyoneDayWriteOnce: false,
  writeOncePromptText: null,
  wxWriteOnce: false,
};
const NONE: Written = { results: 0, byAddress: false, byAddressToday: false, byOpenId: false };
const ALL: Written = { results: 9, byAddress: true, byAddressToday: true, byOpenId: true };
const [BEGIN, END] = ['2026-03-01 08:00:00', '2026-03-31 20:00:00'];
const said = (change: Partial<Limits>, now: number, written: Written = NONE) =>
  limitOf({ ...OPEN, ...change }, now, written)?.message ?? null;

describe('a questionnaire that collects', () => {
  it('counts what was handed in only where that limits anything', () => {
    const limits: Partial<Limits>[] = [
      { timedQuantitativeQuantity: 5 },
      { everyoneWriteOnce: true },
      { everyoneDayWriteOnce: true },
      { wxWriteOnce: true },
    ];
    for (const one of limits) assert.equal(countsWritten({ ...OPEN, ...one }), true);
    const none: (Limits | null)[] = [null, OPEN, { ...OPEN, timedQuantitativeQuantity: 0, timedCollectionEndTime: END }];
    for (const one of none) assert.equal(countsWritten(one), false);
  });

  it('takes everything without limits', () => assert.equal(said({}, 0, ALL), null));

  it('is open from its beginning to its end, both included', () => {
    const window = { timedCollectionBeginTime: BEGIN, timedCollectionEndTime: END };
    for (const [now, message] of [
      [instantOf(BEGIN) - 1, '项目时间末开始。'],
      [instantOf(BEGIN), null],
      [instantOf(END), null],
      [instantOf(END) + 1, '项目时间已结束。'],
    ] as const)
      assert.equal(said(window, now), message);
    const words = { ...window, timedNotEnabledPromptText: '三月再来', timedDeactivatePromptText: '明年再来' };
    assert.deepEqual([said(words, instantOf(BEGIN) - SECOND), said(words, instantOf(END) + SECOND)], ['三月再来', '明年再来']);
  });

  it('takes as many as it wants, any number when that is unset or 0, and answers its setting beside the words', () => {
    const many = (timedQuantitativeQuantity: number | null, results: number) =>
      said({ timedQuantitativeQuantity }, 0, { ...NONE, results });
    assert.deepEqual([many(3, 2), many(3, 3), many(0, 9), many(null, 9)], [null, '收集数量已达到。', null, null]);
    const full = { ...OPEN, timedQuantitativeQuantity: 1 };
    assert.deepEqual(limitOf(full, 0, ALL), { message: '收集数量已达到。', withSetting: true });
    assert.equal(limitOf({ ...full, timedEndPromptText: '名额已满' }, 0, ALL)?.message, '名额已满');
  });

  it('takes one answer from each address, or one a day, or one from each WeChat account', () => {
    const WORDS = '已经填写过，无法再次填写';
    const once: Written = { ...NONE, byAddress: true };
    for (const [change, written, message] of [
      [{ everyoneWriteOnce: true }, once, WORDS],
      [{ everyoneWriteOnce: true, writeOncePromptText: '谢谢' }, once, '谢谢'],
      [{ everyoneWriteOnce: true }, NONE, null],
      [{ everyoneDayWriteOnce: true }, once, null],
      [{ everyoneDayWriteOnce: true }, { ...once, byAddressToday: true }, WORDS],
      [{ wxWriteOnce: true }, once, null],
      [{ wxWriteOnce: true, writeOncePromptText: '谢谢' }, { ...NONE, byOpenId: true }, WORDS],
    ] as const)
      assert.equal(said(change, 0, written), message, JSON.stringify(change));
  });

  it('says the first of its reasons: beginning, end, quantity, address, WeChat', () => {
    const all = {
      timedCollectionBeginTime: BEGIN,
      timedCollectionEndTime: END,
      timedQuantitativeQuantity: 1,
      everyoneWriteOnce: true,
      writeOncePromptText: '谢谢',
      wxWriteOnce: true,
    };
    const within = instantOf(BEGIN);
    assert.deepEqual(
      [
        said(all, within - 1, ALL),
        said(all, instantOf(END) + 1, ALL),
        said(all, within, ALL),
        said({ ...all, timedQuantitativeQuantity: null }, within, ALL),
        said({ ...all, timedQuantitativeQuantity: null, everyoneWriteOnce: false }, within, ALL),
      ],
      ['项目时间末开始。', '项目时间已结束。', '收集数量已达到。', '谢谢', '已经填写过，无法再次填写'],
    );
  });
});
