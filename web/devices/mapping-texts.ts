/**
 * Tables, conditions and lists of a mapping as staff type and read them:
 * `14=跌倒；0=不报警`. Each gives a Chinese sentence for what is none. Pure.
 */
import { sleepParts, type SleepPart } from '#contract/devices/mappings.ts';

const SEPARATORS = /[;；\n]+/;

/** `14=跌倒；0=不报警` as a table; the words may also be the names. Gives a Chinese sentence when it is none. */
export function codesOf(text: string, words: Readonly<Record<string, string>>): Record<string, string> | string {
  const table: Record<string, string> = {};
  for (const part of text.split(SEPARATORS).map((one) => one.trim())) {
    if (part === '') continue;
    const found = /^(.*?)\s*[=＝]\s*(.+)$/.exec(part);
    if (!found) return `“${part.slice(0, 20)}”应写成 取值=含义`;
    const [, code, word] = found as unknown as [string, string, string];
    const name = Object.entries(words).find(([key, label]) => label === word.trim() || key === word.trim())?.[0];
    if (!name) return `没有“${word.trim().slice(0, 12)}”这个含义，可用：${Object.values(words).join('、')}`;
    table[code.trim()] = name;
  }
  return Object.keys(table).length === 0 ? '请填写取值对照' : table;
}

/** A table as it was typed. */
export const codesText = (codes: Readonly<Record<string, string>>, words: Readonly<Record<string, string>>) =>
  Object.entries(codes)
    .map(([code, name]) => `${code}=${words[name] ?? name}`)
    .join('；');

export type Condition = { path: string; is: string[] };

/** `type=heart|oxygen；unit=1` as conditions. */
export function conditionsOf(text: string): Condition[] | string {
  const found: Condition[] = [];
  for (const part of text.split(SEPARATORS).map((one) => one.trim())) {
    if (part === '') continue;
    const at = part.search(/[=＝]/);
    if (at <= 0) return `条件“${part.slice(0, 20)}”应写成 路径=取值|取值`;
    found.push({
      path: part.slice(0, at).trim(),
      is: part
        .slice(at + 1)
        .split('|')
        .map((one) => one.trim()),
    });
  }
  return found;
}

export const conditionsText = (conditions: readonly Condition[] | undefined) =>
  (conditions ?? []).map(({ path, is }) => `${path}=${is.join('|')}`).join('；');

export const unitWords = { mmHg: 'mmHg', kPa: 'kPa', '℃': '℃', '℉': '℉', 'mmol/L': 'mmol/L', 'mg/dL': 'mg/dL' };

/** `BPUnit：0=mmHg；1=kPa`: where the message says the unit. */
export function unitByOf(text: string): { path: string; codes: Record<string, string> } | string {
  const at = text.search(/[:：]/);
  if (at <= 0) return '随报文的单位应写成 路径：取值=单位；取值=单位';
  const codes = codesOf(text.slice(at + 1), unitWords);
  return typeof codes === 'string' ? codes : { path: text.slice(0, at).trim(), codes };
}

/** `入睡=asleep；深睡=deep` as paths by what they mean; the words may also be the names. */
export function partsOf(text: string): Record<string, string> | string {
  const found: Record<string, string> = {};
  for (const part of text.split(SEPARATORS).map((one) => one.trim())) {
    if (part === '') continue;
    const at = part.search(/[=＝]/);
    const word = part.slice(0, Math.max(0, at)).trim();
    const name = Object.entries(sleepParts).find(([key, label]) => label === word || key === word)?.[0];
    if (at <= 0) return `“${part.slice(0, 20)}”应写成 内容=路径`;
    if (!name) return `睡眠报告没有“${word.slice(0, 12)}”，可用：${Object.values(sleepParts).join('、')}`;
    found[name] = part.slice(at + 1).trim();
  }
  return found;
}

export const partsText = (parts: Partial<Record<SleepPart, string>>) =>
  Object.entries(parts)
    .map(([name, path]) => `${sleepParts[name as SleepPart]}=${path}`)
    .join('；');
