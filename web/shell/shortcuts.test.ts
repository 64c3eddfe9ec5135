import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { keyLabels, shortcutOf, shortcuts, type Pressed, type ShortcutName, type Where } from './shortcuts.ts';

const press = (key: string, code: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...held,
});
const page: Where = { typing: false, dialog: false };
const field: Where = { typing: true, dialog: false };
const dialog: Where = { typing: false, dialog: true };

describe('shortcuts', () => {
  const cases: [string, Pressed, Where, ShortcutName | null][] = [
    ['Ctrl K', press('k', 'KeyK', { ctrlKey: true }), page, 'palette'],
    ['⌘ K', press('k', 'KeyK', { metaKey: true }), page, 'palette'],
    ['Ctrl K while typing', press('k', 'KeyK', { ctrlKey: true }), field, 'palette'],
    ['Ctrl Shift K, which is the browser’s', press('K', 'KeyK', { ctrlKey: true, shiftKey: true }), page, null],
    ['Ctrl Alt K', press('k', 'KeyK', { ctrlKey: true, altKey: true }), page, null],
    ['k', press('k', 'KeyK'), page, null],
    ['?', press('?', 'Slash', { shiftKey: true }), page, 'shortcuts'],
    ['? while typing', press('?', 'Slash', { shiftKey: true }), field, null],
    ['? in a dialog', press('?', 'Slash', { shiftKey: true }), dialog, null],
    ['/', press('/', 'Slash'), page, 'search'],
    ['Ctrl /', press('/', 'Slash', { ctrlKey: true }), page, null],
    ['Alt ]', press(']', 'BracketRight', { altKey: true }), page, 'nextTab'],
    ['Alt [', press('[', 'BracketLeft', { altKey: true }), page, 'previousTab'],
    ['⌥ ] as a Mac writes it', press('‘', 'BracketRight', { altKey: true }), page, 'nextTab'],
    ['Alt W', press('w', 'KeyW', { altKey: true }), page, 'closeTab'],
    ['Ctrl W, which is the browser’s', press('w', 'KeyW', { ctrlKey: true }), page, null],
    ['Alt R', press('r', 'KeyR', { altKey: true }), page, 'refreshTab'],
    ['Alt Q', press('q', 'KeyQ', { altKey: true }), page, 'home'],
    ['Alt M', press('m', 'KeyM', { altKey: true }), page, 'collapse'],
    ['Alt I', press('i', 'KeyI', { altKey: true }), page, 'dark'],
    ['Alt L', press('l', 'KeyL', { altKey: true }), page, 'lock'],
    ['Alt L above a dialog', press('l', 'KeyL', { altKey: true }), dialog, 'lock'],
    ['Alt L while typing', press('l', 'KeyL', { altKey: true }), field, null],
    ['Alt W above a dialog', press('w', 'KeyW', { altKey: true }), dialog, null],
    ['a key of an input method', press('k', 'KeyK', { ctrlKey: true, isComposing: true }), page, null],
    ['Ctrl K above a dialog', press('k', 'KeyK', { ctrlKey: true }), dialog, null],
  ];
  for (const [what, pressed, where, name] of cases)
    it(`${what}: ${name ?? 'nothing'}`, () => assert.equal(shortcutOf(pressed, where), name));

  it('are all different and all reachable', () => {
    const keys = Object.values(shortcuts).map((one) => one.keys.join(' '));
    assert.equal(new Set(keys).size, keys.length);
    for (const [name, one] of Object.entries(shortcuts))
      assert.ok(
        cases.some(([, , , hit]) => hit === name),
        `${name}: ${one.label} has no case`,
      );
  });

  it('leave alone what browsers open with Alt: menus and the address', () => {
    for (const { keys } of Object.values(shortcuts)) if (keys[0] === 'Alt') assert.doesNotMatch(keys[1] as string, /^[FEVSBTHDG]$/);
  });

  it('are written as the keyboard has them', () => {
    assert.deepEqual(keyLabels(['Mod', 'K'], false), ['Ctrl', 'K']);
    assert.deepEqual(keyLabels(['Mod', 'K'], true), ['⌘', 'K']);
    assert.deepEqual(keyLabels(['Alt', ']'], true), ['⌥', ']']);
    assert.deepEqual(keyLabels(['?'], true), ['?']);
  });
});
