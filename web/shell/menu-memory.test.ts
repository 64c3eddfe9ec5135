import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { openedBy, readMemory, toggled } from './menu-memory.ts';

describe('what a person has made of the menu', () => {
  it('is nothing at first, and when what was kept is broken', () => {
    for (const text of [null, '', '{', 'null', '7', '{"opened":3,"favourites":{}}'])
      assert.deepEqual(readMemory(text), { opened: null, favourites: [] }, String(text));
  });

  it('keeps texts only, and no more favourites than there may be', () => {
    const favourites = Array.from({ length: 20 }, (_, n) => `/page/${n}`);
    const kept = readMemory(JSON.stringify({ opened: ['1', 2, null], favourites }));
    assert.deepEqual(kept.opened, ['1']);
    assert.equal(kept.favourites.length, 12);
  });

  it('counts the way to the page only when it was opened before', () => {
    assert.deepEqual(openedBy(['way', 'other'], ['way'], []), ['other']);
    assert.deepEqual(openedBy(['way', 'other'], ['way'], ['way']), ['way', 'other']);
    assert.deepEqual(openedBy([], ['way'], ['way']), []);
  });

  it('adds a favourite at the end, takes it away, and takes no thirteenth', () => {
    const empty = { opened: ['1'], favourites: [] };
    const one = toggled(empty, '/a');
    assert.deepEqual(one, { opened: ['1', 'favourites'], favourites: ['/a'] }, 'the group stands open');
    assert.equal(toggled({ opened: null, favourites: [] }, '/a').opened, null, 'as at first');
    assert.deepEqual(toggled(one, '/b').favourites, ['/a', '/b']);
    assert.deepEqual(toggled(one, '/a').favourites, []);
    const full = { opened: [], favourites: Array.from({ length: 12 }, (_, n) => `/${n}`) };
    assert.deepEqual(toggled(full, '/new'), full);
    assert.equal(toggled(full, '/0').favourites.length, 11);
  });
});
