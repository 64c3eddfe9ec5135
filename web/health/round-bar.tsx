/** What stands above the sheet of a round: time, whom it is about, how far it is, saving. */
import { App, Button, Input, Segmented, Tag } from 'antd';
import { useSearchParams } from 'react-router';
import { rounds } from '#contract/health/rounds.ts';
import { placeText } from '#contract/rooms/places.rules.ts';
import { rooms, type Building } from '#contract/rooms/rooms.ts';
import { useCall } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { HouseFilter } from './house-filter.tsx';
import { phoneRound } from './round-phone.ts';
import { onlyOf, ONLY, type RoundFilter } from './round-filter.ts';

/** Building, floor and room of an id; null when there is none. */
const roomNamed = (house: readonly Building[], id: number): string | null =>
  house
    .flatMap(({ building, floors }) =>
      floors.flatMap(({ floor, rooms: list }) =>
        list.map((room) => ({ building, floor, roomName: room.name, bedName: null, id: room.id })),
      ),
    )
    .filter((room) => room.id === id)
    .map((room) => placeText(room))[0] ?? null;

/** `12/30`, of the people of these filters. */
function Progress({ filter }: { filter: RoundFilter }) {
  const { building, floor, roomId, userName } = filter;
  const { data } = useCall(rounds.progress, { building, floor, roomId, userName }, { quiet: true });
  if (!data || data.total === 0) return null;
  return (
    <span className="h-progress" title="本班已由员工测量的人数 / 在院人数">
      本班已测{' '}
      <b>
        {data.measured}/{data.total}
      </b>
    </span>
  );
}

interface Props {
  filter: RoundFilter;
  onNarrow: (filter: RoundFilter) => void;
  time: string | null;
  onTime: (time: string | null) => void;
  filled: number;
  saving: boolean;
  onClear: () => void;
  onSave: () => void;
}

export function RoundBar({ filter, onNarrow, time, onTime, filled, saving, onClear, onSave }: Props) {
  const { modal } = App.useApp();
  const [params] = useSearchParams();
  const { userName, roomId, building, floor } = filter;
  const house = useCall(rooms.tree, {}, { quiet: true, enabled: roomId !== undefined });
  return (
    <div className="h-bar">
      <label className="h-when">
        测量时间 <Day withTime value={time} onChange={onTime} />
      </label>
      <HouseFilter building={building} floor={floor} onChange={(part) => onNarrow({ ...filter, ...part, roomId: undefined })} />
      <Segmented
        aria-label="范围"
        value={onlyOf(filter)}
        options={Object.entries(ONLY).map(([value, label]) => ({ value, label }))}
        onChange={(only) =>
          onNarrow({
            ...filter,
            unmeasured: only === 'unmeasured' ? 'true' : undefined,
            missing: only === 'missing' ? 'true' : undefined,
          })
        }
      />
      <Input.Search
        allowClear
        placeholder="按姓名查找"
        maxLength={20}
        className="h-find"
        key={userName ?? ''}
        defaultValue={userName ?? ''}
        onSearch={(text) => onNarrow({ ...filter, userName: text.trim() || undefined })}
        aria-label="按姓名查找"
      />
      {roomId !== undefined && (
        <Tag closable onClose={() => onNarrow({ ...filter, roomId: undefined })}>
          {(house.data && roomNamed(house.data, roomId)) ?? '房间'}
        </Tag>
      )}
      <span className="h-space" />
      <Progress filter={filter} />
      <span className="h-count" role="status">
        {filled > 0 ? `已填${filled}人` : '回车到下一人，Tab到下一项'}
      </span>
      <Button className="h-on-phone" href={phoneRound(params)}>
        手机录入
      </Button>
      <Button
        disabled={filled === 0}
        onClick={() =>
          modal.confirm({
            title: '清空已填的内容？',
            content: '尚未保存的数值将丢失。',
            okText: '清空',
            cancelText: '取消',
            onOk: onClear,
          })
        }
      >
        清空
      </Button>
      <Button type="primary" disabled={filled === 0} loading={saving} onClick={onSave}>
        保存全部
      </Button>
    </div>
  );
}
