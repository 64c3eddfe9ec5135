/** One floor that is walked through on the phone: all residents are well but those who are marked. What is said stays through a reload. */
import { App, Button, Empty, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { NEEDS_SOMETHING, patrolMarks } from '#contract/care/patrol-commands.rules.ts';
import { MOST_RESIDENTS } from '#contract/elderly/residents.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import { Place } from '#web/ui/place.tsx';
import { useSoon } from '#web/ui/soon.ts';
import { Time } from '#web/ui/time.tsx';
import { Head } from './head.tsx';
import { FULL, ReadAt, useWriting } from './kept.tsx';
import { PersonFlags } from './job-card.tsx';
import { visit } from './place.ts';
import { carer } from './state.ts';
import type { Residents } from './store.ts';
import { beginWalk, dropWalk, finishWalk, isUnheard, keepWalk, takeWalk, walkOn } from './walk-state.ts';
import { WELL, sameFloor, walkState, type Floor, type Resident, type Said, type Walk } from './walks.ts';

const options = [{ value: WELL, label: '平安' }, ...Object.entries(patrolMarks).map(([value, label]) => ({ value: Number(value), label }))];
const NOTHING: Said = { mark: WELL, note: '' };

interface PersonProps {
  person: Resident;
  said: Said | null;
  onSay: (said: Said) => void;
  /** Nothing more is typed for now. */
  onRest: () => void;
}

function Person({ person, said, onSay, onRest }: PersonProps) {
  const { mark, note } = said ?? NOTHING;
  return (
    <li className="c-care" aria-label={person.userName}>
      <header>
        <b>{person.userName}</b>
        <Place place={person.place} />
      </header>
      {person.flags.length > 0 && (
        <p className="c-marks">
          <PersonFlags flags={person.flags} />
        </p>
      )}
      {said && (
        <Segmented
          block
          size="large"
          aria-label={`${person.userName}的情况`}
          options={options}
          value={mark}
          onChange={(value) => {
            onSay({ mark: value, note });
            onRest();
          }}
        />
      )}
      {said && mark !== WELL && (
        <Input
          size="large"
          aria-label={`${person.userName}的说明`}
          maxLength={200}
          value={note}
          status={mark === NEEDS_SOMETHING && note.trim() === '' ? 'warning' : ''}
          placeholder={mark === NEEDS_SOMETHING ? '请说明需要处理的情况' : '说明，可不填'}
          onChange={({ target }) => onSay({ mark, note: target.value })}
          onBlur={onRest}
        />
      )}
    </li>
  );
}

/** A round that is under way: its foot. */
function Foot({ walk, onEnd, onDrop }: { walk: Walk; onEnd: () => void; onDrop: () => void }) {
  const { modal } = App.useApp();
  const { marked, unsaid } = walkState(walk);
  const drop = () =>
    modal.confirm({
      title: '放弃这次巡视？',
      content: '已标记的情况不会保存。',
      okText: '放弃巡视',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: onDrop,
    });
  return (
    <footer className="c-round-foot">
      <div>
        <Button disabled={!isUnheard(walk)} title={isUnheard(walk) ? '' : '已上传，请在电脑上取消'} onClick={drop}>
          放弃
        </Button>
        <Button type="primary" disabled={unsaid} onClick={onEnd}>
          {unsaid ? '请先说明情况' : marked === 0 ? '全部平安，结束' : `结束（${marked}人有情况）`}
        </Button>
      </div>
    </footer>
  );
}

/** A floor on which the user walks no round. */
function Begin({ floor, asked, onBegin }: { floor: Floor; asked: boolean; onBegin: () => void }) {
  const { modal } = App.useApp();
  const own = useStore(carer, ({ owner }) => owner?.userId);
  const { walking } = floor;
  if (walking?.userId === own && walking)
    return (
      <Button type="primary" onClick={() => void takeWalk(floor, walking)}>
        继续巡视
      </Button>
    );
  const begin = () =>
    walking
      ? modal.confirm({
          title: `${walking.userName}正在巡视这一层`,
          content: '请先与其确认。同一层同时只能有一次巡视，对方结束前您的开始不会被接受。',
          okText: '仍然开始',
          cancelText: '取消',
          onOk: onBegin,
        })
      : onBegin();
  return (
    <Button type={asked && !floor.done ? 'primary' : 'default'} onClick={() => void begin()}>
      开始巡视
    </Button>
  );
}

interface Props {
  floor: Floor;
  people: Residents;
  /** A round is asked for in the span of now. */
  asked: boolean;
}

export function WalkPage({ floor, people, asked }: Props) {
  const { message } = App.useApp();
  const kept = useStore(carer, ({ walks }) => walkOn(walks, floor));
  const refused = useStore(carer, ({ steps }) =>
    steps.find(({ kind, problem, body }) => kind === 'patrolStart' && problem !== null && sameFloor(body as never, floor)),
  );
  const [typed, setTyped] = useState<Walk | null>(null);
  const keeper = useSoon<Walk>((walk) => void keepWalk(walk).catch(() => message.error(FULL)));
  // Typed is newer than what is kept, but of the same round.
  const walk = kept && typed?.walk === kept.walk ? typed : kept;
  const here = people.people.filter((person) => person.building === floor.building && person.floor === floor.floor);
  const write = useWriting();
  const change = (next: Walk) => {
    setTyped(next);
    keeper.put(next);
  };
  const end = (of: Walk) => {
    keeper.drop();
    void write(async () => {
      await finishWalk(of);
      void message.success('巡视已记录');
      visit({ patrol: { building: null, floor: null } }, true);
    });
  };
  const drop = (of: Walk) => {
    keeper.drop();
    void write(() => dropWalk(of));
  };
  return (
    <article>
      <Head
        title={`巡视 ${floorText(floor)}`}
        hint={
          <>
            {walk ? <Time value={walk.at} /> : null}
            {walk ? '开始，' : ''}名单 <ReadAt at={people.readAt} />
          </>
        }
        back={{ patrol: { building: null, floor: null } }}
      />
      {refused?.problem && (
        <p className="c-missing" role="alert">
          {refused.problem.text}
        </p>
      )}
      {people.more && <p className="c-missing">在院人数超过{MOST_RESIDENTS}，名单可能不全</p>}
      {here.length === 0 && <Empty className="c-empty" description="这一层没有您负责的服务对象，可以直接结束巡视" />}
      <ul className="c-cares" aria-label="服务对象">
        {here.map((person) => (
          <Person
            key={person.id}
            person={person}
            said={walk && (walk.said[person.id] ?? NOTHING)}
            onSay={(said) => walk && change({ ...walk, said: { ...walk.said, [person.id]: said } })}
            onRest={keeper.flush}
          />
        ))}
      </ul>
      {walk ? (
        <>
          <Input.TextArea
            aria-label="巡视说明"
            maxLength={500}
            autoSize={{ minRows: 2 }}
            value={walk.note}
            placeholder="这次巡视的说明，可不填"
            onChange={({ target }) => change({ ...walk, note: target.value })}
            onBlur={keeper.flush}
          />
          <Foot walk={walk} onEnd={() => end(walk)} onDrop={() => drop(walk)} />
        </>
      ) : (
        <footer className="c-round-foot">
          <Begin floor={floor} asked={asked} onBegin={() => void write(() => beginWalk(floor))} />
        </footer>
      )}
    </article>
  );
}
