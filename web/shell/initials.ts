/** Chinese words as they are typed without an input method: 服务对象 is fuwuduixiang, fwdx or fuwudx. Pure. */
import { syllableOf } from '#contract/pinyin.rules.ts';

/** Characters that are read in several ways in names and menus. */
const SEVERAL: Readonly<Record<string, string>> = Object.fromEntries(
  '长cz 重zc 调dt 行xh 单ds 会hk 曾zc 仇qc 解jx 区qo 查cz 翟zd 盛sc 朝cz 车cj 传cz 弹dt 降jx 校xj 省sx 系xj 宿sx 藏cz 参cs 属sz 给gj 尉wy 覃tq 朴pb 乐ly 便bp 贾jg 率ls'
    .split(' ')
    .map((entry) => [entry.charAt(0), entry.slice(1)]),
);
/** The letters that may stand for a character alone. */
const lettersOf = (character: string) => SEVERAL[character] ?? syllableOf(character).charAt(0);

/** Whether letters are read as these characters from the first on: each by its syllable or its first letter, the last as far as it is typed. */
function isRead(characters: readonly string[], letters: string): boolean {
  if (letters === '') return true;
  const [character, ...rest] = characters;
  if (character === undefined) return false;
  const syllable = syllableOf(character);
  return (
    (lettersOf(character).includes(letters.charAt(0)) && isRead(rest, letters.slice(1))) ||
    (syllable !== '' && letters.startsWith(syllable) && isRead(rest, letters.slice(syllable.length))) ||
    (letters.length > 1 && syllable.startsWith(letters))
  );
}

/** Where in `text` the letters typed are the pinyin or the initials of characters that follow each other; -1 where they are not. */
export function initialsAt(text: string, typed: string): number {
  const wanted = typed.toLowerCase();
  if (!/^[a-z0-9]+$/.test(wanted)) return -1;
  const characters = [...text].filter((character) => character.trim() !== '');
  return characters.findIndex((_character, at) => isRead(characters.slice(at), wanted));
}
