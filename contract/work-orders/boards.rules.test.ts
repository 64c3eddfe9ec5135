import { MINUTE } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { latenessOf, type Timed } from './boards.rules.ts';

const NOW = Date.parse('2026-11-21T10:00:00+08:00');
const job = (more: Partial<Timed>): Timed => ({
  status: 2,
  startsAt: NOW + 60 * MINUTE,
  minutes: 60,
  respondBy: null,
  completeBy: null,
  ...more,
});

describe('lateness', () => {
  const cases: [string, Partial<Timed>, 'late' | 'soon' | null, RegExp][] = [
    ['assigned, an hour to go', {}, null, /^$/],
    ['assigned, not begun', { startsAt: NOW - 20 * MINUTE }, 'late', /尚未签到，已过服务时间 20 分钟/],
    ['unassigned, its time has come', { status: 1, startsAt: NOW - MINUTE }, 'late', /尚未派单/],
    ['unassigned, target over', { status: 1, respondBy: NOW - 5 * MINUTE }, 'late', /超过派单时限 5 分钟/],
    ['unassigned, target near', { status: 1, respondBy: NOW + 10 * MINUTE }, 'soon', /即将超过派单时限/],
    ['unassigned, target far', { status: 1, respondBy: NOW + 16 * MINUTE }, null, /^$/],
    ['unassigned without a target, soon', { status: 1, startsAt: NOW + 10 * MINUTE }, 'soon', /即将到服务时间/],
    ['under way', { status: 3, startsAt: NOW - 30 * MINUTE }, null, /^$/],
    ['under way for more than twice its time', { status: 3, startsAt: NOW - 121 * MINUTE }, 'late', /两倍/],
    ['under way, order overdue', { status: 3, startsAt: NOW - 30 * MINUTE, completeBy: NOW - 1 }, 'late', /超过完成时限/],
    ['finished late is over', { status: 4, completeBy: NOW - 1 }, null, /^$/],
    ['paused', { status: 5, startsAt: NOW - 500 * MINUTE }, null, /^$/],
  ];
  for (const [name, given, lateness, why] of cases)
    it(name, () => {
      const found = latenessOf(job(given), NOW);
      assert.equal(found.lateness, lateness);
      assert.match(found.why, why);
    });
});
