import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR, instantOf, isoOf, textOf } from '../time.ts';
import { closedDietPlan, decideDietPlan, dietPlanStates } from './diet-plan-commands.rules.ts';
import { closedFoodSample, decideFoodSample } from './food-sample-commands.rules.ts';

const now = instantOf('2026-11-25 12:00:00');

describe('the plan of a week', () => {
  const { draft, published, replaced } = dietPlanStates;

  it('is filled and deleted as a draft, changed and replaced when it is published', () => {
    const table = (['fill', 'publish', 'delete', 'change', 'replace'] as const).map((action) =>
      [draft, published, replaced].map((state) => closedDietPlan({ state }, action)),
    );
    assert.deepEqual(table, [
      [null, '膳食计划已发布，不能编排菜品', '膳食计划已被新版替换，不能编排菜品'],
      [null, '膳食计划已发布，不能发布', '膳食计划已被新版替换，不能发布'],
      [null, '膳食计划已发布，不能删除', '膳食计划已被新版替换，不能删除'],
      ['膳食计划草稿，不能临时换菜', null, '膳食计划已被新版替换，不能临时换菜'],
      ['膳食计划草稿，不能替换', null, '膳食计划已被新版替换，不能替换'],
    ]);
  });

  it('is published with dishes only, and says when and by whom', () => {
    assert.deepEqual(decideDietPlan({ state: draft }, { action: 'publish', dishes: 0, by: '李敏' }, now), {
      refusal: '还没有编排菜品，不能发布',
      status: 422,
    });
    assert.deepEqual(decideDietPlan({ state: draft }, { action: 'publish', dishes: 3, by: '李敏' }, now), {
      change: { action: 'publish', set: { state: published, published_at: isoOf(now), published_by: '李敏' } },
    });
    assert.deepEqual(decideDietPlan({ state: published }, { action: 'replace' }, now), {
      change: { action: 'replace', set: { state: replaced } },
    });
    assert.deepEqual(decideDietPlan({ state: draft }, { action: 'fill' }, now), { change: { action: 'fill', set: {} } });
    assert.deepEqual(decideDietPlan({ state: draft }, { action: 'change' }, now), {
      refusal: '膳食计划草稿，不能临时换菜',
      status: 409,
    });
  });
});

describe('a sample of a dish', () => {
  it('is disposed of once, and not before its time is over', () => {
    const row = (state: number, hours: number) => ({ state, keepUntil: textOf(now + hours * HOUR) });
    assert.equal(closedFoodSample(row(1, 1), now), '未到留样期限，不能销毁');
    assert.equal(closedFoodSample({ state: 1, keepUntil: isoOf(now + HOUR) }, now), '未到留样期限，不能销毁');
    assert.equal(closedFoodSample(row(2, -1), now), '该留样已销毁');
    assert.deepEqual(decideFoodSample(row(1, 1), { action: 'dispose', by: '李敏' }, now), {
      refusal: '未到留样期限，不能销毁',
      status: 422,
    });
    assert.deepEqual(decideFoodSample(row(2, -1), { action: 'dispose', by: '李敏' }, now), { refusal: '该留样已销毁', status: 409 });
    assert.deepEqual(decideFoodSample(row(1, 0), { action: 'dispose', by: '李敏' }, now), {
      change: { set: { state: 2, disposed_at: isoOf(now), disposed_by: '李敏' } },
    });
  });
});
