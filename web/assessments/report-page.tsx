/** /assessment/detail `?id=`: the report of an assessment, to sign, to apply and to print. `&sign=true` begins with the signature. */
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { assessmentStates, closedAssessment, type AssessmentAction } from '#contract/assessments/assessment-commands.rules.ts';
import { assessmentLabels as L } from '#contract/assessments/assessments.labels.ts';
import { assessments } from '#contract/assessments/assessments.ts';
import type { Scale } from '#contract/assessments/scale-parts.ts';
import { nameOfScale } from '#contract/assessments/scales.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { formatTime, MISSING } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { againAddress, ASSESSMENTS, draftAddress, type AssessmentDetail } from './assessment-calls.ts';
import { ApplyDialog, SignDialog, VoidDialog } from './report-acts.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { Report } from './report.tsx';
import { scaleOfRow } from './scales-in-use.ts';
import './assessments.css';

type Act = 'sign' | 'apply' | 'void';

function Acts({ row, scale, asked }: { row: AssessmentDetail; scale: Scale; asked: boolean }) {
  const may = useMay();
  const state = { state: row.state, applied_at: row.appliedTime };
  const open = (action: AssessmentAction) => closedAssessment(state, action) === null;
  const [act, setAct] = useState<Act | null>(asked && open('sign') && may(assessments.sign) ? 'sign' : null);
  const close = () => setAct(null);
  return (
    <div className="as-bar y-no-print">
      {open('edit') && may(assessments.update) && <Button onClick={() => go(draftAddress(row.id))}>继续填写</Button>}
      {open('sign') && may(assessments.sign) && (
        <Button type="primary" onClick={() => setAct('sign')}>
          {row.state === assessmentStates.draft ? '签名' : '复签'}
        </Button>
      )}
      {scale.suggests && open('apply') && may(assessments.apply) && (
        <Button type="primary" onClick={() => setAct('apply')}>
          采用结果
        </Button>
      )}
      {row.state === assessmentStates.complete && may(assessments.create) && (
        <Button onClick={() => go(againAddress(row.id))}>再次评估</Button>
      )}
      {open('void') && may(assessments.void) && <Button onClick={() => setAct('void')}>作废</Button>}
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
        打印
      </Button>
      {act === 'sign' && <SignDialog row={row} scale={scale} onClose={close} />}
      {act === 'apply' && <ApplyDialog row={row} onClose={close} />}
      {act === 'void' && <VoidDialog row={row} onClose={close} />}
    </div>
  );
}

/** What follows from the level: a care level that staff apply, and a plan that staff write. */
function Suggestions({ row }: { row: AssessmentDetail }) {
  const may = useMay();
  const [planning, setPlanning] = useState(false);
  if (row.suggestedLevel === null && row.templates.length === 0) return null;
  return (
    <Alert
      className="y-no-print"
      type="info"
      showIcon
      action={
        may(assessments.plan) &&
        row.templates.length > 0 && (
          <>
            <Button onClick={() => setPlanning(true)}>制定照护计划</Button>
            {planning && <PlanDialog row={row} onClose={() => setPlanning(false)} />}
          </>
        )
      }
      title={
        row.appliedLevel === null ? (
          <>
            建议护理等级 <DictionaryTag type={L.careLevel.dictionary} value={row.suggestedLevel} />
            ，现在 <DictionaryTag type={L.careLevel.dictionary} value={row.careLevel} />
          </>
        ) : (
          <>
            已采用护理等级 <DictionaryTag type={L.careLevel.dictionary} value={row.appliedLevel} />（{row.appliedName}{' '}
            {row.appliedTime?.slice(0, 16)}）
          </>
        )
      }
      description={
        row.templates.length > 0 && (
          <>
            建议照护模板：{row.templates.map(({ name, verified }) => (verified ? name : `${name}（待核对）`)).join('、')}
            {row.risks.length > 0 && `；风险：${row.risks.map(({ scale, levelName }) => `${nameOfScale(scale)} ${levelName}`).join('、')}`}
          </>
        )
      }
    />
  );
}

export default function ReportPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const now = useQuarterMinute();
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  const { data: row, error, refetch } = useCall(assessments.get, { id }, { quiet: true });
  if (error && !row) return <MissingPage error={error} noun="评估" back={ASSESSMENTS} onRetry={() => void refetch()} />;
  if (!row) return <Skeleton active paragraph={{ rows: 8 }} />;
  const scale = scaleOfRow(row);
  if (!scale) return <Alert type="error" showIcon title="量表不存在，请刷新后重试" />;
  return (
    <div className="as-page y-prints-alone">
      <Suggestions row={row} />
      <Acts key={row.id} row={row} scale={scale} asked={params.get('sign') === 'true'} />
      <article className="as-paper">
        <h1>{scale.ability ? '能力评估报告' : '评估报告'}</h1>
        <p>
          {tenantName}　{scale.name}　{row.oldmanName}　{row.place ?? MISSING}
        </p>
        <Report row={row} scale={scale} />
        <footer>打印时间 {formatTime(now, 'yyyy-MM-dd HH:mm')}</footer>
      </article>
    </div>
  );
}
