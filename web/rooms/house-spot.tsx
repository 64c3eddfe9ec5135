/** One floor with one of its rooms pointed out: where to go. Nothing for those who may not see the house. */
import { Skeleton } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { house } from '#contract/rooms/house.ts';
import { SECOND } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { floorsOf, guestsOf } from './house-model.ts';
import { FloorPlan } from './house-rooms.tsx';
import './house.css';

const REFRESH_MS = 30 * SECOND;

export default function HouseSpot({ roomId }: { roomId: number }) {
  const may = useMay()(house.some);
  const { data, isError } = useCall(house.some, { floorOfRoomId: roomId }, { quiet: true, enabled: may, refetchInterval: REFRESH_MS });
  const stage = useRef<HTMLDivElement>(null);
  const [floor] = useMemo(() => (data ? floorsOf(data) : []), [data]);
  const hits = useMemo(() => new Set([roomId]), [roomId]);
  const drawn = floor !== undefined;
  useEffect(() => {
    const room = drawn ? stage.current?.querySelector<HTMLElement>(`[data-room="${roomId}"]`) : null;
    if (room && stage.current) stage.current.scrollLeft = room.offsetLeft - (stage.current.clientWidth - room.offsetWidth) / 2;
  }, [drawn, roomId]);
  if (!may) return null;
  if (!floor) return isError || data ? null : <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <figure className="r-spot">
      <div className="r-stage" ref={stage} inert>
        <FloorPlan floor={floor} guests={guestsOf(floor.rooms)} hits={hits} manner="still" />
      </div>
      <figcaption>
        {floor.title}，框出的是 {floor.rooms.find(({ id }) => id === roomId)?.name}
      </figcaption>
    </figure>
  );
}
