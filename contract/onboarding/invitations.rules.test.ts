import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { kinds, mayDo, states, type InvitationAction } from './invitations.rules.ts';

describe('what an administrator may do', () => {
  it('follows from the kind and the state, and nothing else is open', () => {
    const { waiting, expired } = states;
    const open = new Set(
      [
        ['resend', kinds.invitation, waiting],
        ['resend', kinds.invitation, expired],
        ['withdraw', kinds.invitation, waiting],
        ['audit', kinds.application, waiting],
      ].map((one) => one.join()),
    );
    for (const action of ['resend', 'withdraw', 'audit'] as InvitationAction[])
      for (const kind of [...Object.values(kinds), 0, 3])
        for (const state of [...Object.values(states), -1, 5])
          assert.equal(mayDo(action, kind, state), open.has([action, kind, state].join()), `${action} ${kind} ${state}`);
  });
});
