/** The residents on a phone, to choose one: by building, floor and words. */
import { Empty, Input } from 'antd';
import { useState } from 'react';
import { found } from './notes.ts';
import { PartSelects } from './part-selects.tsx';
import type { Resident } from './walks.ts';

/** Kept while one looks at a person and comes back. */
let last = { building: null as string | null, floor: null as string | null, words: '' };

export function NamesList({ people, onPick }: { people: readonly Resident[]; onPick: (id: number) => void }) {
  const [asked, setAsked] = useState(last);
  const change = (part: Partial<typeof last>) => {
    last = { ...asked, ...part };
    setAsked(last);
  };
  const shown = found(people, asked);
  return (
    <>
      <div className="c-round-filters">
        <PartSelects people={people} building={asked.building} floor={asked.floor} onChange={change} />
      </div>
      <Input
        size="large"
        allowClear
        aria-label="姓名或床位"
        placeholder="姓名或床位"
        value={asked.words}
        onChange={({ target }) => change({ words: target.value.trim() })}
      />
      {shown.length === 0 && <Empty className="c-empty" description="没有符合条件的服务对象" />}
      <ul className="c-round-names" aria-label="服务对象">
        {shown.map((person) => (
          <li key={person.id}>
            <button type="button" onClick={() => onPick(person.id)}>
              <b>{person.userName}</b>
              <span>{person.place ?? ''}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
