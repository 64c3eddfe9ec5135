/**
 * The first letters of the pinyin of Chinese words: 服务对象 is fwdx. Pure. Letters come from the order that the browser has for
 * pinyin (CLDR): each letter begins at a character, as the phone books of old did it.
 */

const LETTERS = 'abcdefghjklmnopqrstwxyz';
/** The first characters in use of each letter, in the order of pinyin. */
const FIRST = [...'阿八嚓咑妸发旮哈丌咔垃妈拏噢妑七呥仨他穵夕丫帀'];
/** Characters that are read in several ways in names and menus. */
const SEVERAL: Readonly<Record<string, string>> = Object.fromEntries(
  '长cz 重zc 调dt 行xh 单ds 会hk 曾zc 仇qc 解jx 区qo 查cz 翟zd 盛sc 朝cz 车cj 传cz 弹dt 降jx 校xj 省sx 系xj 宿sx 藏cz 参cs 属sz 给gj 尉wy 覃tq 朴pb 乐ly 便bp 贾jg 率ls'
    .split(' ')
    .map((entry) => [entry.charAt(0), entry.slice(1)]),
);
const HAN = /\p{Script=Han}/u;

const order = new Intl.Collator('zh-u-co-pinyin');
const letters = new Map<string, string>();

function lettersOf(character: string): string {
  if (!HAN.test(character)) return character.toLowerCase();
  return letters.getOrInsertComputed(character, () => {
    const at = FIRST.findLastIndex((first) => order.compare(first, character) <= 0);
    return SEVERAL[character] ?? LETTERS.charAt(Math.max(0, at));
  });
}

/** Where in `text` the letters typed are the initials of characters that follow each other; -1 where they are not. */
export function initialsAt(text: string, typed: string): number {
  const wanted = typed.toLowerCase();
  if (!/^[a-z0-9]+$/.test(wanted)) return -1;
  const characters = [...text].filter((character) => character.trim() !== '');
  for (let at = 0; at + wanted.length <= characters.length; at++)
    if ([...wanted].every((letter, offset) => lettersOf(characters[at + offset] as string).includes(letter))) return at;
  return -1;
}
