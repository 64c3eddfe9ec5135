/** What a list shows when it has no rows: on the way, failed, none there, none that match. */
import { WarningFilled } from '@ant-design/icons';
import { Button, Empty } from 'antd';
import type { ReactNode } from 'react';

export const TableSkeleton = () => (
  <div className="y-table-skeleton" role="status" aria-label="正在加载">
    {Array.from({ length: 8 }, (_, row) => (
      <i key={row} />
    ))}
  </div>
);

export const TableFailure = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div className="y-table-failure" role="alert">
    <WarningFilled aria-hidden />
    <strong>加载失败</strong>
    <p>{text}</p>
    <Button type="primary" onClick={onRetry}>
      重试
    </Button>
  </div>
);

/** `filtered`: the filters leave nothing, which is something else than there being nothing. */
export function TableEmpty({
  noun,
  filtered,
  onClear,
  extra,
}: {
  noun: string;
  filtered: boolean;
  onClear: () => void;
  extra?: ReactNode;
}) {
  return (
    <Empty className="y-table-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description={filtered ? `没有符合条件的${noun}` : `暂无${noun}`}>
      {filtered ? <Button onClick={onClear}>清空条件</Button> : extra}
    </Empty>
  );
}
