/** One row of the error log, to be read and to be given to whoever mends it. */
import { CopyOutlined } from '@ant-design/icons';
import { Button, Descriptions } from 'antd';
import { errorKinds } from '#contract/system/error-logs.ts';
import { copyAndTell } from '#web/ui/copy.ts';
import { MISSING, thousands } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import type { ErrorRow } from './error-logs.tsx';
import './log-drawer.css';

const itemsOf = (log: ErrorRow) => [
  { label: '类型', children: errorKinds[log.kind ?? ''] ?? log.kind ?? MISSING },
  { label: '次数', children: thousands(log.times) },
  { label: '用户', children: log.createBy ?? MISSING },
  { label: '发生时间', children: log.happenTime ?? MISSING },
  { label: '首次上传', children: log.createTime },
  { label: '最近上传', children: log.updateTime },
  { label: '地址', children: log.remoteAddr ?? MISSING },
  { label: '请求编号', children: log.requestId ?? MISSING },
  { label: '标题', children: log.title, span: 'filled' as const },
  { label: '页面', children: log.url ?? MISSING, span: 'filled' as const },
  { label: '浏览器', children: log.userAgent ?? MISSING, span: 'filled' as const },
];

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
