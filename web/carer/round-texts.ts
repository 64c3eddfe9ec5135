/** What was typed for people of a round and not saved yet: it stays while one looks at another person or another page. */
import type { RoundTexts } from './round-keys.ts';

const texts = new Map<number, RoundTexts>();

export const textsOf = (personId: number): RoundTexts => texts.get(personId) ?? {};

export function keepTexts(personId: number, typed: RoundTexts): void {
  if (Object.values(typed).some(Boolean)) texts.set(personId, typed);
  else texts.delete(personId);
}

export const forgetTexts = (personId: number): void => void texts.delete(personId);

/** Whether a reload would lose anything. */
export const hasTexts = (): boolean => texts.size > 0;
