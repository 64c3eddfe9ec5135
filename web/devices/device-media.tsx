/** 语音照片: what a watch sent, listened to or looked at one by one. */
import { Alert, Modal, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { deviceMedia, MEDIA_DAYS, mediaKindLabels, mediaKinds } from '#contract/devices/device-media.ts';
import type { Output } from '#contract/http.ts';
import { titled } from '#contract/labels.ts';
import { deviceMediaLabels } from '#contract/devices/device-media.labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';

type Row = RowOf<typeof deviceMedia.page>;
type Opened = Output<typeof deviceMedia.open>;

const kilobytes = (size: number) => `${Math.max(1, Math.round(size / 1024))} KB`;

const columns: Column<Row>[] = titled(deviceMediaLabels, [
  { key: 'createTime', width: 164 },
  { key: 'kind', width: 84, render: ({ kind }) => mediaKindLabels[kind] },
  { key: 'oldmanName', width: 84 },
  { key: 'size', width: 72, align: 'right', render: ({ size }) => kilobytes(size) },
  {
    key: 'parts',
    width: 140,
    render: ({ parts, total }) => (parts < total ? <Tag color="warning">{`${parts}/${total} 段，等待其余`}</Tag> : '完整'),
  },
]);

/** Which recording it is, and how much of it there is. */
function questionOf({ kind, oldmanName, createTime, size, parts, total }: Row): string {
  const much = parts < total ? `${kilobytes(size)}，已收到${parts}/${total}段` : kilobytes(size);
  return `确定删除${oldmanName ? `${oldmanName}的` : ''}${mediaKindLabels[kind]}（${createTime}，${much}）吗？删除后不能恢复`;
}

interface Shown {
  type: Opened['type'];
  address: string;
}

const shown = ({ content, type }: Opened): Shown => ({
  type,
  address: URL.createObjectURL(new Blob([Uint8Array.from(atob(content), (char) => char.charCodeAt(0))], { type })),
});

function Viewer({ opened: { type, address }, onClose }: { opened: Shown; onClose: () => void }) {
  return (
    <Modal open centered title={type === 'image/jpeg' ? '照片' : '语音留言'} footer={null} onCancel={onClose}>
      {type === 'image/jpeg' && <img className="d-photo" src={address} alt="设备拍摄的照片" />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody wrote down what was said */}
      {type === 'audio/wav' && <audio className="d-voice" controls autoPlay src={address} aria-label="语音留言" />}
      {type === 'audio/amr' && (
        <p>
          服务器没有安装转码程序，浏览器不能直接播放。
          <a href={address} download="voice.amr">
            下载AMR录音
          </a>
        </p>
      )}
    </Modal>
  );
}

export function DeviceMedia({ deviceId }: { deviceId: number }) {
  const [opened, setOpened] = useState<Shown | null>(null);
  // What was opened is not left in the browser.
  useEffect(() => () => void (opened && URL.revokeObjectURL(opened.address)), [opened]);
  const open = useSend(deviceMedia.open, { onSuccess: (data) => setOpened(shown(data)) });
  const remove = useSend(deviceMedia.remove, { changes: [deviceMedia.page] });
  return (
    <section aria-label="语音照片">
      <Alert
        className="d-command-note"
        type="info"
        showIcon
        title={`佩戴人在手表上发来的语音和照片，保留${MEDIA_DAYS}天；每次查看都记入操作日志。`}
      />
      <DataTable
        name="device-media"
        noun="语音和照片"
        route={deviceMedia.page}
        columns={columns}
        fixed={{ deviceId }}
        state="own"
        height="content"
        actions={(row) => [
          {
            label: row.kind === mediaKinds.photo ? '查看' : '收听',
            onClick: () => open.mutate({ id: row.id }),
            when: row.parts === row.total,
          },
          { label: '删除', danger: true, menu: true, confirm: questionOf(row), onClick: () => remove.mutate({ id: row.id }) },
        ]}
      />
      {opened && <Viewer opened={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}
