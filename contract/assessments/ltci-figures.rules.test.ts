import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { evaluate } from './evaluate.rules.ts';
import { closedLtci, decideLtci } from './ltci-commands.rules.ts';
import { refusedFigures, shippedFigures, totalsOf, withFigures, type LtciFigures } from './ltci-figures.rules.ts';
import { ltci } from './scale-ltci.ts';

const changed = (change: (figures: LtciFigures) => void): LtciFigures => {
  const copy = structuredClone(shippedFigures);
  change(copy);
  return copy;
};
const refused = (change: (figures: LtciFigures) => void) => refusedFigures(changed(change));

describe('figures of the scale of long-term care insurance', () => {
  it('every total of the shipped ones has exactly one grade', () => {
    assert.equal(refusedFigures(shippedFigures), null);
    for (const { code } of ltci.domains) {
      const totals = totalsOf(code, shippedFigures.points);
      assert.deepEqual([totals[0], totals.at(-1)], [{ adl: 100, cognition: 16, senses: 12 }[code], 0]);
      for (const total of totals)
        assert.equal(shippedFigures.bands[code]!.filter(({ from, to }) => total >= from && total <= to).length, 1, `${code} ${total}`);
    }
  });

  it('a limit that is moved by one point into a total at any edge is refused, with the total', () => {
    for (const { code, name, bands = [] } of ltci.domains) {
      const totals = totalsOf(code, shippedFigures.points);
      for (const [index, band] of bands.entries())
        for (const side of ['from', 'to'] as const) {
          const lost = band[side];
          const inward = refused((figures) => (figures.bands[code]![index]![side] += side === 'from' ? 1 : -1));
          const alone = band.from === band.to;
          assert.equal(
            inward,
            alone ? `“${name}”的“${band.name}”最低分不能大于最高分` : `“${name}”得${lost}分时没有对应的等级，请调整分数范围`,
          );
          assert.ok(totals.includes(lost));
        }
      for (const [index, band] of bands.slice(1).entries()) {
        const above = bands[index]!.from;
        const said = `“${name}”的“${band.name}”的最高分应低于上一等级的最低分${above}`;
        assert.equal(
          refused((figures) => (figures.bands[code]![index + 1]!.to = above)),
          said,
        );
      }
    }
  });

  it('a total that points make possible needs a grade, too', () => {
    assert.equal(
      refused(({ points }) => (points.grooming = [6, 0])),
      '“日常生活活动能力”得101分时没有对应的等级，请调整分数范围',
    );
    assert.equal(
      refused(({ points, bands }) => {
        points.grooming = [6, 0];
        bands.adl = [
          { from: 101, to: 101 },
          { from: 62, to: 100 },
          { from: 41, to: 61 },
          { from: 0, to: 40 },
        ];
      }),
      null,
    );
  });

  it('points fall from the best option to the worst; levels never get better as abilities get worse', () => {
    assert.equal(
      refused(({ points }) => (points.eating = [10, 10, 0])),
      '“进食”的分值应从好到差依次降低，请修改',
    );
    assert.equal(
      refused(({ points }) => (points.eating = [10, 0])),
      '“进食”应有3个选项的分值',
    );
    assert.equal(
      refused(({ points }) => (points.other = [1])),
      '有不属于该量表的项目，请刷新后重试',
    );
    assert.equal(
      refused(({ bands }) => delete bands.senses),
      '“感知觉与沟通能力”应有4个等级的分数范围',
    );
    assert.equal(
      refused(({ table }) => (table[2]![1] = 1)),
      '组合表第3行第2列的等级轻于能力更好时的等级，请修改',
    );
    assert.equal(
      refused(({ table }) => (table[3]![0] = 1)),
      '组合表第4行第1列的等级轻于能力更好时的等级，请修改',
    );
    assert.equal(
      refused(({ names }) => (names[1] = names[2]!)),
      '失能等级的名称不能重复',
    );
  });

  it('an assessment is evaluated by them', () => {
    const best = Object.fromEntries(ltci.items.map(({ code, options }) => [code, Math.max(...options.map(({ value }) => value))]));
    const own = withFigures({
      figures: changed(({ table, names }) => {
        table[1] = [2, 2, 2, 2];
        names[2] = '失能二级';
      }),
      serial: 1001,
      verified: true,
    });
    const light = { ...best, eating: 0 };
    assert.deepEqual([evaluate(ltci, light).name, evaluate(own, light).name], ['轻度失能', '失能二级']);
    const unverified = withFigures({ figures: shippedFigures, serial: 1002, verified: false });
    assert.deepEqual([own.version, own.confidence, unverified.confidence], [1001, 'A', 'C']);
    const doubled = withFigures({
      figures: changed(({ points, bands }) => {
        points.eating = [10, 6, 0];
        bands.adl![1]!.to = 99;
      }),
      serial: 1003,
      verified: false,
    });
    assert.equal(evaluate(doubled, { ...best, eating: 5 }).domains[0]!.score, 96);
  });
});

describe('versions of them', () => {
  const draft = { state: 1, figures: shippedFigures, verified_at: null };
  const published = { ...draft, state: 2 };
  const now = Date.UTC(2026, 10, 27);

  it('are changed and removed as drafts, verified once when they are published', () => {
    const actions = ['edit', 'publish', 'delete', 'verify'] as const;
    assert.deepEqual(
      actions.map((action) => closedLtci(draft, action)),
      [null, null, null, '草稿发布后才能核实'],
    );
    assert.deepEqual(
      actions.map((action) => closedLtci(published, action)),
      ['已发布的版本不能修改，请新增版本', '已发布的版本不能发布，请新增版本', '已发布的版本不能删除，请新增版本', null],
    );
    assert.equal(closedLtci({ ...published, verified_at: '2026-11-27' }, 'verify'), '该版本已核实');
  });

  it('are not published with a gap', () => {
    const gap = changed(({ bands }) => (bands.adl![1]!.from = 70));
    const refusal = '“日常生活活动能力”得65分时没有对应的等级，请调整分数范围';
    assert.deepEqual(decideLtci({ ...draft, figures: gap }, { action: 'publish', by: '王芳' }, now), { refusal, status: 422 });
    assert.deepEqual(decideLtci(draft, { action: 'edit', figures: gap }, now), { refusal, status: 422 });
    const decided = decideLtci(draft, { action: 'publish', by: '王芳' }, now);
    assert.ok('change' in decided && decided.change?.set.state === 2);
  });
});
