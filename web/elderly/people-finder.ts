/** People in the command palette: by name, initials or number; without words those who were opened last. */
import { people } from '#contract/elderly/people.ts';
import { call } from '#web/api/call.ts';
import { personAddress } from '#web/shell/addresses.ts';
import type { Finder } from '#web/shell/finders.ts';
import { go } from '#web/shell/go.ts';
import { recentPeople } from './recent-people.ts';

const MOST = 6;

/** Whether people are looked for: two characters of a name, two initials, or four digits of a number. */
export const looksForPeople = (words: string) => (/^\d+$/.test(words) ? words.length >= 4 : [...words].length >= 2);

export const finder: Finder = {
  looksFor: (words, may) => may(people.page) && (words === '' || looksForPeople(words)),
  async find(words, _may, signal) {
    if (words === '')
      return recentPeople().map(({ id, name }) => ({
        key: `recent-${id}`,
        group: '最近查看',
        label: name,
        run: () => go(personAddress(id)),
      }));
    const { records } = await call(people.page, { keyword: words.slice(0, 20), size: MOST }, { signal, quiet: true });
    return records.map((person) => ({
      key: `person-${person.id}`,
      group: '人员',
      label: person.userName,
      note: [person.age === null ? null : `${person.age}岁`, person.place, person.mobile].filter(Boolean).join(' · '),
      run: () => go(personAddress(person.id)),
    }));
  },
};
