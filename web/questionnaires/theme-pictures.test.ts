import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { themeCatalogue } from '#contract/questionnaires/theme-catalogue.ts';
import { contrast } from '#web/theme/colors.ts';

describe('the catalogue of themes, as pages show it,', () => {
  it('has small pictures that ask no other host for anything', () => {
    for (const { headImgUrl } of themeCatalogue) {
      const file = join(import.meta.dirname, '../public', headImgUrl);
      assert.ok(existsSync(file), headImgUrl);
      assert.ok(statSync(file).size < 20_000, headImgUrl);
      const text = readFileSync(file, 'utf8').replace('http://www.w3.org/2000/svg', '');
      assert.doesNotMatch(text, /https?:|<script|<image|\bon[a-z]+=/);
    }
  });

  it('has buttons whose white words can be read', () => {
    for (const { name, btnsColor } of themeCatalogue) assert.ok(contrast(btnsColor, '#ffffff') >= 4.5, name);
  });
});
