import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { isEasyCode, nextState, passcodeStates, statesBefore, type PasscodeEvent } from './lock-passcodes.rules.ts';

describe('a pass code', () => {
  it('moves only as its rules say', () => {
    const { waiting, active, failed, revoked, expired } = passcodeStates;
    const moves: Record<PasscodeEvent, Record<number, number | null>> = {
      confirm: { [waiting]: active, [active]: null, [failed]: null, [revoked]: null, [expired]: null },
      fail: { [waiting]: failed, [active]: null, [failed]: null, [revoked]: null, [expired]: null },
      retry: { [waiting]: null, [active]: null, [failed]: waiting, [revoked]: null, [expired]: null },
      revoke: { [waiting]: revoked, [active]: revoked, [failed]: revoked, [revoked]: null, [expired]: null },
      expire: { [waiting]: expired, [active]: expired, [failed]: expired, [revoked]: null, [expired]: null },
    };
    for (const [event, states] of Object.entries(moves))
      for (const [state, next] of Object.entries(states))
        assert.equal(nextState(Number(state), event as PasscodeEvent), next, `${event} in ${state}`);
  });

  it('has before each event exactly the states from which the event leads on', () => {
    const { waiting, active, failed } = passcodeStates;
    const open: Record<PasscodeEvent, number[]> = {
      confirm: [waiting],
      fail: [waiting],
      retry: [failed],
      revoke: [waiting, active, failed],
      expire: [waiting, active, failed],
    };
    for (const [event, states] of Object.entries(open) as [PasscodeEvent, number[]][]) {
      assert.deepEqual(statesBefore(event), states, event);
      assert.deepEqual(
        Object.values(passcodeStates).filter((state) => nextState(state, event) !== null),
        states,
        event,
      );
    }
  });

  it('is none that somebody tries first', () => {
    for (const easy of ['000000', '123456', '987654', '654321', '890123', '121212', '123123', '112112', '111112', '19520608', '20240131'])
      assert.ok(isEasyCode(easy), easy);
    for (const good of ['274951', '90817264', '582046193', '130579', '19521308']) assert.ok(!isEasyCode(good), good);
  });
});
