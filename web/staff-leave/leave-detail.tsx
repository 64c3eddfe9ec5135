/** One leave: what was asked for, what became of it, and what its approval took off. */
import { Button, Descriptions, Skeleton } from 'antd';
import { Link } from 'react-router';
import { leaveText } from '#contract/staff-leave/leave-spans.rules.ts';
import { leaveLabels } from '#contract/staff-leave/staff-leaves.labels.ts';
import { staffLeaves } from '#contract/staff-leave/staff-leaves.ts';
import { useCall } from '#web/api/call.ts';
import { approvalAddress, orderAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { State } from '#web/ui/state.tsx';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { Time } from '#web/ui/time.tsx';
import type { Leave } from './leave-form.tsx';
import './staff-leave.css';

/** What was taken off, each with its time. */
export function Effects({ effects }: { effects: Leave['effects'] }) {
  return (
    <ul className="y-leave-effects">
      {effects.map(({ kind, text, startTime, endTime, workOrderId }) => (
        <li key={`${kind}.${startTime}.${workOrderId}.${text}`}>
          {kind === 'shift' ? '移出班次' : '另派他人'}：{workOrderId === null ? '' : <Link to={orderAddress(workOrderId)}>{text}</Link>}{' '}
          <Time value={startTime} /> 至 <Time value={endTime} />
        </li>
      ))}
    </ul>
  );
}

function Shown({ leave }: { leave: Leave }) {
  const { starts_at, ends_at } = { starts_at: leave.startTime, ends_at: leave.endTime };
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={labelledItems(leaveLabels, [
          { key: 'userName', children: leave.userName },
          { key: 'departmentName', children: leave.departmentName ?? '--' },
          { key: 'type', children: leave.type },
          { key: 'state', children: <State of="leave" value={leave.state} /> },
          { key: 'span', label: '请假时间', children: `${leaveText({ starts_at, ends_at })}，${leave.days}天`, span: 'filled' },
          { key: 'handToName', children: leave.handToName ?? '未指定' },
          { key: 'createTime', children: <Time value={leave.createTime} /> },
          { key: 'reason', children: leave.reason, span: 'filled' },
          leave.takenDays !== null && { key: 'takenDays', children: `${leave.takenDays}天` },
          leave.endedBy !== null && { key: 'endedBy', children: leave.endedBy },
          leave.endReason !== null && { key: 'endReason', children: leave.endReason, span: 'filled' },
        ])}
      />
      {leave.files.length > 0 && (
        <section className="y-leave-pictures" aria-label={leaveLabels.files}>
          {leave.files.map((url, at) => (
            <StoredImage key={url} url={url} alt={`证明图片${at + 1}`} />
          ))}
        </section>
      )}
      {leave.effects.length > 0 && (
        <section>
          <h2 className="y-leave-title">批准后的调整</h2>
          <Effects effects={leave.effects} />
        </section>
      )}
    </>
  );
}

export function LeaveDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, isError, error, refetch } = useCall(staffLeaves.get, { id }, { quiet: true });
  const caseId = data?.caseId ?? null;
  return (
    <SideDrawer
      title="请假详情"
      open
      size="small"
      onClose={onClose}
      extra={caseId !== null && <Button onClick={() => go(approvalAddress(caseId))}>查看审批</Button>}
    >
      {isError && !data && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && <Shown leave={data} />}
    </SideDrawer>
  );
}
