/** /care/restraint/detail `?id=`: an order of restraint with every look, to act on and to print (约束记录单). */
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  bloodLabels,
  closedRestraint,
  lookConcerns,
  ordererRoles,
  restrainedMoodLabels,
  restrainedSkinLabels,
  restraintKinds,
  restraintReasons,
  type RestraintAction,
} from '#contract/care/restraint-commands.rules.ts';
import { restraintLabels as L } from '#contract/care/restraints.labels.ts';
import { restraints } from '#contract/care/restraints.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { formatTime, MISSING } from '#web/ui/display.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { useMay } from '#web/ui/may.ts';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { RestraintDialog, type RestraintAct } from './restraint-acts.tsx';
import { dueText, restraintChanges, type RestraintDetail } from './restraint-calls.ts';
import { RestraintState } from './restraint-columns.tsx';
import './charts.css';
import './patrols.css';
import './restraints.css';

function Acts({ row }: { row: RestraintDetail }) {
  const may = useMay();
  const [act, setAct] = useState<RestraintAct | null>(null);
  const begin = useSend(restraints.begin, { changes: restraintChanges, once: true });
  const open = (action: RestraintAction) => closedRestraint(row, action) === null && may(restraints[action]);
  return (
    <div className="ca-chart-bar y-no-print">
      {open('begin') && (
        <Confirm
          title={`现在开始${restraintKinds[row.kind]}？`}
          okText="开始约束"
          onConfirm={() => begin.mutate({ id: row.id, version: row.version })}
        >
          <Button type="primary" loading={begin.isPending}>
            开始约束
          </Button>
        </Confirm>
      )}
      {open('look') && (
        <Button type="primary" onClick={() => setAct('look')}>
          登记观察
        </Button>
      )}
      {open('release') && <Button onClick={() => setAct('release')}>解除约束</Button>}
      {open('withdraw') && <Button onClick={() => setAct('withdraw')}>作废</Button>}
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
        打印
      </Button>
      {act && <RestraintDialog act={act} row={row} onClose={() => setAct(null)} />}
    </div>
  );
}

function Facts({ row }: { row: RestraintDetail }) {
  const facts = [
    [L.oldmanName, <PersonLink key="person" id={row.oldmanId} name={row.oldmanName} tab="care" />],
    [L.state, <RestraintState key="state" row={row} />],
    [L.kind, restraintKinds[row.kind]],
    [L.reason, [restraintReasons[row.reason], row.reasonNote].filter(Boolean).join('，')],
    [L.instruction, row.instruction],
    [L.orderedName, `${row.orderedName}（${ordererRoles[row.orderedRole]}）`],
    [L.orderedTime, `${row.orderedTime.slice(0, 16)} ${row.userName}`],
    [L.consentName, `${row.consentName}（${row.consentRelation}） ${row.consentDay}`],
    ['要求', `时限${row.hours}小时，每${row.lookMinutes}分钟观察，每${row.loosenMinutes}分钟松解`],
    [L.beginTime, row.beginTime && `${row.beginTime.slice(0, 16)} ${row.beginName}`],
    [L.limitTime, row.limitTime?.slice(0, 16)],
    [L.endTime, row.endTime && `${row.endTime.slice(0, 16)} ${row.endName}`],
    [L.endNote, row.endNote],
  ] as const;
  return <FactList className="ca-facts" facts={facts} />;
}

function Looks({ row }: { row: RestraintDetail }) {
  if (row.looks.length === 0) return <p className="ca-none">还没有观察记录</p>;
  return (
    <div className="ca-wide-chart">
      <table className="ca-chart">
        <thead>
          <tr>
            {[L.time, L.loosened, L.blood, L.skin, L.mood, L.note, '观察人'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row.looks.map((look) => (
            <tr key={look.id}>
              <th scope="row">{look.time.slice(5, 16)}</th>
              <td>{look.loosened ? '已松解' : ''}</td>
              <td data-late={look.blood !== 1 || undefined}>{bloodLabels[look.blood]}</td>
              <td data-late={look.skin !== 1 || undefined}>{restrainedSkinLabels[look.skin]}</td>
              <td>{restrainedMoodLabels[look.mood]}</td>
              <td data-late={lookConcerns(look).length > 0 || undefined}>{look.note}</td>
              <td>{look.userName}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export default function RestraintPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const now = useQuarterMinute();
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  const { data: row, error, refetch } = useCall(restraints.get, { id }, { quiet: true });
  if (error && !row) return <MissingPage error={error} noun="约束单" back="/care/restraint" onRetry={() => void refetch()} />;
  if (!row) return <Skeleton active paragraph={{ rows: 8 }} />;
  const due = dueText(row, now);
  return (
    <div className="ca-charts y-prints-alone">
      {due && <Alert className="y-no-print" type="error" showIcon title={`${row.oldmanName}：${due}`} />}
      <Acts row={row} />
      <article className="ca-paper">
        <h1>约束记录单</h1>
        <p>
          {tenantName}　{row.oldmanName}　{row.place ?? MISSING}
        </p>
        <Facts row={row} />
        <Looks row={row} />
        <section className="y-no-print rs-consent" aria-label={L.consentFiles}>
          <h2>{L.consentFiles}</h2>
          {row.consentFiles.map((url, at) => (
            <StoredImage key={url} url={url} alt={`知情同意书${at + 1}`} />
          ))}
        </section>
        <footer>
          <span>责任护士签名：　　　　　　　　医生签名：</span>
          <span>打印时间 {formatTime(now, 'yyyy-MM-dd HH:mm')}</span>
        </footer>
      </article>
    </div>
  );
}
