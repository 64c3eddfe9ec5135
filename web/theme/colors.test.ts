import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { contrast, lightnessOf, luminance, over, readable, withLightness } from './colors.ts';
import { ACCENTS, dark, light } from './tokens.ts';

describe('colours', () => {
  it('measure contrast as WCAG does', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
    assert.equal(luminance('#ff0000').toFixed(4), '0.2126');
  });

  it('stay when they can be read, and move no further than needed when they cannot', () => {
    assert.equal(readable('#0f6b5c', ['#ffffff']), '#0f6b5c');
    for (const accent of ACCENTS.map((one) => `#${one}`)) {
      for (const { surface, layout, raised } of [light, dark]) {
        const grounds = [surface, layout, raised, over(accent, surface, 0.08)];
        const worst = Math.min(...grounds.map((ground) => contrast(readable(accent, grounds), ground)));
        assert.ok(worst >= 4.5, `${accent} on ${grounds}: ${worst}`);
        if (readable(accent, grounds) !== accent) assert.ok(worst < 4.75, `${accent} moved too far: ${worst}`);
      }
    }
  });

  it('change lightness and nothing else', () => {
    assert.ok(Math.abs(lightnessOf(withLightness('#007eef', 0.4)) - 0.4) < 0.01);
    assert.equal(withLightness('#007eef', lightnessOf('#007eef')), '#007eef');
  });

  it('the text of both themes is readable on all their grounds', () => {
    for (const theme of [light, dark]) {
      for (const ground of [theme.layout, theme.surface, theme.raised, theme.sunken]) {
        for (const text of [theme.text, theme.secondary, theme.tertiary])
          assert.ok(contrast(text, ground) >= 4.5, `${text} on ${ground}: ${contrast(text, ground)}`);
      }
    }
  });
});
