/** The keys of the frame: none that a browser has for itself, none while somebody types. Pure. */

export interface Pressed {
  key: string;
  /** Where the key is, whatever the layout writes there. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
}

export interface Where {
  /** In a field. */
  typing: boolean;
  /** A dialog or drawer lies above the pages. */
  dialog: boolean;
}

export type ShortcutName =
  | 'palette'
  | 'shortcuts'
  | 'search'
  | 'nextTab'
  | 'previousTab'
  | 'closeTab'
  | 'refreshTab'
  | 'collapse'
  | 'lock'
  | 'dark'
  | 'home';

interface Shortcut {
  label: string;
  /** `Mod` is Ctrl, on Apple's ⌘. `Alt` is ⌥ there. Codes of the keyboard, or the character itself. */
  keys: readonly string[];
  /** Works while somebody types. */
  typing?: true;
  /** Works above dialogs. */
  dialog?: true;
}

export const shortcuts: Record<ShortcutName, Shortcut> = {
  palette: { label: '打开命令面板，搜索菜单、人员、工单与设备', keys: ['Mod', 'K'], typing: true },
  search: { label: '跳到本页的第一个查询条件', keys: ['/'] },
  nextTab: { label: '下一个标签', keys: ['Alt', ']'] },
  previousTab: { label: '上一个标签', keys: ['Alt', '['] },
  closeTab: { label: '关闭当前标签', keys: ['Alt', 'W'] },
  refreshTab: { label: '刷新当前标签', keys: ['Alt', 'R'] },
  home: { label: '回到首页', keys: ['Alt', 'Q'] },
  collapse: { label: '展开或收起菜单', keys: ['Alt', 'M'] },
  dark: { label: '切换浅色与深色', keys: ['Alt', 'I'] },
  lock: { label: '锁屏', keys: ['Alt', 'L'], dialog: true },
  shortcuts: { label: '显示快捷键', keys: ['?'] },
};

const CODES: Record<string, string> = { '[': 'BracketLeft', ']': 'BracketRight' };
const codeOf = (key: string) => CODES[key] ?? `Key${key}`;

function matches(keys: readonly string[], pressed: Pressed): boolean {
  const [first, second] = keys as [string, string | undefined];
  // A character, whichever keys it takes to write it.
  if (second === undefined) return pressed.key === first && !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey;
  if (pressed.shiftKey || pressed.code !== codeOf(second)) return false;
  if (first === 'Mod') return pressed.ctrlKey !== pressed.metaKey && !pressed.altKey;
  return pressed.altKey && !pressed.ctrlKey && !pressed.metaKey;
}

/** What a key press means there; null when it is not ours. */
export function shortcutOf(pressed: Pressed, where: Where): ShortcutName | null {
  if (pressed.isComposing) return null;
  for (const [name, shortcut] of Object.entries(shortcuts) as [ShortcutName, Shortcut][]) {
    if (!matches(shortcut.keys, pressed)) continue;
    return (where.typing && !shortcut.typing) || (where.dialog && !shortcut.dialog) ? null : name;
  }
  return null;
}

/** `Ctrl`, `K`; on Apple's `⌘`, `K`. */
export const keyLabels = (keys: readonly string[], apple: boolean): string[] =>
  keys.map((key) => (key === 'Mod' ? (apple ? '⌘' : 'Ctrl') : key === 'Alt' && apple ? '⌥' : key));
