/** Putting somebody into a bed or into another one: pick, then confirm what will be. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { moveHints } from '#contract/elderly/move-hints.rules.ts';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { bedText } from '#web/elderly/person-tags.tsx';
import { PersonPicker, type PickedPerson } from '#web/ui/person-picker.tsx';
import { PickerDrawer } from '#web/ui/picker-drawer.tsx';
import { freeBedColumns, freeBedFilters, placeOf, type BedRow } from './bed-columns.tsx';

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

const reserved = ({ status }: BedRow) => (status === bedStates.reserved ? '这张床位已预定，请先核对预定人。' : '');

/** What putting a person into a bed means: prices, contract and the others in the room. */
function MoveText({ text, people }: { text: string; people: readonly { id: number; name: string; bedId: number }[] }) {
  return (
    <>
      <p>{text}</p>
      {people.map((person) => (
        <MoveHints key={person.id} {...person} named={people.length > 1} />
      ))}
    </>
  );
}

function MoveHints({ id, name, bedId, named }: { id: number; name: string; bedId: number; named: boolean }) {
  const { data, error } = useCall(placements.preview, { oldmanId: id, bedId }, { quiet: true });
  const hints = data ? moveHints(data) : error ? ['没有算出价格和同住情况，请自行核对'] : [];
  if (hints.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={named ? name : '请核对'}
      description={hints.map((hint) => (
        <div key={hint}>{hint}</div>
      ))}
    />
  );
}

interface PersonProps {
  person: { id: number; userName: string; bedId: number | null; place: string | null };
  onMove: ReturnType<typeof useMoveBed>;
  onClose: () => void;
}

/** 安排床位 or 换床 of a person; a first bed that is free needs no question. */
export function PersonBed({ person, onMove, onClose }: PersonProps) {
  const { modal } = App.useApp();
  const { id, userName, bedId, place } = person;
  const pick = (to: BedRow) => {
    const move = () => onMove({ id, name: userName }, bedId, to.id);
    if (bedId === null && reserved(to) === '') return move();
    modal.confirm({
      title: bedId === null ? `安排${userName}入住${placeOf(to)}` : `为${userName}换床`,
      content: (
        <MoveText
          text={`${bedId === null ? '' : `从${bedText({ place })}换到${placeOf(to)}，原床位变为空闲。`}${reserved(to)}`}
          people={[{ id, name: userName, bedId: to.id }]}
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
  const pick = ({ id, userName, bedId, place }: PickedPerson) => {
    if (bedId === null) return showMessage('warning', `${userName}没有床位，请用“换床”`);
    if (id === bed.oldmanId) return showMessage('warning', '请选择另一位服务对象');
    const ring = [
      { oldmanId: bed.oldmanId as number, bedId: bed.id },
      { oldmanId: id, bedId },
    ];
    modal.confirm({
      title: `${bed.oldmanName}与${userName}对换床位`,
      content: (
        <MoveText
          text={`${bed.oldmanName}换到${bedText({ place })}，${userName}换到${placeOf(bed)}。原房间的门锁密码随之撤销。`}
          people={[
            { id: bed.oldmanId as number, name: bed.oldmanName ?? '', bedId },
            { id, name: userName, bedId: bed.id },
          ]}
        />
      ),
      okText: '确定',
      cancelText: '取消',
      onOk: () => swap.mutate({ ring }),
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
  const ask = (title: string, text: string, person: { id: number; name: string; bedId: number }, onOk: () => void) =>
    void modal.confirm({ title, content: <MoveText text={text} people={[person]} />, okText: '确定', cancelText: '取消', onOk });
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
            `从${placeOf(bed)}换到${placeOf(to)}，原床位变为空闲。${reserved(to)}`,
            { id: bed.oldmanId as number, name: bed.oldmanName ?? '', bedId: to.id },
            () => onMove({ id: bed.oldmanId as number, name: bed.oldmanName ?? '' }, bed.id, to.id),
          )
        }
      />
    );
  const settle = ({ id, userName, bedId, place }: PickedPerson) =>
    ask(
      `安排${userName}入住${placeOf(bed)}`,
      bedId === null
        ? `${userName}目前没有床位。${reserved(bed)}`
        : `${userName}现住${bedText({ place })}，确定后换到这张床位，原床位变为空闲。${reserved(bed)}`,
      { id, name: userName, bedId: bed.id },
      () => onMove({ id, name: userName }, bedId, bed.id),
    );
  return <PersonPicker open title={`安排入住${placeOf(bed)}`} onClose={onClose} onPick={settle} />;
}
