/** /business/bcroom/index 房间床位: the house as a tree, its beds with their states, and who lies where. */
import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { lockMembers } from '#contract/devices/lock-members.ts';
import { placements } from '#contract/elderly/placements.ts';
import { people } from '#contract/elderly/people.ts';
import { canDo } from '#contract/rooms/beds.rules.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import { showMessage } from '#web/api/messages.ts';
import { MovedDoors } from '#web/devices/person-doors.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { useRemoval } from '#web/ui/removal.tsx';
import { bedColumns, bedFilters, placeOf, type BedRow } from './bed-columns.tsx';
import { BedDrawer } from './bed-drawer.tsx';
import { BedMove, BedSwap, useMoveBed } from './bed-moves.tsx';
import { RoomDrawer } from './room-drawer.tsx';
import { placeOfRoom, RoomTree, type Place } from './room-tree.tsx';
import '#web/ui/side-tree.css';
import './rooms.css';

type Open =
  | { what: 'room'; id: number | null }
  | { what: 'bed'; bed: BedRow | null; roomId: number }
  | { what: 'move' | 'settle' | 'swap'; bed: BedRow };

const changes = [beds.page, rooms.tree];

export default function Rooms() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const tree = useCall(rooms.tree, {}, { quiet: true });
  const [chosen, setPlace] = useState<Place | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [moved, setMoved] = useState<{ id: number; name: string; endedCodes: number } | null>(null);
  const move = useMoveBed((person, endedCodes) => {
    if (may(lockMembers.ofPerson)) setMoved({ ...person, endedCodes });
    // Who may not see doors hears at least that something has ended.
    else if (endedCodes > 0) showMessage('info', `操作成功，原房间门锁的${endedCodes}个密码已撤销`);
  });
  const removeBed = useSend(beds.remove, { changes });
  const clean = useSend(beds.clean, { changes });
  const { openRemoval, bin, parts } = useRemoval(rooms, '房间', { onRemoved: () => choose({}) });
  const buildings = tree.data ?? [];
  // `?room=`: asked for on another page, until another place is chosen here.
  const asked = Number(params.get('room')) || null;
  const place = asked === null ? (chosen ?? {}) : placeOfRoom(buildings, asked);
  const mayMove = may(placements.move);
  const { building, floor, roomId } = place;

  const choose = (next: Place) => {
    setPlace(next);
    // Another part of the house begins with its first page.
    setParams(
      (now) => {
        now.delete('page');
        now.delete('room');
        return now;
      },
      { replace: true },
    );
  };
  const close = () => setOpen(null);
  const back = useAskedAdd(() => may(rooms.create) && setOpen({ what: 'room', id: null }));
  const saved = () => void tree.refetch();
  return (
    <div className="y-with-side">
      <RoomTree buildings={buildings} value={place} onChange={choose} />
      <DataTable
        name="beds"
        noun="床位"
        route={beds.page}
        exportRoute={beds.export}
        columns={bedColumns}
        filters={bedFilters}
        fixed={roomId ? { roomId } : { ...(building ? { building } : {}), ...(floor ? { floor } : {}) }}
        addLabel="新增房间"
        onAdd={may(rooms.create) ? () => setOpen({ what: 'room', id: null }) : undefined}
        extra={
          <>
            {roomId !== undefined && (
              <>
                {may(beds.create) && <Button onClick={() => setOpen({ what: 'bed', bed: null, roomId })}>新增床位</Button>}
                {may(rooms.update) && <Button onClick={() => setOpen({ what: 'room', id: roomId })}>编辑房间</Button>}
                {may(rooms.remove) && (
                  <Button danger onClick={() => openRemoval({ id: roomId })}>
                    删除房间
                  </Button>
                )}
              </>
            )}
            {bin}
          </>
        }
        actions={(bed) => [
          { label: '安排入住', onClick: () => setOpen({ what: 'settle', bed }), when: mayMove && may(people.page) && canDo('settle', bed) },
          { label: '换床', onClick: () => setOpen({ what: 'move', bed }), when: mayMove && bed.oldmanId !== null && canDo('move', bed) },
          {
            label: '对换床位',
            onClick: () => setOpen({ what: 'swap', bed }),
            when: mayMove && may(people.page) && bed.oldmanId !== null && canDo('move', bed),
            menu: true,
          },
          { label: '已清洁', onClick: () => clean.mutate({ id: bed.id }), when: bed.cleaningSince !== null && may(beds.clean) },
          { label: '编辑', onClick: () => setOpen({ what: 'bed', bed, roomId: bed.roomId }), when: may(beds.update) },
          {
            label: '腾床',
            danger: true,
            confirm: `确定让${bed.oldmanName}离开${placeOf(bed)}吗？离开后没有床位`,
            onClick: () => move({ id: bed.oldmanId as number, name: bed.oldmanName ?? '' }, bed.id, null),
            when: mayMove && bed.oldmanId !== null && canDo('move', bed),
          },
          {
            label: '删除',
            danger: true,
            menu: true,
            confirm: `确定删除${placeOf(bed)}吗？删除后不能恢复`,
            onClick: () => removeBed.mutate({ id: bed.id }),
            when: may(beds.remove) && canDo('remove', bed),
          },
        ]}
      />
      {parts}
      {open?.what === 'room' && (
        <RoomDrawer
          key={open.id ?? 'new'}
          id={open.id}
          place={place}
          buildings={buildings}
          onSaved={(input) => {
            saved();
            const at = { building: String(input.building), floor: String(input.floor) };
            // Renamed or moved, it is still the one that is shown; a new one is found on its floor.
            if (open.id === null) {
              choose(at);
              back();
            } else setPlace({ ...at, roomId: open.id, name: String(input.name) });
          }}
          onClose={close}
        />
      )}
      {open?.what === 'bed' && (
        <BedDrawer key={open.bed?.id ?? 'new'} bed={open.bed} roomId={open.roomId} onSaved={saved} onClose={close} />
      )}
      {(open?.what === 'move' || open?.what === 'settle') && <BedMove bed={open.bed} what={open.what} onMove={move} onClose={close} />}
      {open?.what === 'swap' && <BedSwap bed={open.bed} onClose={close} />}
      {moved && (
        <MovedDoors key={moved.id} oldmanId={moved.id} name={moved.name} endedCodes={moved.endedCodes} onClose={() => setMoved(null)} />
      )}
    </div>
  );
}
