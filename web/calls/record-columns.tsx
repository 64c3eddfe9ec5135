/** The columns of calls. */
import { callRecordLabels } from '#contract/calls/call-records.labels.ts';
import type { callRecords } from '#contract/calls/call-records.ts';
import { callbackLabels, durationText, satisfactionLabels } from '#contract/calls/call-words.rules.ts';
import { callKindLabels, callStatus, callStatusLabels, dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { Time } from '#web/ui/time.tsx';

export type CallRow = RowOf<typeof callRecords.page>;

/** How it ended; of one that is on, its state. */
export const endText = ({ status, disposition }: Pick<CallRow, 'status' | 'disposition'>) =>
  status === callStatus.hungUp ? (dispositionLabels[disposition ?? ''] ?? disposition ?? MISSING) : (callStatusLabels[status] ?? MISSING);

/** A call that may be sent to inspection, as far as its row says: the server judges. */
export const isInspectable = ({
  status,
  establishTime,
  seatId,
  recordings,
}: Pick<CallRow, 'status' | 'establishTime' | 'seatId' | 'recordings'>) =>
  status === callStatus.hungUp && establishTime !== null && seatId !== null && recordings > 0;

export const callColumns: Column<CallRow>[] = titled(callRecordLabels, [
  { key: 'startTime', width: 150, pin: 'left', sort: 'start_time', render: ({ startTime }) => <Time value={startTime} /> },
  { key: 'kind', width: 92, render: ({ kind }) => callKindLabels[kind] },
  { key: 'caller', width: 140, render: ({ caller, partyName }) => (caller ? <PhoneLink phone={caller} /> : (partyName ?? MISSING)) },
  { key: 'callee', width: 140, render: ({ callee }) => (callee ? <PhoneLink phone={callee} /> : MISSING) },
  {
    key: 'oldmanName',
    width: 110,
    render: ({ oldmanId, oldmanName }) => (oldmanId === null ? MISSING : <PersonLink id={oldmanId} name={oldmanName} />),
  },
  { key: 'customerName', width: 110, minor: 2 },
  { key: 'seatName', width: 100 },
  { key: 'groupName', width: 110, minor: 1 },
  { key: 'disposition', width: 132, render: endText },
  { key: 'waitSeconds', width: 92, align: 'right', minor: 1, render: ({ waitSeconds }) => durationText(waitSeconds) },
  { key: 'talkSeconds', width: 92, align: 'right', render: ({ talkSeconds }) => durationText(talkSeconds) },
  { key: 'callback', width: 104, minor: 1, render: ({ callback }) => callbackLabels[callback] ?? MISSING },
  { key: 'outcome', width: 100, minor: 1 },
  { key: 'summary', width: 220, minor: 1 },
  { key: 'satisfaction', width: 92, minor: 2, render: ({ satisfaction }) => satisfactionLabels[satisfaction ?? 0] ?? MISSING },
  { key: 'recordings', width: 72, align: 'right', render: ({ recordings }) => (recordings > 0 ? `${recordings}段` : MISSING) },
]);
