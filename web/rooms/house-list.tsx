/** The house as a table, by building, floor, room and bed: the same as the plan for those who read it by ear, or print it. */
import { Button, Empty } from 'antd';
import type { HouseRoom } from '#contract/rooms/house.ts';
import { signals, stateText } from '#contract/rooms/house-signals.rules.ts';
import { MISSING } from '#web/ui/display.ts';
import { drawnOf, isAlarm, type DrawnBed, type HouseFloor } from './house-model.ts';
import { Glyph } from './house-rooms.tsx';

interface Props {
  floors: readonly HouseFloor[];
  hits: ReadonlySet<number> | null;
  /** A resident was picked up: the buttons put them into a bed. */
  picking: boolean;
}

function Row({ floor, room, bed, index, picking }: Line & { picking: boolean }) {
  const read = room.beds[index];
  const said = bed ? bed.signals.slice(0, -1) : [];
  return (
    <tr data-alarm={isAlarm(bed?.signals[0]) || undefined}>
      <td>{floor.building}</td>
      <td>{floor.floor}</td>
      <th scope="row">{room.name}</th>
      <td>{bed?.name ?? MISSING}</td>
      <td>{bed ? (bed.who ?? (read?.taken ? '无权查看' : MISSING)) : MISSING}</td>
      <td>{read ? stateText(read.status, read.person?.status ?? null) : '没有床位'}</td>
      <td className="r-list-signals">
        {said.length === 0 && MISSING}
        {said.map((signal) => (
          <span key={signal}>
            <Glyph signal={signal} /> {signals[signal].label}
          </span>
        ))}
        {read?.elsewhere && <small>在 {read.elsewhere.text}</small>}
      </td>
      <td>
        {bed && (
          <Button type="link" size="small" data-bed={bed.id} aria-label={`${picking ? '放到' : '查看'}${bed.label}`}>
            {picking ? '放到此床' : '查看'}
          </Button>
        )}
      </td>
    </tr>
  );
}

interface Line {
  floor: HouseFloor;
  room: HouseRoom;
  /** Null: the room has no bed. */
  bed: DrawnBed | null;
  index: number;
}

/** A line for each bed, one for a room without any. */
function linesOf(floor: HouseFloor, room: HouseRoom): Line[] {
  const { beds } = drawnOf(room);
  return beds.length > 0 ? beds.map((bed, index) => ({ floor, room, bed, index })) : [{ floor, room, bed: null, index: 0 }];
}

export function HouseList({ floors, hits, picking }: Props) {
  const rows = floors.flatMap((floor) => floor.rooms.filter(({ id }) => !hits || hits.has(id)).flatMap((room) => linesOf(floor, room)));
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合的房间或服务对象" />;
  return (
    <table className="r-list">
      <caption className="y-unseen">房态列表</caption>
      <thead>
        <tr>
          {['楼栋', '楼层', '房间', '床位', '入住人', '状态', '情况'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">
            <span className="y-unseen">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ floor, room, bed, index }) => (
          <Row key={bed ? `b${bed.id}` : `r${room.id}`} floor={floor} room={room} bed={bed} index={index} picking={picking} />
        ))}
      </tbody>
    </table>
  );
}
