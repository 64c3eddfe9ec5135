/** What of a list, with which columns, as what file. */
import { Modal, Radio } from 'antd';
import { useId, useState } from 'react';
import type { Route } from '#contract/http.ts';
import { LONG_EXPORT, MOST_CHOSEN, transfers } from '#contract/transfers/transfers.ts';
import { call } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { thousands } from './display.ts';
import type { useDownload } from './downloads.ts';
import type { ExportProps } from './export-button.tsx';
import { fileOf } from './import-errors.tsx';
import { ProgressDialog } from './progress-dialog.tsx';
import './import.css';

interface Props extends ExportProps {
  download: ReturnType<typeof useDownload>['start'];
  onClose: () => void;
}

export function ExportDialog({ noun, route, input, total, page, chosen, columns, download, onClose }: Props) {
  const id = useId();
  const [scope, setScope] = useState<'all' | 'page' | 'chosen'>(chosen.length > 0 && chosen.length <= MOST_CHOSEN ? 'chosen' : 'all');
  const [fields, setFields] = useState<'shown' | 'all'>('shown');
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const [task, setTask] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);

  const start = async () => {
    const ids = scope === 'chosen' ? chosen : scope === 'page' ? page : null;
    const wanted = { ...input, format, ...(fields === 'shown' ? { columns } : {}), ...(ids ? { ids } : {}) };
    if (ids || total <= LONG_EXPORT) {
      void download(route as Route, wanted as never, `${noun}.${format}`);
      return onClose();
    }
    setStarting(true);
    // The route answers a file, or, asked for a task, its key in the usual envelope.
    const started = await call({ ...route, kind: 'json' } as Route, { ...wanted, task: 'true' } as never).catch(() => null);
    setStarting(false);
    if (started) setTask((started as { key: string }).key);
  };
  const poll = async () => {
    const progress = await call(transfers.process, { key: task ?? '' }, { quiet: true });
    if (progress === null || progress.status === 'running' || progress.status === 'done') return progress;
    showMessage('error', progress.message ?? '导出失败，请重试');
    onClose();
    return null;
  };
  const close = () => {
    if (task) void call(transfers.cancel, { key: task }, { quiet: true }).catch(() => {});
    onClose();
  };

  if (task !== null)
    return (
      <ProgressDialog
        title={`导出${noun}`}
        open
        poll={poll}
        every={1000}
        hint="关闭此窗口会取消导出。"
        onClose={close}
        onDownload={(url) => {
          void download(transfers.file, fileOf(url), `${noun}.${format}`);
          onClose();
        }}
      />
    );
  return (
    <Modal
      title={`导出${noun}`}
      open
      width={440}
      okText="导出"
      cancelText="取消"
      okButtonProps={{ disabled: total === 0 }}
      confirmLoading={starting}
      onOk={() => void start()}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="y-export-form">
        <div role="group" aria-labelledby={`${id}scope`}>
          <strong id={`${id}scope`}>范围</strong>
          <Radio.Group
            vertical
            value={scope}
            onChange={(event) => setScope(event.target.value)}
            options={[
              { value: 'all', label: `全部符合条件的（${thousands(total)}条）` },
              { value: 'page', label: `当前页（${page.length}条）`, disabled: page.length === 0 },
              ...(chosen.length
                ? [{ value: 'chosen', label: `已选的（${thousands(chosen.length)}条）`, disabled: chosen.length > MOST_CHOSEN }]
                : []),
            ]}
          />
        </div>
        <div role="group" aria-labelledby={`${id}fields`}>
          <strong id={`${id}fields`}>列</strong>
          <Radio.Group
            value={fields}
            onChange={(event) => setFields(event.target.value)}
            options={[
              { value: 'shown', label: '当前显示的列' },
              { value: 'all', label: '全部列' },
            ]}
          />
        </div>
        <div role="group" aria-labelledby={`${id}format`}>
          <strong id={`${id}format`}>格式</strong>
          <Radio.Group
            value={format}
            onChange={(event) => setFormat(event.target.value)}
            options={[
              { value: 'xlsx', label: 'Excel（.xlsx）' },
              { value: 'csv', label: '文本（.csv）' },
            ]}
          />
        </div>
        {scope === 'all' && total > LONG_EXPORT && (
          <p className="y-import-note">数据较多，将在后台生成文件，完成后下载。关闭进度窗口会取消导出。</p>
        )}
      </div>
    </Modal>
  );
}
