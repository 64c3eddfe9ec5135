import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { absencesOf, statusAbsences } from './stay-absences.rules.ts';

describe('absences', () => {
  it('go from the day on which a state was entered until the next one', () => {
    const changes = [
      { status: 1, day: '2026-05-01' },
      { status: 3, day: '2026-06-05' },
      { status: 1, day: '2026-06-20' },
      { status: 2, day: '2026-06-25' },
    ];
    assert.deepEqual(statusAbsences(changes), [
      { kind: 'hospital', from: '2026-06-05', until: '2026-06-20' },
      { kind: 'outing', from: '2026-06-25', until: null },
    ]);
  });

  it('on leave are those of outings where there are any, for these know the days', () => {
    const outing = { kind: 'outing', from: '2026-06-10', until: '2026-06-15' } as const;
    const entered = { kind: 'outing', from: '2026-06-11', until: '2026-06-17' } as const;
    const hospital = { kind: 'hospital', from: '2026-06-12', until: null } as const;
    const later = { kind: 'outing', from: '2026-06-25', until: null } as const;
    assert.deepEqual(absencesOf([outing], [entered, hospital, later]), [outing, hospital, later]);
    // A stay in hospital that was entered with its times knows better than the state, which was changed two days later.
    const known = { kind: 'hospital', from: '2026-06-10', until: '2026-06-15' } as const;
    assert.deepEqual(absencesOf([known], [hospital, later]), [known, later]);
  });
});
