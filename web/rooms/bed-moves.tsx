/** Putting somebody into a bed or into another one: pick, then confirm what will be. */
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { keyOf, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { bedText } from '#web/elderly/person-tags.tsx';
import { PersonPicker, type PickedPerson } from '#web/ui/person-picker.tsx';
import { PickerDrawer } from '#web/ui/picker-drawer.tsx';
import { MovePreview } from './move-preview.tsx';
import { freeBedColumns, freeBedFilters, placeOf, type BedRow } from './bed-columns.tsx';

/** Of the questions: two people stand beside each other. */
const WIDTH = 620;

const changes = [beds.page, rooms.tree, people.page, people.get];

interface Moving {
  id: number;
  name: string;
}

/** Moves somebody; who was faster is in the list that is read again. `onMoved` hears how many door codes have ended with it. */
export function useMoveBed(onMoved: (person: Moving, endedCodes: number) => void) {
  const client = useQueryClient();
  const onError = ({ status }: { status: number }) => {
    if (status === 409) for (const route of changes) void client.invalidateQueries({ queryKey: keyOf(route) });
  };
  const send = useSend(placements.move, { changes, onError });
  return (person: Moving, fromBedId: number | null, bedId: number | null) =>
    send.mutate({ oldmanId: person.id, fromBedId, bedId }, { onSuccess: ({ endedCodes }) => onMoved(person, endedCodes) });
}

const isReserved = ({ status }: BedRow) => status === bedStates.reserved;

/** The question with what it means: prices, contracts, who lies in the rooms, carers of the floors. */
const MoveText = ({ text, moves }: { text: string; moves: readonly { oldmanId: number; bedId: number }[] }) => (
  <>
    <p>{text}</p>
    <MovePreview moves={moves} />
  </>
);

interface PersonProps {
  person: { id: number; userName: string; bedId: number | null };
  onMove: ReturnType<typeof useMoveBed>;
  onClose: () => void;
}

/** 安排床位 or 换床 of a person; a first bed that is free needs no question. */
export function PersonBed({ person, onMove, onClose }: PersonProps) {
  const { modal } = App.useApp();
  const { id, userName, bedId } = person;
  const pick = (to: BedRow) => {
    const move = () => onMove({ id, name: userName }, bedId, to.id);
    if (bedId === null && !isReserved(to)) return move();
    modal.confirm({
      title: bedId === null ? `安排${userName}入住${placeOf(to)}` : `为${userName}换床`,
      width: WIDTH,
      content: (
        <MoveText
          text={bedId === null ? '请核对后确定。' : '原床位变为空闲，原房间的门锁密码随之撤销。'}
          moves={[{ oldmanId: id, bedId: to.id }]}
        />
      ),
      okText: '确定',
      cancelText: '取消',
      onOk: move,
    });
  };
  return (
    <PickerDrawer
      open
      title={bedId === null ? `为${userName}安排床位` : `为${userName}选择新床位`}
      name="bed-picker"
      noun="空闲床位"
      route={beds.page}
      columns={freeBedColumns}
      filters={freeBedFilters}
      fixed={{ takeable: true }}
      onClose={onClose}
      onPick={pick}
    />
  );
}

/** Two people change places: the one of this bed and another one who has a bed. */
export function BedSwap({ bed, onClose }: { bed: BedRow; onClose: () => void }) {
  const { modal } = App.useApp();
  const swap = useSend(placements.swap, { changes, onSuccess: onClose });
  const pick = ({ id, userName, bedId }: PickedPerson) => {
    if (bedId === null) return showMessage('warning', `${userName}没有床位，请用“换床”`);
    if (id === bed.oldmanId) return showMessage('warning', '请选择另一位服务对象');
    const moves = [
      { oldmanId: bed.oldmanId as number, fromBedId: bed.id, bedId },
      { oldmanId: id, fromBedId: bedId, bedId: bed.id },
    ];
    modal.confirm({
      title: `${bed.oldmanName}与${userName}对换床位`,
      width: WIDTH,
      content: <MoveText text="原房间的门锁密码随之撤销。" moves={moves} />,
      okText: '确定',
      cancelText: '取消',
      onOk: () => swap.mutate({ moves }),
    });
  };
  return <PersonPicker open title={`与${bed.oldmanName}对换床位`} onClose={onClose} onPick={pick} />;
}

interface Props {
  bed: BedRow;
  /** Its person goes elsewhere, or somebody comes. */
  what: 'move' | 'settle';
  /** Of the page: it outlives this picker. */
  onMove: ReturnType<typeof useMoveBed>;
  onClose: () => void;
}

export function BedMove({ bed, what, onMove, onClose }: Props) {
  const { modal } = App.useApp();
  const ask = (title: string, text: string, move: { oldmanId: number; bedId: number }, onOk: () => void) =>
    void modal.confirm({ title, width: WIDTH, content: <MoveText text={text} moves={[move]} />, okText: '确定', cancelText: '取消', onOk });
  if (what === 'move')
    return (
      <PickerDrawer
        open
        title={`为${bed.oldmanName}选择新床位`}
        name="bed-picker"
        noun="空闲床位"
        route={beds.page}
        columns={freeBedColumns}
        filters={freeBedFilters}
        fixed={{ takeable: true }}
        onClose={onClose}
        onPick={(to) =>
          ask(
            `为${bed.oldmanName}换床`,
            '原床位变为空闲，原房间的门锁密码随之撤销。',
            { oldmanId: bed.oldmanId as number, bedId: to.id },
            () => onMove({ id: bed.oldmanId as number, name: bed.oldmanName ?? '' }, bed.id, to.id),
          )
        }
      />
    );
  const settle = ({ id, userName, bedId, place }: PickedPerson) =>
    ask(
      `安排${userName}入住${placeOf(bed)}`,
      bedId === null ? `${userName}目前没有床位。` : `${userName}现住${bedText({ place })}，确定后换到这张床位，原床位变为空闲。`,
      { oldmanId: id, bedId: bed.id },
      () => onMove({ id, name: userName }, bedId, bed.id),
    );
  return <PersonPicker open title={`安排入住${placeOf(bed)}`} onClose={onClose} onPick={settle} />;
}
