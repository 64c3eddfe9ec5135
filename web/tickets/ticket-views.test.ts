import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { addressOf, isPlain, isSame, savedIn, savedOf, shownBy, shownIn, type SavedView } from './ticket-views.ts';

const names = new Set(['view', 'type', 'state', 'keyword', 'startDate', 'endDate']);
const view: SavedView = {
  id: 7,
  name: '投诉',
  shared: false,
  filters: { view: 'mine', type: 2, keyword: '走廊' },
  sort: 'create_time',
  descending: true,
  version: 1,
};

describe('a saved view of tickets', () => {
  it('becomes an address, and the address what was saved', () => {
    const shown = shownBy(view);
    const address = addressOf(shown, names, view.id);
    assert.equal(String(address), 'tab=mine&saved=7&type=2&keyword=%E8%B5%B0%E5%BB%8A&desc=create_time');
    assert.ok(isSame(shownIn(address, names), shown));
    assert.deepEqual(savedOf(shown), {
      filters: { view: 'mine', type: '2', keyword: '走廊' },
      sort: 'create_time',
      descending: true,
    });
    assert.equal(savedIn(address, [view]), view);
    assert.equal(savedIn(new URLSearchParams('saved=8'), [view]), undefined, 'of another person, or removed');
  });

  it('is another one once a filter, the order or the list is another', () => {
    const shown = shownBy(view);
    assert.ok(isSame(shown, { ...shown, filters: { keyword: '走廊', type: '2' } }), 'whatever came first');
    for (const other of [{ filters: { type: '2' } }, { descending: false }, { tab: 'all' as const }])
      assert.equal(isSame(shown, { ...shown, ...other }), false);
  });

  it('is no use for what everybody has, and an address that makes no sense is all tickets', () => {
    assert.ok(isPlain(shownIn(new URLSearchParams('tab=overdue&page=3'), names)));
    assert.equal(isPlain(shownIn(new URLSearchParams('type=2'), names)), false);
    assert.equal(shownIn(new URLSearchParams('tab=nonsense'), names).tab, 'all');
  });
});
