import { it } from 'node:test';
import assert from 'node:assert/strict';
import { termNote } from './term-notices.ts';

const at = (time: string) => Date.parse(`${time}+08:00`);

it('says nothing of a term that is long or never ends', () => {
  assert.equal(termNote(null, true, at('2026-11-22T10:00:00')), null);
  assert.equal(termNote('2026-12-22 10:00:01', true, at('2026-11-22T10:00:00')), null);
});

it('tells only those who buy of the coming end', () => {
  assert.deepEqual(termNote('2026-12-22 10:00:00', true, at('2026-11-22T10:00:00')), {
    kind: 'soon',
    text: '本机构套餐将于2026年12月22日到期（还剩30天），到期后仅可查看。',
  });
  assert.match(termNote('2026-11-23 09:59:59', true, at('2026-11-22T10:00:00'))?.text ?? '', /今天/);
  assert.equal(termNote('2026-11-23 09:59:59', false, at('2026-11-22T10:00:00')), null);
});

it('tells everybody that the institution may only read, and who can do what about it', () => {
  const now = at('2026-11-22T10:00:01');
  assert.deepEqual([termNote('2026-11-22 10:00:00', true, now)?.kind, termNote('2026-11-22 10:00:00', false, now)?.kind], ['reading', 'reading']);
  assert.match(termNote('2026-11-22 10:00:00', true, now)?.text ?? '', /续费后恢复/);
  assert.match(termNote('2026-11-22 10:00:00', false, now)?.text ?? '', /请联系机构管理员续费/);
});
