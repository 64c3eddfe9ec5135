/** 语音文件: all sounds of the institution, with what plays each. */
import { Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { callSoundLabels } from '#contract/calls/call-sounds.labels.ts';
import { callSounds } from '#contract/calls/call-sounds.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { SoundButton } from './sound-player.tsx';
import { SpokenPieces } from './spoken-pieces.tsx';
import { UploadSound } from './upload-sound.tsx';
import './menus.css';

type Row = RowOf<typeof callSounds.page>;

const columns: Column<Row>[] = titled(callSoundLabels, [
  {
    key: 'name',
    width: 180,
    render: ({ id, name }) => (
      <>
        <SoundButton id={id} label={name} /> {name}
      </>
    ),
  },
  { key: 'durationMs', width: 80, align: 'right', render: ({ durationMs }) => `${Math.ceil(durationMs / 1000)} 秒` },
  { key: 'said', width: 220 },
  { key: 'usedBy', width: 200, render: ({ usedBy }) => usedBy.join('、') || MISSING },
  { key: 'createTime', width: 164 },
]);

/** Its name and its words; the sound stays. */
function Rename({ sound: { id, name, said, version }, onClose }: { sound: Row; onClose: () => void }) {
  const send = useSend(callSounds.update, { changes: [callSounds.page], onSuccess: onClose });
  return (
    <FormDialog<{ name: string; said?: string }>
      title="修改语音"
      okText="保存"
      pending={send.isPending}
      initial={{ name, said }}
      onSubmit={(values) => send.mutate({ id, version, said: '', ...values })}
      onClose={onClose}
    >
      <Form.Item name="name" label={callSoundLabels.name} rules={[{ required: true, whitespace: true, message: '请输入语音名称' }]}>
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="said" label={callSoundLabels.said} extra="录音里说的话，便于以后核对">
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  );
}

export function SoundsDrawer({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState<'all' | 'spoken'>('all');
  return (
    <SideDrawer title="语音文件" open onClose={onClose} size="large">
      <Segmented
        className="cm-shown"
        value={shown}
        onChange={setShown}
        options={[
          { value: 'all', label: '全部语音' },
          { value: 'spoken', label: '排队播报' },
        ]}
      />
      {shown === 'all' ? <AllSounds /> : <SpokenPieces />}
    </SideDrawer>
  );
}

function AllSounds() {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Row | null>(null);
  const remove = useSend(callSounds.remove, { changes: [callSounds.page] });
  return (
    <>
      <DataTable
        name="call-sounds"
        noun="语音文件"
        route={callSounds.page}
        columns={columns}
        state="own"
        height="content"
        onAdd={may(callSounds.create) ? () => setAdding(true) : undefined}
        addLabel="上传语音"
        actions={(row) => [
          { label: '修改', onClick: () => setRenaming(row), when: may(callSounds.update) },
          {
            label: '删除',
            danger: true,
            menu: true,
            disabled: row.usedBy.length > 0,
            confirm: `确定删除语音“${row.name}”吗？删除后不能恢复`,
            onClick: () => remove.mutate({ id: row.id }),
            when: may(callSounds.remove),
          },
        ]}
      />
      {adding && <UploadSound onClose={() => setAdding(false)} />}
      {renaming && <Rename sound={renaming} onClose={() => setRenaming(null)} />}
    </>
  );
}
