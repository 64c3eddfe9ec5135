/** 照护随记: one press notes what was seen or done; a time or words before it, if wanted. */
import { Input } from 'antd';
import { useState } from 'react';
import { detailsText } from '#contract/care/care-charts.rules.ts';
import { careCharts } from '#contract/care/care-charts.ts';
import { careNoteLabels } from '#contract/care/care-notes.labels.ts';
import { careNotes, noteKindNames, noteKinds, type NoteKind } from '#contract/care/care-notes.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { MISSING } from '#web/ui/display.ts';
import { SAID_SECONDS, useSaidWith } from '#web/ui/said-with.tsx';
import { Time } from '#web/ui/time.tsx';
import { NoteButton } from './note-button.tsx';
import './care.css';

export function QuickNotes({ personId, name }: { personId: number; name: string }) {
  const tell = useSaidWith();
  const [time, setTime] = useState<string | null>(null);
  const [text, setText] = useState('');
  const undo = useSend(careNotes.remove, { changes: [careNotes.page, careCharts.read] });
  const send = useSend(careNotes.create, {
    changes: [careNotes.page, careCharts.read],
    once: true,
    onSuccess: (id, { kind, values = {} }) => {
      const said = detailsText(kind as string, values);
      setTime(null);
      setText('');
      tell({
        key: `care-note-${id}`,
        title: `已记录${name}：${noteKinds[kind as NoteKind]}${said === '' ? '' : `，${said}`}`,
        description: `${SAID_SECONDS}秒内可以撤销`,
        label: '撤销',
        onClick: () => undo.mutate({ id }),
      });
    },
  });
  return (
    <div className="ca-notes" role="group" aria-label={`${name}的照护随记`}>
      <div>
        <Day withTime value={time} onChange={setTime} placeholder="时间，不填为现在" />
        <Input
          aria-label={careNoteLabels.text}
          maxLength={200}
          value={text}
          placeholder="说明，可不填"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div>
        {noteKindNames.map((kind) => (
          <NoteButton
            key={kind}
            kind={kind}
            name={name}
            pending={send.isPending}
            onNote={(values) => send.mutate({ oldmanId: personId, kind, time, values, text })}
          />
        ))}
      </div>
    </div>
  );
}

const columns: Column<RowOf<typeof careNotes.page>>[] = titled(careNoteLabels, [
  { key: 'time', width: 140, render: ({ time }) => <Time value={time} /> },
  { key: 'kind', width: 92, render: ({ kind }) => noteKinds[kind as NoteKind] ?? kind },
  { key: 'values', width: 180, render: ({ kind, values }) => detailsText(kind, values) || MISSING },
  { key: 'text', width: 240 },
  { key: 'userName', width: 100 },
  { key: 'createTime', width: 172, minor: 1 },
]);

export const NoteList = ({ personId }: { personId: number }) => (
  <DataTable
    name="person-care-notes"
    noun="照护随记"
    route={careNotes.page}
    fixed={{ oldmanId: personId }}
    columns={columns}
    state="own"
    height="content"
  />
);
