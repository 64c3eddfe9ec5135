/**
 * How far a long task is, and its file when there is one: `<ProgressDialog open title="导出"
 * poll={() => call(processes.read, { key })} onClose={…} />`
 */
import { Button, Modal, Progress as Bar } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { pollProgress, type Progress } from './polling.ts';

interface Props {
  title: string;
  open: boolean;
  /** Reads the task's state; null when the server no longer knows it. Asked every five seconds while the dialog is open. */
  poll: () => Promise<Progress | null>;
  /** What closing means; without it the task goes on. */
  hint?: string;
  /** Milliseconds between two questions, when not five seconds. */
  every?: number;
  /** Fetches the file; without it the url is a plain link, for files that need no token. */
  onDownload?: (url: string) => void;
  onClose: () => void;
}

const none: Progress = { rate: 0, url: '' };

type Content = Omit<Props, 'open' | 'onClose'>;

/** Mounted anew for every task and every new try. */
function Task({ title, poll, every, hint = '可以关闭此窗口，任务会继续。', onDownload, onRetry }: Content & { onRetry: () => void }) {
  const [progress, setProgress] = useState(none);
  const [problem, setProblem] = useState('');
  const ask = useEffectEvent(poll);
  useEffect(() => pollProgress(() => ask(), { onProgress: setProgress, onFailure: setProblem }, every), [every]);

  const { rate, url } = progress;
  const status = problem ? 'exception' : url ? 'success' : 'active';
  return (
    <div role="status" aria-live="polite">
      <Bar percent={url ? 100 : Math.min(99, Math.max(0, Math.floor(rate)))} status={status} aria-label={`${title}进度`} />
      {problem && (
        <p>
          {problem}，
          <Button type="link" size="small" onClick={onRetry}>
            重试
          </Button>
        </p>
      )}
      {!problem && !url && <p>正在处理，{hint}</p>}
      {url &&
        (onDownload ? (
          <Button type="primary" onClick={() => onDownload(url)}>
            下载文件
          </Button>
        ) : (
          <Button type="primary" href={url} download>
            下载文件
          </Button>
        ))}
    </div>
  );
}

export function ProgressDialog({ open, onClose, ...content }: Props) {
  const [round, setRound] = useState(0);
  return (
    <Modal
      title={content.title}
      open={open}
      onCancel={onClose}
      width={420}
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>关闭</Button>}
      destroyOnHidden
    >
      <Task key={round} {...content} onRetry={() => setRound(round + 1)} />
    </Modal>
  );
}
