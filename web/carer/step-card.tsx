/** A step that waits: what it was, and, when the server refused it, why and what can be done. */
import { ClockCircleOutlined, WarningFilled } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useStore } from 'zustand';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { Time } from '#web/ui/time.tsx';
import { visitOfStep } from './caring-steps.ts';
import { visit, wholeRound } from './place.ts';
import { personMeasured } from './round-steps.ts';
import { carer, giveUp, tryAgain } from './state.ts';
import type { Step } from './steps.ts';
import { sync } from './sync.ts';
import { correctWalk, sendAnew } from './walk-state.ts';

const KINDS = {
  start: '签到',
  answers: '问卷',
  finish: '签退',
  return: '要求改派',
  measure: '体征',
  care: '照护',
  careNot: '照护未完成',
  patrolStart: '巡视',
  patrolEnd: '巡视',
  note: '照护随记',
  eaten: '用餐',
  skinNew: '皮肤记录',
  skinLook: '皮肤观察',
  restraintBegin: '约束',
  restraintLook: '约束',
  restraintEnd: '约束',
  caringBegin: '开始探访',
  caringRecord: '探访',
  caringMissed: '未见到人',
} as const;

/** A refused round: its marks can be changed; of a round that is no longer open it can be one of its own. */
function CorrectWalk({ step }: { step: Step }) {
  const { message } = App.useApp();
  const { building, floor } = step.body as { building: string; floor: string };
  const change = async () => {
    if (await correctWalk(step)) visit({ patrol: { building, floor } });
    else void message.warning('这一层还有一次巡视没有结束，请先结束');
  };
  const anew = async () => {
    await sendAnew(step);
    await sync();
  };
  return (
    <>
      <Button type="primary" onClick={() => void change()}>
        补充修改
      </Button>
      {step.problem?.status === 409 && <Button onClick={() => void anew()}>作为新的巡视上传</Button>}
    </>
  );
}

/** Where the step can be corrected; null when its job has gone from the list. */
function Correct({ step }: { step: Step }) {
  const known = useStore(carer, ({ kept }) => kept?.jobs.some(({ job }) => job.id === step.jobId) ?? false);
  const visits = useStore(carer, ({ kept }) => kept?.caring?.visits);
  const visited = visits?.find(({ id }) => id === visitOfStep(step))?.id ?? null;
  const person = personMeasured(step);
  if (step.kind === 'patrolEnd') return <CorrectWalk step={step} />;
  if (step.kind === 'caringRecord' || step.kind === 'caringMissed')
    return visited === null ? null : (
      <Button type="primary" onClick={() => visit({ visits: { id: visited } })}>
        补充修改
      </Button>
    );
  if (person === null && (!known || step.kind === 'return')) return null;
  const place =
    step.kind === 'measure'
      ? { round: { ...wholeRound, person } }
      : step.kind === 'answers'
        ? { job: step.jobId, paper: String(step.body.projectKey) }
        : { job: step.jobId, visit: step.kind as 'start' | 'finish' };
  return (
    <Button type="primary" onClick={() => visit(place)}>
      补充修改
    </Button>
  );
}

export function StepCard({ step }: { step: Step }) {
  const { modal } = App.useApp();
  const { kind, problem, personName, title, at, tries } = step;
  const name = `${KINDS[kind]} ${personName} ${title}`;
  const drop = () =>
    modal.confirm({
      title: `放弃这条${KINDS[kind]}记录？`,
      content: '放弃后不再上传，不能恢复。',
      okText: '放弃记录',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => giveUp(step),
    });
  const again = async () => {
    await tryAgain(step);
    await sync();
  };
  return (
    <section className="c-step" data-problem={problem !== null || undefined} aria-label={name}>
      <header>
        {problem ? <WarningFilled aria-hidden /> : <ClockCircleOutlined aria-hidden />}
        <b>{KINDS[kind]}</b>
        <Time value={at} />
        <span className="c-step-state">{problem ? '需处理' : tries > 0 ? '等待重试' : '待上传'}</span>
      </header>
      <p>
        {personName} · {title}
      </p>
      {problem && (
        <>
          <p role="alert" className="c-step-text">
            {problem.text}
          </p>
          {problem.fresh && (
            <p>
              工单现为“{orderStatusLabels[problem.fresh.state]}”{problem.fresh.by && `，操作人：${problem.fresh.by}`}
            </p>
          )}
          <div className="c-step-buttons">
            <Correct step={step} />
            <Button onClick={() => void again()}>重试</Button>
            <Button danger onClick={drop}>
              放弃
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
