import { it } from 'node:test';
import assert from 'node:assert/strict';
import { termNote } from './term-notices.ts';

const buys = { mayShop: true, ofGroup: false };
const others = { mayShop: false, ofGroup: false };
const at = (time: string) => Date.parse(`${time}+08:00`);

it('says nothing of a term that is long or never ends', () => {
  assert.equal(termNote(null, buys, at('2026-11-22T10:00:00')), null);
  assert.equal(termNote('2026-12-22 10:00:01', buys, at('2026-11-22T10:00:00')), null);
});

it('tells only those who buy of the coming end', () => {
  assert.deepEqual(termNote('2026-12-22 10:00:00', buys, at('2026-11-22T10:00:00')), {
    kind: 'soon',
    text: '本机构产品包将于2026年12月22日到期（还剩30天），到期后仅可查看。',
  });
  assert.match(termNote('2026-11-23 09:59:59', buys, at('2026-11-22T10:00:00'))?.text ?? '', /今天/);
  assert.equal(termNote('2026-11-23 09:59:59', others, at('2026-11-22T10:00:00')), null);
});

it('tells everybody that the institution may only read, and who can do what about it', () => {
  const now = at('2026-11-22T10:00:01');
  assert.deepEqual(
    [termNote('2026-11-22 10:00:00', buys, now)?.kind, termNote('2026-11-22 10:00:00', others, now)?.kind],
    ['reading', 'reading'],
  );
  assert.match(termNote('2026-11-22 10:00:00', buys, now)?.text ?? '', /续费后恢复/);
  assert.match(termNote('2026-11-22 10:00:00', others, now)?.text ?? '', /请联系机构管理员续费/);
  assert.match(termNote('2026-11-22 10:00:00', { mayShop: false, ofGroup: true }, now)?.text ?? '', /请联系所属集团或平台续费/);
});
