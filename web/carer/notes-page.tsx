/** 照护随记 on the phone: a resident, then what was seen or done, with or without a network. */
import { Button, Empty, Input, Result } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Place } from '#web/ui/place.tsx';
import { Head } from './head.tsx';
import { NothingKept, ReadAt } from './kept.tsx';
import { PersonFlags } from './job-card.tsx';
import { NotePad } from './note-pad.tsx';
import { found } from './notes.ts';
import { PartSelects } from './part-selects.tsx';
import { visit, type NotesPlace } from './place.ts';
import { carer } from './state.ts';
import type { Resident } from './walks.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

/** Kept while one looks at a person and comes back. */
let last = { building: null as string | null, floor: null as string | null, words: '' };

function Names({ people }: { people: readonly Resident[] }) {
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
            <button type="button" onClick={() => visit({ notes: { person: person.id } })}>
              <b>{person.userName}</b>
              <span>{person.place ?? ''}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

export function NotesPage({ asked }: { asked: NotesPlace }) {
  const residents = useStore(carer, ({ kept }) => kept?.residents ?? null);
  useWanted('notes');
  if (!residents) return <NothingKept what="名单" />;
  const age = (
    <>
      名单 <ReadAt at={residents.readAt} />
    </>
  );
  const person = residents.people.find(({ id }) => id === asked.person);
  if (asked.person !== null && !person)
    return (
      <Result
        status="info"
        title="该服务对象已不在名单中"
        subTitle="可能已离院或不再由您负责"
        extra={<Button onClick={() => visit({ notes: { person: null } }, true)}>返回名单</Button>}
      />
    );
  return (
    <article>
      <Head
        title={person ? person.userName : '照护随记'}
        hint={person ? <Place place={person.place} /> : age}
        back={person ? { notes: { person: null } } : {}}
      />
      {person ? (
        <>
          <p className="c-marks">
            <PersonFlags flags={person.flags} />
          </p>
          <NotePad key={person.id} person={person} />
        </>
      ) : (
        <Names people={residents.people} />
      )}
    </article>
  );
}
