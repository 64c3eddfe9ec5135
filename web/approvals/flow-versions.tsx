/** What was published of a flow: by whom and when, how it was drawn, and how many applications still run through it. */
import { Button, Empty, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { approvalDefinitions } from '#contract/approvals/approval-definitions.ts';
import { useCall } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { Time } from '#web/ui/time.tsx';
import { FlowDiagram } from './flow-diagram.tsx';

export function FlowVersions({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useCall(approvalDefinitions.versions, { id }, { quiet: true });
  const [open, setOpen] = useState<number | null>(null);
  const shown = open ?? query.data?.[0]?.number ?? null;
  return (
    <SideDrawer title="历史版本" open size="medium" onClose={onClose}>
      {query.isError && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={query.error.message}>
          <Button onClick={() => void query.refetch()}>重试</Button>
        </Empty>
      )}
      {query.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {query.data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有发布过" />}
      <ul className="ap-versions">
        {query.data?.map(({ number, publishedBy, publishTime, running, drawn }) => (
          <li key={number}>
            <button type="button" aria-expanded={number === shown} onClick={() => setOpen(number)}>
              <b>v{number}</b>
              <span>{publishedBy}</span>
              <Time value={publishTime} />
              {running > 0 && <Tag>{running}个申请审批中</Tag>}
            </button>
            {number === shown && <FlowDiagram xml={drawn} label={`第${number}版的流程图`} />}
          </li>
        ))}
      </ul>
    </SideDrawer>
  );
}
