/** 照护随记 on the phone: a resident, then what was seen or done, with or without a network. */
import { Button, Result } from 'antd';
import { useStore } from 'zustand';
import { Place } from '#web/ui/place.tsx';
import { Head } from './head.tsx';
import { NothingKept, ReadAt } from './kept.tsx';
import { PersonFlags } from './job-card.tsx';
import { NamesList } from './names-list.tsx';
import { NotePad } from './note-pad.tsx';
import { visit, type NotesPlace } from './place.ts';
import { carer } from './state.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

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
        <NamesList people={residents.people} onPick={(id) => visit({ notes: { person: id } })} />
      )}
    </article>
  );
}
