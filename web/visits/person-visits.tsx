/** A person's visits: their plans, the next one, what was found, and all that were made. */
import { Alert, Button, Descriptions } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { visitTaskLabels } from '#contract/visits/visit-tasks.labels.ts';
import { visitPlans } from '#contract/visits/visit-plans.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { visitAddress, visitPlanAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { useMay } from '#web/ui/may.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { changes } from './visit-calls.ts';
import { visitColumns } from './visit-columns.tsx';
import './visits.css';

const columns = visitColumns.filter(({ key }) => !['oldmanName', 'mobile', 'place', 'flags'].includes(key));

function Settle({ oldmanId, missed }: { oldmanId: number; missed: number }) {
  const may = useMay();
  const [asking, setAsking] = useState(false);
  const send = useSend(visitTasks.settle, { ...changes, onSuccess: () => setAsking(false) });
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={`连续${missed}次探访未见到人，请联系家属或上门核实`}
        action={
          may(visitTasks.settle) && (
            <Button size="small" onClick={() => setAsking(true)}>
              登记处理情况
            </Button>
          )
        }
      />
      {asking && (
        <ReasonDialog
          title="登记处理情况"
          label="处理情况"
          placeholder="如 已联系其女儿，回老家一周"
          okText="已处理"
          harmless
          most={200}
          pending={send.isPending}
          onOk={(note) => send.mutate({ oldmanId, note })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

export function PersonVisits({ personId }: { personId: number }) {
  const may = useMay();
  const { data } = useCall(visitTasks.person, { oldmanId: personId }, { quiet: true });
  return (
    <div className="vi-page">
      {data && data.missed > 0 && <Settle oldmanId={personId} missed={data.missed} />}
      {data && data.finding !== null && <Alert type="warning" showIcon title={`上次发现：${data.finding}`} />}
      {data && (
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2 }}
          items={labelledItems(visitTaskLabels, [
            ...data.plans.map(({ id, name, userName, nextDay }) => ({
              key: String(id),
              label: visitTaskLabels.planName,
              children: (
                <span>
                  {may(visitPlans.get) ? <Link to={visitPlanAddress(id)}>{name}</Link> : name}
                  {`，探访人${userName ?? '未安排'}，下次${nextDay ?? '两周以后'}`}
                </span>
              ),
            })),
            data.plans.length === 0 && { key: 'planName', children: '未纳入探访计划' },
            data.lastDay !== null && { key: 'lastDay', children: data.lastDay },
          ])}
        />
      )}
      <DataTable
        name="person-visits"
        noun="探访任务"
        route={visitTasks.page}
        fixed={{ oldmanId: personId }}
        columns={columns}
        state="own"
        height="content"
        onRowDoubleClick={({ id }) => go(visitAddress(id))}
        actions={({ id }) => [{ label: '查看', onClick: () => go(visitAddress(id)) }]}
      />
    </div>
  );
}
