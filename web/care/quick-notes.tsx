/** 照护随记: one press notes what was seen or done; a time or words before it, if wanted. */
import { App, Button, Input } from 'antd';
import { useState } from 'react';
import { careNoteLabels } from '#contract/care/care-notes.labels.ts';
import { careNotes, noteKinds, type NoteKind } from '#contract/care/care-notes.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { Time } from '#web/ui/time.tsx';
import './care.css';

const UNDO_SECONDS = 10;

export function QuickNotes({ personId, name }: { personId: number; name: string }) {
  const { notification } = App.useApp();
  const [time, setTime] = useState<string | null>(null);
  const [text, setText] = useState('');
  const undo = useSend(careNotes.remove, { changes: [careNotes.page] });
  const send = useSend(careNotes.create, {
    changes: [careNotes.page],
    once: true,
    onSuccess: (id, { kind }) => {
      const key = `care-note-${id}`;
      setTime(null);
      setText('');
      notification.success({
        key,
        title: `已记录${name}：${noteKinds[kind as NoteKind]}`,
        description: `${UNDO_SECONDS}秒内可以撤销`,
        duration: UNDO_SECONDS,
        placement: 'bottomLeft',
        actions: (
          <Button
            type="primary"
            size="small"
            onClick={() => {
              notification.destroy(key);
              undo.mutate({ id });
            }}
          >
            撤销
          </Button>
        ),
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
        {(Object.entries(noteKinds) as [NoteKind, string][]).map(([kind, label]) => (
          <Button key={kind} loading={send.isPending} onClick={() => send.mutate({ oldmanId: personId, kind, time, text })}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

const columns: Column<RowOf<typeof careNotes.page>>[] = titled(careNoteLabels, [
  { key: 'time', width: 140, render: ({ time }) => <Time value={time} /> },
  { key: 'kind', width: 92, render: ({ kind }) => noteKinds[kind as NoteKind] ?? kind },
  { key: 'text', width: 320 },
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
