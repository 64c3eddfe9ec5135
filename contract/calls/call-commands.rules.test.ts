import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideCall, type SeatCommand, type Target } from './call-commands.rules.ts';
import { decideHappening, type Happening } from './call-happenings.rules.ts';
import { plainLeg, type CallLeg, type CallRefusal, type CallState, type Outcome, type Presence, type Situation } from './call-state.ts';

const NOW = 1_000_000;
const times = { ringSeconds: 30, afterCallSeconds: 15, queueSeconds: 300 };
const base: CallState = {
  id: 1,
  kind: 1,
  status: 0,
  phase: 3,
  groupId: 9,
  seatId: null,
  priority: 5,
  tried: [],
  queuedAt: NOW - 5000,
  rangAt: null,
  establishedAt: null,
  endedAt: null,
  dueAt: null,
  disposition: null,
  endedBy: null,
};
const leg = (id: number, more: Partial<CallLeg>): CallLeg => ({ ...plainLeg, id, kind: 1, state: 3, ...more });
const customer = leg(1, { kind: 2, address: '13800001111' });
const agent = leg(2, { seatId: 20 });
const boss = leg(3, { seatId: 30 });
const does = (seatId: number, state: number, callId: number | null = null): Presence => ({
  seatId,
  state,
  breakCode: '',
  callId,
  dueAt: null,
});
/** A situation in a word: what the call is, its legs, what seats do. */
const at = (call: Partial<CallState>, legs: CallLeg[], presences: Presence[] = [does(20, 3), does(30, 3), does(40, 3)]): Situation => ({
  call: { ...base, ...call },
  legs,
  presences,
});
const talking = at(
  { status: 1, phase: 5, seatId: 20, establishedAt: NOW - 1000 },
  [customer, agent],
  [does(20, 9, 1), does(30, 3), does(40, 2)],
);
const toSeat: Target = { kind: 'seat', seatId: 30, address: '8003', name: '王主任' };
const toNumber: Target = { kind: 'number', number: '13900002222', name: '', by: 'phone' };

const words = (result: Outcome | CallRefusal) => {
  if ('refusal' in result) return `${result.status} ${result.code} ${result.refusal}`;
  const { call, legs, presences } = result.next;
  const leg = ({ kind, part, state, held, muted }: CallLeg) => `${kind}${part}${state}${held ? 'h' : ''}${muted ? 'm' : ''}`;
  const end = call.disposition ? ` ${call.disposition}/${call.endedBy}` : '';
  return `${call.status}.${call.phase}${end} [${legs.map(leg).join(' ')}] ${presences.map(({ seatId, state, breakCode }) => `${seatId}:${state}${breakCode}`).join(' ')}`;
};
const does1 = (situation: Situation, seat: number, command: SeatCommand) => words(decideCall(situation, seat, command, times, NOW));
const comes = (situation: Situation, happening: Happening) => words(decideHappening(situation, happening, times, NOW));
const after = (situation: Situation, seat: number, command: SeatCommand): Situation => {
  const result = decideCall(situation, seat, command, times, NOW);
  assert.ok('next' in result, JSON.stringify(result));
  // As the database gives it back: with ids above 0.
  return { ...result.next, legs: result.next.legs.map((one, index) => ({ ...one, id: index + 1 })) };
};
const ringing = at({ phase: 4, rangAt: NOW, dueAt: NOW }, [customer, { ...agent, state: 2 }], [does(20, 6, 1), does(30, 3)]);

describe('commands of seats', () => {
  it('decideCall: answering, of two who answer one wins', () => {
    assert.equal(does1(ringing, 20, { action: 'answer' }), '1.5 [213 113] 20:9 30:3');
    const taken = after(ringing, 20, { action: 'answer' });
    assert.equal(does1(taken, 30, { action: 'answer' }), '409 Call.TakenByOther 已被他人接听');
    assert.equal(does1(taken, 20, { action: 'answer' }), '1.5 [213 113] 20:9 30:3');
    // Picked out of the queue before it rings anywhere.
    assert.equal(does1(at({}, [customer]), 30, { action: 'answer' }), '1.5 [213 113] 20:3 30:9 40:3');
    assert.equal(does1(at({}, [customer], [does(30, 2)]), 30, { action: 'answer' }), '409 Agent.StateError 坐席不在空闲状态，不能接听');
    assert.equal(does1(at({ status: 2, phase: 7 }, []), 30, { action: 'answer' }), '409 Call.Released 通话已结束');
  });

  it('decideCall: refusing sends the call back to its queue without that seat', () => {
    const result = decideCall(ringing, 20, { action: 'refuse' }, times, NOW) as Outcome;
    assert.equal(words(result), '0.3 [213 114] 20:2RejectCall 30:3');
    assert.deepEqual([result.next.call.tried, result.next.call.queuedAt], [[20], NOW - 5000]);
    const internal = at({ kind: 3, groupId: null, phase: 1, seatId: 30 }, [boss, { ...agent, state: 2 }], [does(30, 8, 1), does(20, 6, 1)]);
    assert.equal(does1(internal, 20, { action: 'refuse' }), '2.7 Reject/2 [114 114] 30:5 20:2RejectCall');
    assert.equal(does1(talking, 20, { action: 'refuse' }), '409 Agent.StateError 没有正在振铃的来电');
  });

  it('decideCall: hanging up ends the call, a part in it, or the consultation', () => {
    assert.equal(does1(talking, 20, { action: 'hangup' }), '2.7 Success/2 [214 114] 20:5 30:3 40:2');
    const dialing = at({ kind: 2, phase: 1, groupId: null, seatId: 20 }, [agent, { ...customer, state: 1 }], [does(20, 8, 1)]);
    assert.equal(does1(dialing, 20, { action: 'hangup' }), '2.7 Cancelled/2 [114 214] 20:5');
    const three = at({ status: 1, phase: 5, seatId: 20, establishedAt: 1 }, [customer, agent, boss], [does(20, 16, 1), does(30, 16, 1)]);
    assert.equal(does1(three, 20, { action: 'hangup' }), '1.5 [213 114 113] 20:5 30:9');
    assert.equal(does1(three, 20, { action: 'endConference' }), '2.7 Success/2 [214 114 114] 20:5 30:5');
    assert.equal(does1(talking, 20, { action: 'endConference' }), '409 Call.StateError 当前不是会议');
    const [party, , second] = three.legs;
    assert.equal(does1(three, 20, { action: 'remove', legId: second!.id }), '1.5 [213 113 114] 20:9 30:5');
    assert.equal(does1(three, 20, { action: 'remove', legId: party!.id }), '1.5 [214 113 113] 20:9 30:9');
    assert.equal(does1(three, 30, { action: 'remove', legId: party!.id }), '403 Agent.StateError 只有主持会议的坐席可以移出成员');
    assert.equal(does1(three, 20, { action: 'remove', legId: 999 }), '409 Call.StateError 该成员已不在会议中');
    const alone = '409 Call.StateError 移出后没有其他成员，请直接挂断';
    assert.equal(does1(talking, 20, { action: 'remove', legId: party!.id }), alone);
    assert.equal(does1(talking, 30, { action: 'hangup' }), '409 Agent.StateError 坐席当前没有通话');
  });

  it('decideCall: hold, retrieve, mute, keys', () => {
    const held = after(talking, 20, { action: 'hold' });
    assert.equal(words({ next: held, events: [] }), '1.5 [213h 113] 20:12 30:3 40:2');
    assert.equal(does1(held, 20, { action: 'retrieve' }), '1.5 [213 113] 20:9 30:3 40:2');
    assert.equal(does1(talking, 20, { action: 'mute' }), '1.5 [213 113m] 20:9 30:3 40:2');
    assert.equal(does1(after(talking, 20, { action: 'mute' }), 20, { action: 'unmute' }), '1.5 [213 113] 20:9 30:3 40:2');
    assert.equal(after(talking, 20, { action: 'digits', digits: '15#' }).legs[0]!.digits, '15#');
    const page = { ...talking, legs: [{ ...customer, kind: 3 }, agent] };
    assert.equal(does1(page, 20, { action: 'digits', digits: '1' }), '409 Call.StateError 对方不是电话，不能发送按键');
    assert.equal(does1(ringing, 20, { action: 'hold' }), '409 Agent.StateError 坐席当前没有在通话');
    assert.equal(does1(ringing, 20, { action: 'mute' }), '409 Agent.StateError 坐席当前没有在通话');
  });

  it('decideCall: a call is handed on to a seat, a group or a number', () => {
    assert.equal(does1(talking, 20, { action: 'transfer', to: toSeat }), '1.4 [213 114 112] 20:5 30:6 40:2');
    assert.equal(does1(talking, 20, { action: 'transfer', to: toNumber }), '1.1 [213 114 211] 20:5 30:3 40:2');
    const group = decideCall(
      talking,
      20,
      { action: 'transfer', to: { kind: 'group', groupId: 7, name: '紧急', queueSeconds: 60 } },
      times,
      NOW,
    );
    assert.equal(words(group), '1.3 [213 114] 20:5 30:3 40:2');
    assert.deepEqual('next' in group && [group.next.call.groupId, group.next.call.queuedAt, group.next.call.dueAt], [7, NOW, NOW + 60_000]);
    assert.match(does1(talking, 20, { action: 'transfer', to: { ...toSeat, seatId: 40 } }), /^409 Callee.Busy 王主任不在空闲状态/);
    assert.equal(does1(talking, 20, { action: 'transfer', to: { ...toSeat, seatId: 20 } }), '422 Callee.Invalid 不能转给自己');
    // The one who was rung lets it ring: the customer waits in the queue again.
    const rung = after(talking, 20, { action: 'transfer', to: toSeat });
    assert.equal(comes({ ...rung, call: { ...rung.call, dueAt: NOW } }, { what: 'due' }), '1.3 [213 114 114] 20:5 30:2RingingTimeout 40:2');
  });

  it('decideCall: a colleague is asked, then has the call, leaves, or stays', () => {
    const asking = after(talking, 20, { action: 'consult', to: toSeat });
    assert.equal(words({ next: asking, events: [] }), '1.6 [213h 113 142] 20:17 30:6 40:2');
    assert.equal(does1(asking, 20, { action: 'complete' }), '409 Call.StateError 对方还没有接听');
    assert.equal(does1(asking, 20, { action: 'retrieve' }), '409 Call.StateError 正在咨询，请先结束咨询');
    const asked = after(asking, 30, { action: 'answer' });
    assert.equal(words({ next: asked, events: [] }), '1.6 [213h 113 143] 20:17 30:17 40:2');
    assert.equal(does1(asked, 20, { action: 'complete' }), '1.5 [213 114 113] 20:5 30:9 40:2');
    assert.equal(does1(asked, 20, { action: 'cancel' }), '1.5 [213 113 144] 20:9 30:5 40:2');
    assert.equal(does1(asked, 20, { action: 'hangup' }), '1.5 [213 113 144] 20:9 30:5 40:2');
    assert.equal(does1(asked, 30, { action: 'hangup' }), '1.5 [213 113 144] 20:9 30:5 40:2');
    assert.equal(does1(asked, 20, { action: 'conference' }), '1.5 [213 113 113] 20:16 30:16 40:2');
    assert.equal(does1(talking, 20, { action: 'cancel' }), '409 Call.StateError 当前没有咨询');
    assert.equal(does1(asked, 20, { action: 'consult', to: toNumber }), '409 Call.StateError 正在咨询，请先完成或取消');
    // The customer gives up meanwhile: it is over for all.
    assert.equal(comes(asked, { what: 'leg.gone', legId: 1, reason: 'Released' }), '2.7 Success/1 [214 114 144] 20:5 30:5 40:2');
    assert.equal(does1(talking, 20, { action: 'invite', to: toSeat }), '1.5 [213 113 112] 20:9 30:6 40:2');
    assert.equal(
      does1(after(talking, 20, { action: 'invite', to: toSeat }), 30, { action: 'answer' }),
      '1.5 [213 113 113] 20:16 30:16 40:2',
    );
  });

  it('decideCall: a supervisor hears, whispers, speaks, takes over', () => {
    const hears = after(talking, 30, { action: 'monitor', target: 20 });
    assert.equal(words({ next: hears, events: [] }), '1.5 [213 113 123] 20:9 30:21 40:2');
    assert.equal(does1(hears, 30, { action: 'coach', target: 20 }), '1.5 [213 113 133] 20:9 30:21 40:2');
    assert.equal(does1(hears, 30, { action: 'barge', target: 20 }), '1.5 [213 113 113] 20:16 30:16 40:2');
    assert.equal(does1(hears, 30, { action: 'intercept', target: 20 }), '1.5 [213 114 113] 20:5 30:9 40:2');
    assert.equal(does1(hears, 30, { action: 'hangup' }), '1.5 [213 113 124] 20:9 30:3 40:2');
    assert.equal(does1(hears, 20, { action: 'hangup' }), '2.7 Success/2 [214 114 124] 20:5 30:3 40:2');
    assert.equal(does1(talking, 20, { action: 'monitor', target: 20 }), '422 Callee.Invalid 不能监听自己');
    assert.equal(does1(talking, 30, { action: 'monitor', target: 40 }), '409 Callee.StateError 该坐席当前没有在通话');
    const off = { ...talking, presences: [does(20, 9, 1), does(30, 1)] };
    assert.equal(does1(off, 30, { action: 'monitor', target: 20 }), '409 Agent.StateError 请先上线');
  });
});

describe('what happens to calls', () => {
  it('decideHappening: 30 seconds of ringing, a number that never answers, a busy line', () => {
    assert.equal(comes(ringing, { what: 'due' }), '0.3 [213 114] 20:2RingingTimeout 30:3');
    const dialing = at({ kind: 2, phase: 1, groupId: null, seatId: 20, dueAt: NOW }, [agent, { ...customer, state: 2 }], [does(20, 8, 1)]);
    assert.equal(comes(dialing, { what: 'due' }), '2.7 NoAnswer/3 [114 214] 20:5');
    assert.equal(comes({ ...dialing, call: { ...dialing.call, dueAt: NOW + 1 } }, { what: 'due' }), '0.1 [113 212] 20:8');
    assert.equal(comes(dialing, { what: 'leg.connected', legId: 1 }), '1.5 [113 213] 20:10');
    assert.equal(comes(dialing, { what: 'leg.gone', legId: 1, reason: 'Busy' }), '2.7 Busy/2 [114 214] 20:5');
  });

  it('decideHappening: who gives up in the menu, the queue, while it rings, or has spoken', () => {
    const gone: Happening = { what: 'leg.gone', legId: 1, reason: 'Released' };
    assert.match(comes(at({ phase: 2 }, [customer]), gone), /^2.7 AbandonedInIVR\/1/);
    assert.match(comes(at({}, [customer]), gone), /^2.7 AbandonedInQueue\/1/);
    assert.equal(comes(ringing, gone), '2.7 AbandonedInRing/1 [214 114] 20:3 30:3');
    assert.equal(comes(talking, gone), '2.7 Success/1 [214 114] 20:5 30:3 40:2');
    const again = at({ status: 1, establishedAt: 1 }, [customer]);
    assert.match(comes(again, gone), /^2.7 AbandonedInQueue\/1/);
  });

  it('decideHappening: a seat that vanishes leaves its customer first in line, or the call is over', () => {
    const lost = decideHappening(talking, { what: 'seat.gone', seatId: 20 }, times, NOW) as Outcome;
    assert.equal(words(lost), '1.3 [213 114] 20:1 30:3 40:2');
    assert.equal(lost.next.call.priority, 2);
    assert.equal(
      comes({ ...talking, call: { ...talking.call, groupId: null } }, { what: 'seat.gone', seatId: 20 }),
      '2.7 Success/3 [214 114] 20:1 30:3 40:2',
    );
    assert.equal(comes(ringing, { what: 'seat.gone', seatId: 20 }), '0.3 [213 114] 20:1 30:3');
    const asked = after(after(talking, 20, { action: 'consult', to: toSeat }), 30, { action: 'answer' });
    assert.equal(comes(asked, { what: 'seat.gone', seatId: 30 }), '1.5 [213 113 144] 20:9 30:1 40:2');
    assert.equal(comes(asked, { what: 'seat.gone', seatId: 20 }), '1.3 [213 114 144] 20:1 30:5 40:2');
  });

  it('decideHappening: the queue offers a call, sends it on, and the sound may be lost', () => {
    const offer: Happening = { what: 'seat.offered', seatId: 20, address: '8001', name: '李' };
    assert.equal(comes(at({}, [customer]), offer), '0.4 [213 112] 20:6 30:3 40:3');
    assert.match(comes(ringing, offer), /^409 Call.StateError/);
    assert.match(comes(at({}, [customer], [does(20, 2)]), offer), /^409 Agent.StateError/);
    const onward = (to: Parameters<typeof comes>[1] & { what: 'onward' }) => comes(at({}, [customer]), to);
    assert.match(onward({ what: 'onward', to: { kind: 'end', disposition: 'QueuingTimeout' } }), /^2.7 QueuingTimeout\/3/);
    assert.match(onward({ what: 'onward', to: { kind: 'group', groupId: 4, queueSeconds: 10 } }), /^0.3 \[213\]/);
    assert.match(onward({ what: 'onward', to: { kind: 'number', number: '120', by: 'phone' } }), /^0.1 \[213 211\]/);
    assert.equal(comes(talking, { what: 'media.lost' }), '2.7 IVRException/3 [214 114] 20:3 30:3 40:2');
    const dialled = at({ kind: 2, phase: 1, groupId: null }, [{ ...customer, state: 2 }, agent], [does(20, 8, 1)]);
    assert.equal(comes(dialled, { what: 'caller.came' }), '2.7 Cancelled/3 [214 114] 20:3');
    assert.match(comes(talking, { what: 'caller.came' }), /^409 Call.StateError 通话已接通$/);
    const job = at({ kind: 4, phase: 1, dueAt: NOW }, [{ ...customer, state: 2 }]);
    assert.equal(comes(job, { what: 'leg.connected', legId: 1 }), '1.3 [213] 20:3 30:3 40:3');
  });
});
