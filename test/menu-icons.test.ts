import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { menuDefaults, type MenuDefault } from '#server/system/menu-defaults.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const iconsOf = ({ icon, children = [] }: MenuDefault): string[] => [...(icon ? [icon] : []), ...children.flatMap(iconsOf)];
const icons = [...new Set(menuDefaults.flatMap(iconsOf))].sort();

describe('the icons of menus', () => {
  it('are in the lists of the frame: another name would be drawn as the ordinary one', () => {
    const lists = read('web/shell/menu-icons.tsx') + read('web/shell/more-menu-icons.tsx');
    assert.deepEqual(
      icons.filter((icon) => !lists.includes(`  ${icon},\n`)),
      [],
    );
  });

  it('bring no style of their own: the Content Security Policy of the pages refuses it', () => {
    const styled = icons.filter((icon) => read(`node_modules/@ant-design/icons-svg/es/asn/${icon}.js`).includes('"tag": "style"'));
    assert.deepEqual(styled, []);
  });
});
