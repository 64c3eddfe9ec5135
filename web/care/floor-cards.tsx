/** How each floor stands: walked through in the span of now or not, by whom last, and which rounds of the shift are missing. */
import { Button, Empty, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { patrols } from '#contract/care/patrols.ts';
import type { Output } from '#contract/http.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { Time } from '#web/ui/time.tsx';
import './patrols.css';

export type Floor = Output<typeof patrols.floors>['floors'][number];
export const patrolChanges = [patrols.page, patrols.floors, patrols.get];
/** One that is walked through by the user. */
export type Walk = { id: number; version: number; building: string; floor: string };

const clock = (time: string) => time.slice(11, 16);
const spanText = ({ startTime, endTime }: { startTime: string; endTime: string }) => `${clock(startTime)}至${clock(endTime)}`;

interface CardProps {
  floor: Floor;
  asked: boolean;
  /** The address leads to this floor. */
  found: boolean;
  onWalk: (walk: Walk) => void;
}

const bringIntoView = (card: HTMLLIElement | null) => card?.scrollIntoView({ block: 'nearest' });

function Card({ floor, asked, found, onWalk }: CardProps) {
  const may = useMay();
  const userId = useCurrentUser()?.sysUser.userId;
  const { walking, done, missed, people, lastTime, lastName, building } = floor;
  const start = useSend(patrols.start, {
    changes: patrolChanges,
    once: true,
    onSuccess: (id) => onWalk({ id, version: 1, building, floor: floor.floor }),
  });
  const cancel = useSend(patrols.cancel, { changes: patrolChanges });
  const tone = walking ? 'walking' : done ? 'done' : asked ? 'due' : undefined;
  const state = walking ? `${walking.userName}正在巡视` : done ? '本时段已巡视' : asked ? '本时段未巡视' : '本时段不要求巡视';
  return (
    <li
      ref={found ? bringIntoView : undefined}
      className="ca-floor"
      data-tone={tone}
      aria-label={floorText(floor)}
      aria-current={found || undefined}
    >
      <header>
        <b>{floorText(floor)}</b>
        <span>{people}人</span>
      </header>
      <p>{state}</p>
      <small>
        上次 <Time value={lastTime} age /> {lastName}
      </small>
      {missed.length > 0 && <p className="ca-floor-late">本班漏巡：{missed.map(spanText).join('、')}</p>}
      {may(patrols.start) && (
        <div className="ca-floor-acts">
          {!walking && (
            <Button
              type={done ? 'default' : 'primary'}
              loading={start.isPending}
              onClick={() => start.mutate({ building, floor: floor.floor })}
            >
              开始巡视
            </Button>
          )}
          {walking && walking.userId === userId && (
            <Button type="primary" onClick={() => onWalk({ ...walking, building, floor: floor.floor })}>
              继续巡视
            </Button>
          )}
          {walking && (
            <Confirm title="取消这次巡视？" onConfirm={() => cancel.mutate({ id: walking.id, version: walking.version })}>
              <Button loading={cancel.isPending}>取消巡视</Button>
            </Confirm>
          )}
        </div>
      )}
    </li>
  );
}

export function FloorCards({ onWalk }: { onWalk: (walk: Walk) => void }) {
  const [params] = useSearchParams();
  const { data, isError, error, refetch } = useCall(patrols.floors, {}, { quiet: true });
  if (isError && !data) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (data.floors.length === 0) return <Empty description="没有住有服务对象的楼层" />;
  return (
    <section className="ca-floors" aria-label="各楼层巡视情况">
      {data.window && <p>本时段 {spanText(data.window)}</p>}
      <ul>
        {data.floors.map((floor) => (
          <Card
            key={floorText(floor)}
            floor={floor}
            asked={data.window !== null}
            found={floorText(floor) === params.get('at')}
            onWalk={onWalk}
          />
        ))}
      </ul>
    </section>
  );
}
