/** Which steps an application went through: who was asked, what each decided and said. Also what is printed as signatures. */
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { stepModes, type StepMode } from '#contract/approvals/approval-flows.rules.ts';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { taskOrigins, taskStateLabels, taskStates } from '#contract/approvals/approval-steps.rules.ts';
import { useMay } from '#web/ui/may.ts';
import { ResultItem } from '#web/ui/result-item.tsx';
import { Time } from '#web/ui/time.tsx';
import { isWaiting, type ApprovalCase, type CaseStep, type CaseTask } from './case-calls.ts';
import { ReassignDialog } from './hand-dialogs.tsx';

const ORIGINS: Record<number, string> = {
  [taskOrigins.added]: '加签',
  [taskOrigins.transfer]: '转交',
  [taskOrigins.delegate]: '委派',
  [taskOrigins.escalation]: '超时转来',
};
const COLORS: Record<number, string> = {
  [taskStates.open]: 'processing',
  [taskStates.approved]: 'success',
  [taskStates.rejected]: 'error',
  [taskStates.returned]: 'warning',
  [taskStates.advised]: 'success',
};

function Signer({ task, all, onReassign }: { task: CaseTask; all: readonly CaseTask[]; onReassign?: (() => void) | undefined }) {
  const from = all.find(({ id }) => id === task.parentId);
  return (
    <li className="ap-signer">
      <b>{task.userName}</b>
      {task.origin in ORIGINS && <small>{from ? `${from.userName}${ORIGINS[task.origin]}` : ORIGINS[task.origin]}</small>}
      <Tag color={COLORS[task.state] ?? 'default'} variant="outlined">
        {taskStateLabels[task.state]}
      </Tag>
      {task.decideTime && <Time value={task.decideTime} />}
      {onReassign && isWaiting(task) && (
        <Button size="small" type="link" className="y-no-print" aria-label={`改派${task.userName}的审批`} onClick={onReassign}>
          改派
        </Button>
      )}
      {task.comment && <p>{task.comment}</p>}
      {task.files.length > 0 && <ResultItem kind="files" value={task.files} />}
    </li>
  );
}

function Step({ step, onReassign }: { step: CaseStep; onReassign?: ((task: CaseTask) => void) | undefined }) {
  const open = step.closeTime === null;
  return (
    <li className="ap-step" data-open={open || undefined}>
      <header>
        <h3>{step.name}</h3>
        {step.tasks.length > 1 && <small>{stepModes[step.mode as StepMode] ?? step.mode}</small>}
        {open && step.dueTime && (
          <small>
            时限 <Time value={step.dueTime} />
          </small>
        )}
      </header>
      <ul>
        {step.tasks.map((task) => (
          <Signer key={task.id} task={task} all={step.tasks} onReassign={open && onReassign ? () => onReassign(task) : undefined} />
        ))}
      </ul>
    </li>
  );
}

export function CaseProgress({ found }: { found: ApprovalCase }) {
  const may = useMay();
  const [moving, setMoving] = useState<CaseTask | null>(null);
  const reassign = found.can.reassign && may(approvalCases.reassign) ? setMoving : undefined;
  const rounds = [...new Set(found.steps.map(({ round }) => round))].sort((a, b) => a - b);
  return (
    <section className="ap-card" aria-label="审批进度">
      <h2>审批进度</h2>
      {found.steps.length === 0 && <p className="y-missing">还没有审批记录</p>}
      {rounds.map((round) => (
        <div key={round}>
          {rounds.length > 1 && <h4>第{round}次提交</h4>}
          <ol className="ap-steps">
            {found.steps
              .filter((step) => step.round === round)
              .map((step) => (
                <Step key={step.id} step={step} onReassign={reassign} />
              ))}
          </ol>
        </div>
      ))}
      {found.copies.length > 0 && (
        <p className="ap-copies">
          抄送：
          {found.copies.map(({ userId, userName, readTime }) => (
            <Tag key={userId} variant="outlined">
              {userName}
              {readTime ? '（已读）' : '（未读）'}
            </Tag>
          ))}
        </p>
      )}
      {moving && <ReassignDialog task={moving} onClose={() => setMoving(null)} />}
    </section>
  );
}
