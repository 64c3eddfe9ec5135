import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '../time.ts';
import type { TimeWindow } from '../time-windows.rules.ts';
import {
  channels,
  chosen,
  deliveryStates,
  nextDaily,
  offered,
  plan,
  summaryText,
  type Channel,
  type Choices,
  type Recipient,
} from './channels.rules.ts';
import { messageKinds, type MessageKind } from './messages.rules.ts';

const { waiting, held, skipped } = deliveryStates;
const all = { sms: true, email: true, push: true };
const NIGHT: TimeWindow[] = [{ days: [], from: '22:00', to: '07:00' }];
const who = (given: Partial<Recipient> = {}): Recipient => ({ own: {}, institution: {}, quiet: [], reach: all, ...given });
const on = (kind: MessageKind, ...ways: Channel[]): Choices => ({ [kind]: Object.fromEntries(ways.map((way) => [way, true])) });
const off = (kind: MessageKind, ...ways: Channel[]): Choices => ({ [kind]: Object.fromEntries(ways.map((way) => [way, false])) });
const DAY = instantOf('2026-11-16 12:00:00');
const MIDNIGHT = instantOf('2026-11-17 00:30:00');

describe('the ways of a message', () => {
  it('are those that the person, else the institution, else the product has on', () => {
    const ways = (given: Partial<Recipient>) =>
      plan({ kind: 'ticket', urgent: false }, who(given), DAY).map(({ channel, state }) => [channel, state]);
    assert.deepEqual(ways({}), [['push', waiting]]);
    assert.deepEqual(
      ways({ institution: on('ticket', 'sms', 'email') }),
      channels.map((channel) => [channel, waiting]),
    );
    assert.deepEqual(ways({ own: on('ticket', 'email') }), [
      ['email', waiting],
      ['push', waiting],
    ]);
    // Only the person has it off: that is said. Where the institution has it off as well, nothing is missed.
    assert.deepEqual(ways({ institution: on('ticket', 'sms'), own: off('ticket', 'sms', 'email') }), [
      ['sms', skipped],
      ['push', waiting],
    ]);
    assert.deepEqual(ways({ own: on('visitor', 'sms') }), [['push', waiting]], 'another kind');
    assert.equal(chosen('ticket', 'sms', {}, on('ticket', 'sms')), true);
  });

  it('of an alarm are notices alone, of an invitation not the text that is sent in any case', () => {
    assert.deepEqual(offered('warning'), ['push']);
    assert.deepEqual(offered('invitation'), ['email', 'push']);
    for (const kind of Object.keys(messageKinds) as MessageKind[])
      for (const { channel } of plan({ kind, urgent: true, demanded: channels }, who(), DAY)) assert.ok(offered(kind).includes(channel));
  });

  it('say why a person cannot be reached', () => {
    const nobody = who({ institution: on('ticket', 'sms', 'email'), reach: { sms: false, email: false, push: false } });
    assert.deepEqual(
      plan({ kind: 'ticket', urgent: false }, nobody, DAY).map(({ channel, state, reason }) => [channel, state, reason]),
      [
        ['sms', skipped, '没有登记手机号'],
        ['email', skipped, '没有填写邮箱'],
      ],
    );
  });

  it('wait for the end of the quiet hours', () => {
    const quiet = (text: string, windows = NIGHT) => plan({ kind: 'workorder', urgent: false }, who({ quiet: windows }), instantOf(text));
    for (const [at, until] of [
      ['2026-11-16 21:59:59', null],
      ['2026-11-16 22:00:00', '2026-11-17 07:00:00'],
      ['2026-11-16 23:59:59', '2026-11-17 07:00:00'],
      ['2026-11-17 00:00:00', '2026-11-17 07:00:00'],
      ['2026-11-17 06:59:59', '2026-11-17 07:00:00'],
      ['2026-11-17 07:00:00', null],
      // No summer time, no end of a year in between.
      ['2026-12-31 23:00:00', '2027-01-01 07:00:00'],
    ] as const)
      assert.deepEqual(quiet(at), [{ channel: 'push', state: until ? held : waiting, until: until && instantOf(until), reason: null }], at);
    const fridays = [{ days: [5], from: '22:00', to: '07:00' }];
    assert.equal(quiet('2026-11-21 06:00:00', fridays)[0]?.state, held, 'the night of Friday');
    assert.equal(quiet('2026-11-21 23:00:00', fridays)[0]?.state, waiting, 'the night of Saturday');
  });

  it('of what is urgent are never held back, nor switched off', () => {
    const told = (given: Partial<Recipient>, demanded: Channel[] = []) =>
      plan({ kind: 'workorder', urgent: true, demanded }, who({ quiet: NIGHT, ...given }), MIDNIGHT).map(({ channel, state }) => [
        channel,
        state,
      ]);
    assert.deepEqual(told({}), [['push', waiting]]);
    assert.deepEqual(told({ own: off('workorder', ...channels) }, ['sms']), [
      ['sms', waiting],
      ['push', waiting],
    ]);
    assert.deepEqual(told({ institution: on('workorder', 'sms'), own: off('workorder', ...channels) }), [
      ['sms', waiting],
      ['push', waiting],
    ]);
    // What the person wants beyond the institution stays.
    assert.deepEqual(told({ own: on('workorder', 'email') }), [
      ['email', waiting],
      ['push', waiting],
    ]);
    assert.deepEqual(told({ reach: { ...all, sms: false } }, ['sms']), [
      ['sms', skipped],
      ['push', waiting],
    ]);
  });
});

describe('summaries', () => {
  it('come at the next time that a clock shows the hour', () => {
    for (const [now, next] of [
      ['2026-11-16 07:59:59', '2026-11-16 08:00:00'],
      ['2026-11-16 08:00:00', '2026-11-17 08:00:00'],
      ['2026-12-31 08:00:01', '2027-01-01 08:00:00'],
    ] as const)
      assert.equal(nextDaily('08:00', instantOf(now)), instantOf(next), now);
  });

  it('name three, cut what is long, and say that there are more', () => {
    assert.equal(summaryText(['甲'], 1), '您有 1 条新消息：甲');
    assert.equal(summaryText(['甲', '乙', '丙', '丁'], 12, '未读'), '您有 12 条未读消息：甲；乙；丙 等');
    assert.equal(summaryText(['长'.repeat(31)], 1), `您有 1 条新消息：${'长'.repeat(29)}…`);
  });
});
