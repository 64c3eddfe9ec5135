import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { themeCatalogue, themesOf } from './theme-catalogue.ts';
import { themeColors, themeStyles } from './themes.ts';

describe('the catalogue of themes', () => {
  it('has at least one theme for each style and each colour, and no unknown one', () => {
    for (const style of Object.keys(themeStyles)) assert.ok(themesOf({ style }).length > 0, style);
    for (const color of themeColors) assert.ok(themesOf({ color }).length > 0, color);
    for (const { style, color } of themeCatalogue) {
      assert.ok(style.length > 0 && style.every((one) => one in themeStyles));
      assert.ok(color.length > 0 && color.every((one) => themeColors.some((known) => known === one)));
    }
    assert.equal(new Set(themeCatalogue.map(({ id }) => id)).size, themeCatalogue.length);
  });

  it('is filtered by style and colour; nothing is every one, and a blank behind a colour does not count', () => {
    assert.deepEqual(themesOf({ style: '', color: '' }), themeCatalogue);
    assert.deepEqual(themesOf({ color: '#2672FF ' }), themesOf({ color: '#2672FF' }));
    assert.deepEqual(
      themesOf({ style: 'festival', color: '#ff6d56' }).map(({ name }) => name),
      ['新春灯笼', '重阳秋菊'],
    );
    assert.deepEqual(themesOf({ style: 'school', color: '#804000' }), []);
  });
});
