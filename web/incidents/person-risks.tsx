/** The nine risks of a person, each with its level, what is done and when it is looked at again. */
import { Button, Form, Input, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { gapLabels, riskKinds, riskLevels, USUAL_CHECK_DAYS } from '#contract/incidents/person-risks.rules.ts';
import { riskLabels } from '#contract/incidents/person-risks.labels.ts';
import { personRisks } from '#contract/incidents/person-risks.ts';
import type { Output } from '#contract/http.ts';
import { nextDay } from '#contract/time.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { incidentAddress } from '#web/shell/addresses.ts';
import { Day } from '#web/ui/day.tsx';
import { formatTime, numbered } from '#web/ui/display.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { State } from '#web/ui/state.tsx';
import { useMay } from '#web/ui/may.ts';
import './risks.css';

type Risk = Output<typeof personRisks.ofPerson>[number];
interface Values {
  level: number;
  reason?: string;
  measures?: string;
  nextDate: string;
}

function CheckDialog({ personId, risk, onClose }: { personId: number; risk: Risk; onClose: () => void }) {
  const save = useSend(personRisks.save, {
    changes: [personRisks.ofPerson, personRisks.page],
    onSuccess: onClose,
    onError: ({ status }) => status === 409 && onClose(),
  });
  const today = formatTime(serverNow(), 'yyyy-MM-dd');
  const { kind, version } = risk;
  return (
    <FormDialog<Values>
      title={`${riskKinds[kind]}风险评估`}
      okText="保存"
      pending={save.isPending}
      initial={{
        ...(risk.level === null ? {} : { level: risk.level }),
        ...(risk.reason === null ? {} : { reason: risk.reason }),
        ...(risk.measures === null ? {} : { measures: risk.measures }),
        nextDate: nextDay(today, USUAL_CHECK_DAYS),
      }}
      onSubmit={({ level, reason, measures, nextDate }) =>
        save.mutate({ oldmanId: personId, kind, level, reason: reason ?? null, measures: measures ?? null, nextDate, version })
      }
      onClose={onClose}
    >
      <Form.Item name="level" label={riskLabels.level} rules={[{ required: true, message: '请选择风险等级' }]}>
        <Radio.Group optionType="button" options={numbered(riskLevels)} />
      </Form.Item>
      <Form.Item name="reason" label={riskLabels.reason}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} placeholder="如 Morse评分55，近3个月跌倒一次" />
      </Form.Item>
      <Form.Item name="measures" label={riskLabels.measures} extra="关注和高风险须写明措施">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2 }} placeholder="如 床栏拉起，如厕陪同，防滑鞋" />
      </Form.Item>
      <Form.Item name="nextDate" label={riskLabels.nextDate} rules={[{ required: true, message: '请选择日期' }]}>
        <Day notBefore={nextDay(today)} />
      </Form.Item>
    </FormDialog>
  );
}

export function PersonRisks({ personId }: { personId: number }) {
  const may = useMay();
  const [checking, setChecking] = useState<Risk | null>(null);
  const { data, isError, error, refetch } = useCall(personRisks.ofPerson, { oldmanId: personId }, { quiet: true });
  if (isError && !data) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <>
      <ul className="n-risks" aria-label="九防评估">
        {data.map((risk) => {
          const { kind, level, reason, measures, checkDate, checkName, nextDate, incidentId, gaps } = risk;
          return (
            <li key={kind}>
              <article aria-label={riskKinds[kind]}>
                <header>
                  <h3>{riskKinds[kind]}</h3>
                  {level !== null && <State of="risk" value={level} />}
                  {gaps.map((gap) => (
                    <span key={gap} className="n-gap">
                      {gapLabels[gap]}
                    </span>
                  ))}
                </header>
                {reason && <p>{reason}</p>}
                {measures && (
                  <p>
                    {riskLabels.measures}：{measures}
                  </p>
                )}
                {incidentId !== null && <Link to={incidentAddress(incidentId)}>查看不良事件</Link>}
                <footer>
                  <small>{checkDate === null ? '尚未评估' : `${checkDate} ${checkName}，${nextDate}前复评`}</small>
                  {may(personRisks.save) && (
                    <Button size="small" onClick={() => setChecking(risk)}>
                      评估
                    </Button>
                  )}
                </footer>
              </article>
            </li>
          );
        })}
      </ul>
      {checking && <CheckDialog personId={personId} risk={checking} onClose={() => setChecking(null)} />}
    </>
  );
}
