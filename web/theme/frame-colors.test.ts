import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { frameColors, variablesOf, worstOf } from './frame-colors.ts';
import { ACCENTS, THEMES } from './tokens.ts';

describe('the themes', () => {
  for (const theme of THEMES) {
    it(`${theme} can be read with every accent, light and dark`, () => {
      for (const accent of ACCENTS) {
        for (const isDark of [false, true]) {
          const worst = worstOf(frameColors(theme, `#${accent}`, isDark));
          assert.ok(worst >= 4.5, `${theme} ${accent} ${isDark ? 'dark' : 'light'}: ${worst}`);
        }
      }
    });
  }

  it('are all different', () => {
    const shapes = THEMES.map((theme) => JSON.stringify(frameColors(theme, '#007eef', false)));
    assert.equal(new Set(shapes).size, THEMES.length);
    const dim = THEMES.map((theme) => JSON.stringify(frameColors(theme, '#007eef', true)));
    assert.equal(new Set(dim).size, THEMES.length);
  });

  it('become variables', () => {
    const names = variablesOf(frameColors('white', '#007eef', false)).map(([name]) => name);
    assert.equal(names.length, 21);
    assert.ok(names.includes('--y-side-selected-ground') && names.includes('--y-top-text'));
  });
});
