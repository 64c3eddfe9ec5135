/** What the server has not heard yet, what needs the person first. */
import { Button, Empty } from 'antd';
import { useStore } from 'zustand';
import { session } from '#web/api/session.ts';
import { Head } from './head.tsx';
import { carer } from './state.ts';
import { StepCard } from './step-card.tsx';
import { useOnline } from './status-bar.tsx';
import { sync } from './sync.ts';

export function StepsPage() {
  const steps = useStore(carer, (state) => state.steps);
  const sending = useStore(carer, (state) => state.talk === 'sending');
  const signedIn = useStore(session, ({ tokens }) => tokens !== null);
  const online = useOnline();
  const sorted = [...steps].sort((a, b) => Number(b.problem !== null) - Number(a.problem !== null) || a.at - b.at);
  return (
    <article>
      <Head title="待上传" hint="联网后自动上传，无需等待" back={{}} />
      {steps.length === 0 && <Empty className="c-empty" description="全部已上传" />}
      {sorted.map((step) => (
        <StepCard key={step.id} step={step} />
      ))}
      {steps.some(({ problem }) => !problem) && online && signedIn && (
        <footer className="c-foot">
          <Button type="primary" block className="c-do" loading={sending} onClick={() => void sync()}>
            立即上传
          </Button>
        </footer>
      )}
    </article>
  );
}
