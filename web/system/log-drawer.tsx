/** One row of the operation log with what it changed, before and after. */
import { Alert, Descriptions, Empty, Skeleton, Tag } from 'antd';
import { audits, type RowChange } from '#contract/system/audits.ts';
import { plainText } from '#contract/rich-text.rules.ts';
import { columnLabel } from '#contract/system/change-labels.ts';
import { tableLabels } from '#contract/system/table-labels.ts';
import { operationLogLabels } from '#contract/system/operation-logs.labels.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import type { z } from 'zod';
import type { LogRow } from './operation-logs.tsx';
import './log-drawer.css';

type Change = z.output<typeof RowChange>;

const actions: Record<number, { label: string; color: string }> = {
  1: { label: '新增', color: 'success' },
  2: { label: '修改', color: 'processing' },
  3: { label: '删除', color: 'error' },
};

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return MISSING;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.join('、') || MISSING;
  return typeof value === 'object' ? JSON.stringify(value) : plainText(String(value));
}

function ChangeTable({ change }: { change: Change }) {
  const names = [...new Set([...Object.keys(change.before ?? {}), ...Object.keys(change.after ?? {})])];
  const action = actions[change.action];
  return (
    <section className="g-change">
      <h3>
        <Tag color={action?.color}>{action?.label}</Tag>
        {tableLabels[change.tableName] ?? change.tableName} <span className="g-faint">编号 {change.rowId}</span>
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">变更前</th>
            <th scope="col">变更后</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const [before, after] = [textOf(change.before?.[name]), textOf(change.after?.[name])];
            return (
              <tr key={name}>
                <th scope="row">{columnLabel(change.tableName, name)}</th>
                <td>{change.action === 1 ? '' : before}</td>
                <td>{change.action === 3 ? '' : `${after}${change.action === 2 && after === before ? '（仅格式变化）' : ''}`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Changes({ id }: { id: number }) {
  const changes = useCall(audits.changes, { id }, { staleTime: Infinity });
  if (changes.isPending) return <Skeleton active paragraph={{ rows: 4 }} />;
  if (changes.isError) return <Alert type="error" showIcon title={changes.error.message} />;
  if (changes.data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="这次操作没有留下字段变更" />;
  return changes.data.map((change) => <ChangeTable key={change.id} change={change} />);
}

export function LogDrawer({ log, onClose }: { log: LogRow | null; onClose: () => void }) {
  const items = log
    ? labelledItems(operationLogLabels, [
        { key: 'title', children: log.title },
        { key: 'createBy', children: log.createBy ?? MISSING },
        { key: 'createTime', children: log.createTime },
        { key: 'time', children: log.time === null ? MISSING : `${log.time} ms` },
        { key: 'remoteAddr', children: log.remoteAddr ?? MISSING },
        { key: 'requestId', children: log.requestId ?? MISSING },
        { key: 'requestUri', children: `${log.method ?? ''} ${log.requestUri ?? MISSING}`, span: 'filled' as const },
        { key: 'params', children: log.params ?? MISSING, span: 'filled' as const },
        { key: 'userAgent', children: log.userAgent ?? MISSING, span: 'filled' as const },
      ])
    : [];
  return (
    <SideDrawer title="日志详情" open={log !== null} onClose={onClose}>
      {log && (
        <div className="g-log">
          <Descriptions column={{ xs: 1, sm: 2 }} size="small" bordered items={items} />
          {log.exception && <pre className="g-exception">{log.exception}</pre>}
          <h2>变更前后</h2>
          <Changes id={log.id} />
        </div>
      )}
    </SideDrawer>
  );
}
