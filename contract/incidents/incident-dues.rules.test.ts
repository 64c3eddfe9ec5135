import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '../time.ts';
import { dueDefaults, duesOf, limitsOf, nextAlert, openDues, overdueOf, type DueRow } from './incident-dues.rules.ts';

const at = instantOf('2026-11-24 09:00:00');
const fall = { type: 6, severity: null, died: false };

describe('the limits of an incident', () => {
  it('follow from its type, its grade and the settings', () => {
    for (const [incident, concerned, settings, limits] of [
      [fall, true, {}, ['2026-11-24 09:30:00', '2026-11-24 10:00:00', '2026-11-25 09:00:00', '2026-11-27 09:00:00']],
      [{ ...fall, died: true }, true, {}, ['2026-11-24 09:30:00', '2026-11-24 10:00:00', '2026-11-24 11:00:00', '2026-11-27 09:00:00']],
      [{ ...fall, type: 15 }, false, {}, [null, '2026-11-24 10:00:00', '2026-11-24 11:00:00', '2026-11-27 09:00:00']],
      [{ ...fall, severity: 4 }, true, {}, [null, '2026-11-24 10:00:00', null, null]],
      [
        fall,
        true,
        { INCIDENT_FAMILY_MINUTES: 10, INCIDENT_MANAGER_MINUTES: 0, INCIDENT_WRITTEN_HOURS: 0 },
        ['2026-11-24 09:10:00', null, '2026-11-25 09:00:00', null],
      ],
    ] as const) {
      const { family_due_at, manager_due_at, authority_due_at, written_due_at } = limitsOf(incident, concerned, at, {
        ...dueDefaults,
        ...settings,
      });
      assert.deepEqual([family_due_at, manager_due_at, authority_due_at, written_due_at], limits);
    }
  });

  const row: DueRow = {
    ...limitsOf(fall, true, at, dueDefaults),
    family_told_at: null,
    accepted_at: null,
    authority_told_at: null,
    written_at: null,
  };
  it('that are not kept are told of one after the other, each once', () => {
    assert.equal(nextAlert(row, null), '2026-11-24 09:30:00');
    assert.equal(nextAlert(row, '2026-11-24 09:31:00'), '2026-11-24 10:00:00');
    assert.equal(nextAlert({ ...row, accepted_at: '2026-11-24 09:20:00' }, '2026-11-24 09:31:00'), '2026-11-25 09:00:00');
    assert.equal(nextAlert(row, '2026-11-28 00:00:00'), null);
    assert.deepEqual(
      overdueOf(row, instantOf('2026-11-24 10:30:00')).map(({ kind }) => kind),
      ['family', 'manager'],
    );
  });

  it('are listed with what is done, and without what is not asked for', () => {
    const told = { ...row, written_due_at: null, family_told_at: '2026-11-24 09:10:00' };
    assert.deepEqual(
      duesOf(told).map(({ kind, done }) => [kind, done]),
      [
        ['family', '2026-11-24 09:10:00'],
        ['manager', null],
        ['authority', null],
      ],
    );
    assert.deepEqual(
      openDues(told).map(({ kind }) => kind),
      ['manager', 'authority'],
    );
  });
});
