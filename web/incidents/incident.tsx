/** /incident/detail?id=…: one incident, what is next to be done, and all that happened. */
import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { closedIncident, incidentEvents, type IncidentAction, type IncidentEvent } from '#contract/incidents/incident-commands.rules.ts';
import { incidentTypes } from '#contract/incidents/incident-types.rules.ts';
import { incidentLabels } from '#contract/incidents/incidents.labels.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { INCIDENTS } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { useMay } from '#web/ui/may.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { changes, type Incident } from './incident-calls.ts';
import { Dues } from './incident-dues.tsx';
import { Facts } from './incident-facts.tsx';
import { Measures } from './measures.tsx';
import { Notices } from './notices.tsx';
import './incidents.css';

const EditDrawer = lazyPart(() => import('./edit-drawer.tsx'));
const IncidentPaper = lazyPart(() => import('./incident-paper.tsx'));

const TONES: Partial<Record<string, Entry['tone']>> = { report: 'danger', overdue: 'danger', close: 'done', accept: 'current' };

function Causes({ incident }: { incident: Incident }) {
  const { options } = useDictionary(incidentLabels.causes.dictionary);
  const words = incident.causes.map((cause) => options.find(({ value }) => String(value) === String(cause))?.label ?? String(cause));
  return (
    <section className="n-part-card" aria-label={incidentLabels.causeText}>
      <header>
        <h2>{incidentLabels.causeText}</h2>
      </header>
      {words.length === 0 && !incident.causeText && <p className="n-none">还没有分析原因</p>}
      {words.length > 0 && <p>{words.join('、')}</p>}
      {incident.causeText && <p>{incident.causeText}</p>}
    </section>
  );
}

type Asked = 'note' | 'return' | 'close' | 'reopen';

/** Asks for the words that a command needs. */
function Ask({ asked, incident: { id, version }, onClose }: { asked: Asked; incident: Incident; onClose: () => void }) {
  const done = { ...changes, onSuccess: onClose };
  const note = useSend(incidents.note, done);
  const back = useSend(incidents.return, done);
  const close = useSend(incidents.close, done);
  const reopen = useSend(incidents.reopen, done);
  const common = { pending: note.isPending || back.isPending || close.isPending || reopen.isPending, onClose };
  switch (asked) {
    case 'note':
      return (
        <ReasonDialog
          {...common}
          title="补充说明"
          label="补充说明"
          placeholder="后来发现的情况"
          okText="补充"
          harmless
          most={500}
          onOk={(text) => note.mutate({ id, text })}
        />
      );
    case 'return':
      return (
        <ReasonDialog
          {...common}
          title="退回修改"
          placeholder="还需要补充什么"
          okText="退回"
          most={300}
          onOk={(reason) => back.mutate({ id, version, reason })}
        />
      );
    case 'close':
      return (
        <ReasonDialog
          {...common}
          title="审核结案"
          label={incidentLabels.conclusion}
          placeholder="如 原因清楚，措施可行，同意结案"
          okText="结案"
          harmless
          most={300}
          onOk={(conclusion) => close.mutate({ id, version, conclusion })}
        />
      );
    case 'reopen':
      return (
        <ReasonDialog
          {...common}
          title="重新打开"
          placeholder="如 家属提出新的情况"
          okText="重新打开"
          most={300}
          onOk={(reason) => reopen.mutate({ id, version, reason })}
        />
      );
  }
}

function Shown({ incident }: { incident: Incident }) {
  const { id, version, state, gaps } = incident;
  const may = useMay();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [editing, setEditing] = useState(false);
  const [printing, setPrinting] = useState(false);
  const accept = useSend(incidents.accept, changes);
  const submit = useSend(incidents.submit, changes);
  const can = (action: IncidentAction, route: { access: string }) => closedIncident({ state }, action) === null && may(route);
  return (
    <article className="n-incident">
      <header className="n-head">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(INCIDENTS)}>
          返回
        </Button>
        <h1>
          {incidentTypes[incident.type]}
          {incident.oldmanName && `：${incident.oldmanName}`}
        </h1>
        <State of="incident" value={state} />
        <span className="n-number">{incident.number}</span>
        <div className="n-buttons">
          {can('accept', incidents.accept) && (
            <Button type="primary" loading={accept.isPending} onClick={() => accept.mutate({ id, version })}>
              受理
            </Button>
          )}
          {can('submit', incidents.submit) && (
            <Button type="primary" disabled={gaps.length > 0} loading={submit.isPending} onClick={() => submit.mutate({ id, version })}>
              提交审核
            </Button>
          )}
          {can('close', incidents.close) && (
            <Button type="primary" onClick={() => setAsked('close')}>
              审核结案
            </Button>
          )}
          {can('return', incidents.return) && <Button onClick={() => setAsked('return')}>退回</Button>}
          {can('edit', incidents.update) && <Button onClick={() => setEditing(true)}>补充和修改</Button>}
          {may(incidents.note) && <Button onClick={() => setAsked('note')}>补充说明</Button>}
          {can('reopen', incidents.reopen) && <Button onClick={() => setAsked('reopen')}>重新打开</Button>}
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
            打印
          </Button>
        </div>
      </header>
      <Dues incident={incident} />
      {gaps.length > 0 && state < 3 && <Alert type="warning" showIcon title={`提交审核前还需要：${gaps.join('、')}`} />}
      <div className="n-columns">
        <div className="n-main">
          <section className="n-part-card" aria-label="事件情况">
            <header>
              <h2>事件情况</h2>
            </header>
            <Facts incident={incident} />
          </section>
          <Notices incident={incident} />
          <Causes incident={incident} />
          <Measures incident={incident} />
          {incident.conclusion !== null && (
            <section className="n-part-card" aria-label={incidentLabels.conclusion}>
              <header>
                <h2>{incidentLabels.conclusion}</h2>
              </header>
              <p>{incident.conclusion}</p>
              <small>
                {incident.closeName} <Time value={incident.closeTime} />
              </small>
            </section>
          )}
        </div>
        <section className="n-part-card" aria-label="处理过程">
          <header>
            <h2>处理过程</h2>
          </header>
          <Timeline
            entries={incident.events.map(({ createTime, kind, text, userName }) => ({
              time: createTime,
              title: incidentEvents[kind as IncidentEvent] ?? kind,
              userName,
              note: text,
              tone: TONES[kind] ?? 'plain',
            }))}
          />
        </section>
      </div>
      <Suspense fallback={null}>
        {editing && <EditDrawer incident={incident} onClose={() => setEditing(false)} />}
        {printing && <IncidentPaper incident={incident} onDone={() => setPrinting(false)} />}
      </Suspense>
      {asked && <Ask asked={asked} incident={incident} onClose={() => setAsked(null)} />}
    </article>
  );
}

export default function IncidentPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const query = useCall(incidents.get, { id }, { enabled: known, quiet: true });
  useTabLabel(query.data && `${incidentTypes[query.data.type]} ${query.data.oldmanName ?? ''}`);
  if (!known || (query.isError && (!query.data || query.error.status === 404)))
    return <MissingPage error={query.error} noun="不良事件" back={INCIDENTS} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
  return <Shown key={id} incident={query.data} />;
}
