/** One row of the error log, to be read and to be given to whoever mends it. */
import { CopyOutlined } from '@ant-design/icons';
import { Button, Descriptions } from 'antd';
import { errorKinds } from '#contract/system/error-logs.ts';
import { errorLogLabels } from '#contract/system/error-logs.labels.ts';
import { copyAndTell } from '#web/ui/copy.ts';
import { MISSING, thousands } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import type { ErrorRow } from './error-logs.tsx';
import './log-drawer.css';

const itemsOf = (log: ErrorRow) =>
  labelledItems(errorLogLabels, [
    { key: 'kind', children: errorKinds[log.kind ?? ''] ?? log.kind ?? MISSING },
    { key: 'times', children: thousands(log.times) },
    { key: 'createBy', children: log.createBy ?? MISSING },
    { key: 'happenTime', children: log.happenTime ?? MISSING },
    { key: 'createTime', children: log.createTime },
    { key: 'updateTime', children: log.updateTime },
    { key: 'remoteAddr', children: log.remoteAddr ?? MISSING },
    { key: 'requestId', children: log.requestId ?? MISSING },
    { key: 'title', children: log.title, span: 'filled' as const },
    { key: 'url', children: log.url ?? MISSING, span: 'filled' as const },
    { key: 'userAgent', children: log.userAgent ?? MISSING, span: 'filled' as const },
  ]);

const textOf = ({ title, message, url, happenTime, updateTime, userAgent, requestId, stack }: ErrorRow) =>
  [message, title, url, happenTime ?? updateTime, userAgent, requestId, stack].filter(Boolean).join('\n');

export function ErrorLogDrawer({ log, onClose }: { log: ErrorRow | null; onClose: () => void }) {
  return (
    <SideDrawer
      title="错误日志详情"
      open={log !== null}
      onClose={onClose}
      extra={
        log && (
          <Button icon={<CopyOutlined aria-hidden />} onClick={() => copyAndTell(textOf(log))}>
            复制
          </Button>
        )
      }
    >
      {log && (
        <div className="g-log">
          <Descriptions column={{ xs: 1, sm: 2 }} size="small" bordered items={itemsOf(log)} />
          <h2>内容</h2>
          <pre className="g-exception">{log.message ?? MISSING}</pre>
          {log.stack && (
            <>
              <h2>错误堆栈</h2>
              <pre className="g-exception g-stack">{log.stack}</pre>
            </>
          )}
        </div>
      )}
    </SideDrawer>
  );
}
