/** One care plan: what it says, its reviews and versions, and what can be done with it. */
import { Button, Descriptions, Form, Input, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { closedPlan, planStates, reviewOutcomes } from '#contract/care/care-plan-commands.rules.ts';
import { carePlanLabels } from '#contract/care/care-plans.labels.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { titleOf } from '#contract/labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Day } from '#web/ui/day.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { formatTime } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { PartsView, type Plan } from './parts-view.tsx';
import { PlanEditor } from './plan-editor.tsx';
import './care.css';

const CHANGES = [carePlans.page, carePlans.get, careTasks.page, careTasks.figures];
const today = () => formatTime(serverNow(), 'yyyy-MM-dd');
const label = (name: keyof typeof carePlanLabels) => titleOf(carePlanLabels, name);

function StartDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const start = useSend(carePlans.start, { changes: CHANGES, onSuccess: onClose });
  return (
    <FormDialog<{ startDay: string }>
      title={`执行${plan.oldmanName}的照护计划第${plan.serial}版`}
      okText="执行"
      pending={start.isPending}
      initial={{ startDay: today() }}
      onSubmit={({ startDay }) => start.mutate({ id: plan.id, version: plan.version, startDay })}
      onClose={onClose}
    >
      <Form.Item name="startDay" label={label('startDay')} rules={[{ required: true, message: '请选择开始日期' }]} extra="选今天时立即开始">
        <Day notBefore={today()} />
      </Form.Item>
    </FormDialog>
  );
}

function ReviewDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const review = useSend(carePlans.review, { changes: CHANGES, onSuccess: onClose });
  return (
    <FormDialog<{ outcome: string; note: string; nextReviewDay: string | null }>
      title={`复核${plan.oldmanName}的照护计划`}
      okText="完成复核"
      pending={review.isPending}
      initial={{ outcome: '1', note: '' }}
      onSubmit={({ outcome, note, nextReviewDay }) =>
        review.mutate({ id: plan.id, version: plan.version, outcome: Number(outcome), note, nextReviewDay: nextReviewDay ?? null })
      }
      onClose={onClose}
    >
      <Form.Item name="outcome" label={label('outcome')} rules={[{ required: true }]}>
        <Select options={choices(reviewOutcomes)} />
      </Form.Item>
      <Form.Item name="note" label={label('note')}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} placeholder="如 皮肤完好，翻身执行良好" />
      </Form.Item>
      <Form.Item name="nextReviewDay" label={label('nextReviewDay')} extra="不填时按系统设置的复核周期">
        <Day notBefore={today()} />
      </Form.Item>
    </FormDialog>
  );
}

function ConsentDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const consent = useSend(carePlans.consent, { changes: CHANGES, onSuccess: onClose });
  return (
    <FormDialog<{ consentName: string; consentDay: string }>
      title="登记知情同意"
      okText="登记"
      pending={consent.isPending}
      initial={{ consentDay: today() }}
      onSubmit={(values) => consent.mutate({ id: plan.id, version: plan.version, ...values })}
      onClose={onClose}
    >
      <Form.Item name="consentName" label={label('consentName')} rules={[{ required: true, whitespace: true, message: '请填写同意人' }]}>
        <Input maxLength={20} placeholder="家属或本人姓名" />
      </Form.Item>
      <Form.Item name="consentDay" label={label('consentDay')} rules={[{ required: true, message: '请选择日期' }]}>
        <Day notAfter={today()} />
      </Form.Item>
    </FormDialog>
  );
}

function Shown({ plan, onOpen }: { plan: Plan; onOpen: (id: number) => void }) {
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={labelledItems(carePlanLabels, [
          { key: 'oldmanName', children: <PersonLink id={plan.oldmanId} name={plan.oldmanName} tab="care" /> },
          { key: 'place', children: <Place place={plan.place} /> },
          {
            key: 'anergy',
            label: label('anergy'),
            children: <DictionaryTag type={carePlanLabels.anergy.dictionary} value={plan.anergy} />,
          },
          { key: 'state', children: <State of="carePlan" value={plan.state} /> },
          { key: 'serial', children: `第${plan.serial}版` },
          { key: 'createdName', children: plan.createdName },
          { key: 'startTime', children: <Time value={plan.startTime} /> },
          { key: 'endTime', children: <Time value={plan.endTime} /> },
          { key: 'nextReviewDay', children: plan.nextReviewDay },
          { key: 'consentName', children: plan.consentName === null ? '未登记' : `${plan.consentName}，${plan.consentDay}` },
          plan.endReason !== null && { key: 'endReason', children: `${plan.endReason}（${plan.endedBy}）`, span: 'filled' },
          plan.remarks && { key: 'remarks', children: plan.remarks, span: 'filled' },
        ])}
      />
      <PartsView plan={plan} />
      <section className="ca-read">
        <h2>复核记录</h2>
        {plan.reviews.length === 0 && <p className="y-missing">还没有复核</p>}
        <ul>
          {plan.reviews.map((one) => (
            <li key={one.id}>
              <Time value={one.createTime} /> {one.userName}：{reviewOutcomes[one.outcome]}
              {one.note && `，${one.note}`}
              <small className="y-missing"> 下次 {one.nextReviewDay}</small>
            </li>
          ))}
        </ul>
      </section>
      <section className="ca-read">
        <h2>全部版本</h2>
        <ul>
          {plan.versions.map((one) => (
            <li key={one.id}>
              <Button type="link" size="small" disabled={one.id === plan.id} onClick={() => onOpen(one.id)}>
                第{one.serial}版
              </Button>
              <State of="carePlan" value={one.state} /> {one.createdName}
              {one.startTime !== null && (
                <small className="y-missing">
                  {' '}
                  <Time value={one.startTime} /> 至 {one.endTime === null ? '今' : <Time value={one.endTime} />}
                </small>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

type Asking = 'edit' | 'start' | 'review' | 'consent' | 'stop' | null;

export function PlanDrawer({ id, onOpen, onClose }: { id: number; onOpen: (id: number) => void; onClose: () => void }) {
  const may = useMay();
  const [asking, setAsking] = useState<Asking>(null);
  const { data: plan, isError, error, refetch } = useCall(carePlans.get, { id }, { quiet: true });
  const done = () => setAsking(null);
  const stop = useSend(carePlans.stop, { changes: CHANGES, onSuccess: done });
  const remove = useSend(carePlans.remove, { changes: [carePlans.page], onSuccess: onClose });
  const can = (action: Parameters<typeof closedPlan>[1]) => plan !== undefined && closedPlan(plan, action) === null;
  const open = plan && plan.endTime === null;
  const changes = may(carePlans.save);
  return (
    <>
      <SideDrawer
        title="照护计划"
        open
        size="medium"
        onClose={onClose}
        extra={
          plan && (
            <>
              {changes && open && plan.state !== planStates.stopped && <Button onClick={() => setAsking('edit')}>修改</Button>}
              {changes && can('review') && open && <Button onClick={() => setAsking('review')}>复核</Button>}
              {changes && can('consent') && plan.consentName === null && <Button onClick={() => setAsking('consent')}>登记同意</Button>}
              {changes && can('stop') && open && (
                <Button danger onClick={() => setAsking('stop')}>
                  停止
                </Button>
              )}
              {may(carePlans.remove) && can('delete') && (
                <Confirm title="确定删除这份草稿吗？删除后不能恢复" okText="删除" cancelText="取消" onConfirm={() => remove.mutate({ id })}>
                  <Button danger loading={remove.isPending}>
                    删除草稿
                  </Button>
                </Confirm>
              )}
              {changes && can('start') && (
                <Button type="primary" onClick={() => setAsking('start')}>
                  执行
                </Button>
              )}
            </>
          )
        }
      >
        {isError && !plan && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
        {!plan && !isError && <Skeleton active paragraph={{ rows: 8 }} />}
        {plan && <Shown plan={plan} onOpen={onOpen} />}
      </SideDrawer>
      {plan && asking === 'edit' && <PlanEditor plan={plan} onClose={done} />}
      {plan && asking === 'start' && <StartDialog plan={plan} onClose={done} />}
      {plan && asking === 'review' && <ReviewDialog plan={plan} onClose={done} />}
      {plan && asking === 'consent' && <ConsentDialog plan={plan} onClose={done} />}
      {plan && asking === 'stop' && (
        <ReasonDialog
          title={`停止${plan.oldmanName}的照护计划`}
          note="停止后不再产生照护任务，已登记的任务保留。"
          placeholder="如 出院、转院"
          okText="停止"
          most={200}
          pending={stop.isPending}
          onOk={(reason) => stop.mutate({ id, version: plan.version, reason })}
          onClose={done}
        />
      )}
    </>
  );
}
