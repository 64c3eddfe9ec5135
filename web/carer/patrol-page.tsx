/** 巡视 on the phone: the floors and how each stands, with or without a network. */
import { EyeOutlined } from '@ant-design/icons';
import { Button, Empty } from 'antd';
import { useStore } from 'zustand';
import { floorText } from '#contract/rooms/places.rules.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Time } from '#web/ui/time.tsx';
import { Head } from './head.tsx';
import { NothingKept, ReadAt } from './kept.tsx';
import { visit, type FloorPlace } from './place.ts';
import { carer } from './state.ts';
import { WalkPage } from './walk-page.tsx';
import { walkOn } from './walk-state.ts';
import { floorsNow, type Floor, type Floors, type Walk } from './walks.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

const clock = (time: string) => time.slice(11, 16);

/** The floors as they stand now; null before they were read. */
export function useFloors(): Floors | null {
  const floors = useStore(carer, ({ kept }) => kept?.floors ?? null);
  const steps = useStore(carer, (state) => state.steps);
  const userId = useStore(carer, ({ owner }) => owner?.userId ?? 0);
  const now = useQuarterMinute();
  return floors && floorsNow(floors, steps, userId, now);
}

/** How a floor stands, in words. */
export const floorState = ({ walking, done }: Floor, own: Walk | null, asked: boolean): string => {
  if (own) return '您正在巡视';
  if (walking) return `${walking.userName}正在巡视`;
  return done ? '本时段已巡视' : asked ? '本时段未巡视' : '本时段不要求巡视';
};

function Card({ floor, own, asked }: { floor: Floor; own: Walk | null; asked: boolean }) {
  const { people, lastTime, lastName, missed } = floor;
  const due = asked && !floor.done && !own && !floor.walking;
  return (
    <li className="c-care" data-late={due || undefined} aria-label={floorText(floor)}>
      <header>
        <b>{floorText(floor)}</b>
        <span>{people}人</span>
        <b>{floorState(floor, own, asked)}</b>
      </header>
      <p className="c-care-how">
        上次 <Time value={lastTime} age /> {lastName}
      </p>
      {missed.length > 0 && <p className="c-missing">本班漏巡：{missed.map(({ startTime }) => clock(startTime)).join('、')}</p>}
      <Button
        size="large"
        type={due || own ? 'primary' : 'default'}
        icon={<EyeOutlined aria-hidden />}
        onClick={() => visit({ patrol: { building: floor.building, floor: floor.floor } })}
      >
        {own ? '继续巡视' : '巡视'}
      </Button>
    </li>
  );
}

export function PatrolPage({ asked }: { asked: FloorPlace }) {
  const all = useFloors();
  const people = useStore(carer, ({ kept }) => kept?.residents ?? null);
  const walks = useStore(carer, (state) => state.walks);
  const readAt = useStore(carer, ({ kept }) => kept?.floors?.readAt ?? null);
  useWanted('patrol');
  if (!all || !people) return <NothingKept what="楼层和名单" />;
  const floor = all.floors.find(({ building, floor: name }) => building === asked.building && name === asked.floor);
  const { window } = all;
  if (floor) return <WalkPage key={floorText(floor)} floor={floor} people={people} asked={window !== null} />;
  return (
    <article>
      <Head
        title="巡视"
        hint={
          <>
            {window ? `本时段 ${clock(window.startTime)}至${clock(window.endTime)}，` : ''}
            <ReadAt at={readAt} />
          </>
        }
        back={{}}
      />
      {all.floors.length === 0 && <Empty className="c-empty" description="没有住有服务对象的楼层" />}
      <ul className="c-cares">
        {all.floors.map((one) => (
          <Card key={floorText(one)} floor={one} own={walkOn(walks, one)} asked={window !== null} />
        ))}
      </ul>
    </article>
  );
}
