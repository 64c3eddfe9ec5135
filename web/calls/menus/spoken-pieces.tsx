/** 排队播报: what callers who wait are told, piece by piece; each may be replaced by a recording of the institution. */
import { Button, Space, Table } from 'antd';
import { useState } from 'react';
import { callSounds } from '#contract/calls/call-sounds.ts';
import { numberPieces, spokenWords, type Piece } from '#contract/calls/spoken.rules.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { TableFailure } from '#web/ui/table-states.tsx';
import { PieceButton, SoundButton } from './sound-player.tsx';
import { UploadSound } from './upload-sound.tsx';

type Row = Output<typeof callSounds.spoken>[number];

const example = ['ahead', ...numberPieces(12), 'people', 'wait', 'offer'] as const;
const exampleText = example.map((piece) => spokenWords[piece]).join(' ');

export function SpokenPieces() {
  const may = useMay();
  const { data, isPending, error, refetch } = useCall(callSounds.spoken, {});
  const [replacing, setReplacing] = useState<Piece | null>(null);
  const update = useSend(callSounds.update, { changes: [callSounds.spoken, callSounds.page] });
  if (error) return <TableFailure text={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      <p className="cm-quiet cm-spoken">来电人排队时由这些语音连起来播报，例如“{exampleText}”。没有替换的用内置语音。</p>
      <Table<Row>
        size="small"
        rowKey="piece"
        loading={isPending}
        dataSource={data ?? []}
        pagination={false}
        columns={[
          {
            key: 'words',
            title: '播报内容',
            render: (_, { piece, words, sound }) => (
              <>
                {sound ? <SoundButton key={sound.id} id={sound.id} label={words} /> : <PieceButton piece={piece} label={words} />} {words}
              </>
            ),
          },
          {
            key: 'seconds',
            title: '时长',
            width: 80,
            align: 'right',
            render: (_, { durationMs }) => `${(durationMs / 1000).toFixed(1)} 秒`,
          },
          { key: 'sound', title: '语音', width: 180, render: (_, { sound }) => sound?.name ?? '内置' },
          {
            key: 'actions',
            title: '操作',
            width: 150,
            render: (_, { piece, sound, words }) => (
              <Space size={0}>
                {may(callSounds.create) && (
                  <Button type="link" size="small" aria-label={`上传“${words}”的语音`} onClick={() => setReplacing(piece)}>
                    {sound ? '更换' : '替换'}
                  </Button>
                )}
                {sound && may(callSounds.update) && (
                  <Button
                    type="link"
                    size="small"
                    aria-label={`“${words}”恢复内置语音`}
                    loading={update.isPending && update.variables?.id === sound.id}
                    onClick={() => update.mutate({ id: sound.id, name: sound.name, piece: '', version: sound.version })}
                  >
                    恢复内置
                  </Button>
                )}
              </Space>
            ),
          },
        ]}
      />
      {replacing && <UploadSound piece={replacing} onClose={() => setReplacing(null)} />}
    </>
  );
}
