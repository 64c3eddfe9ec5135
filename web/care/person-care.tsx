/** 照护 on the page of a person: today's tasks, what was noted, charts, the skin, and the plan in force. */
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { planStates } from '#contract/care/care-plan-commands.rules.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { careNotes } from '#contract/care/care-notes.ts';
import { careCharts } from '#contract/care/care-charts.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { restraints } from '#contract/care/restraints.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import { useCall } from '#web/api/call.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { PartsView } from './parts-view.tsx';
import { PersonCharts } from './person-charts.tsx';
import { PersonSkin } from './person-skin.tsx';
import { PlanDrawer } from './plan-drawer.tsx';
import { PlanEditor } from './plan-editor.tsx';
import { PersonRestraints } from './person-restraints.tsx';
import { NoteList, QuickNotes } from './quick-notes.tsx';
import { useTaskActs } from './task-acts.tsx';
import { taskColumns } from './task-columns.tsx';
import './care.css';

const columns = taskColumns.filter(({ key }) => key !== 'oldmanName' && key !== 'place');

function Content({ id }: { id: number }) {
  const { data } = useCall(carePlans.get, { id }, { quiet: true });
  return data ? <PartsView plan={data} /> : <Skeleton active paragraph={{ rows: 4 }} />;
}

function Plan({ person }: { person: { id: number; name: string } }) {
  const may = useMay();
  const [shown, setShown] = useState<number | null>(null);
  const [adding, setAdding] = useState(false);
  const { data, isError, error, refetch } = useCall(carePlans.page, { oldmanId: person.id, size: 20 }, { quiet: true });
  const plan = data?.records.find(({ state, endTime }) => state === planStates.running && endTime === null);
  const draft = data?.records.find(({ state }) => state === planStates.draft);
  return (
    <section aria-label="照护计划">
      <header>
        <h2>
          照护计划 {plan && `第${plan.serial}版 `}
          {plan && <State of="carePlan" value={plan.state} />}
        </h2>
        <span>
          {draft && <Button onClick={() => setShown(draft.id)}>查看草稿</Button>}{' '}
          {plan && <Button onClick={() => setShown(plan.id)}>查看与修改</Button>}
          {data && !plan && !draft && may(carePlans.save) && (
            <Button type="primary" onClick={() => setAdding(true)}>
              新增照护计划
            </Button>
          )}
        </span>
      </header>
      {isError && !data && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {data && !plan && <p className="y-missing">没有执行中的照护计划</p>}
      {plan && <Content id={plan.id} />}
      {shown !== null && <PlanDrawer key={shown} id={shown} onOpen={setShown} onClose={() => setShown(null)} />}
      {adding && <PlanEditor plan={null} person={person} onClose={() => setAdding(false)} />}
    </section>
  );
}

function Tasks({ personId }: { personId: number }) {
  const may = useMay();
  const acts = useTaskActs();
  return (
    <section aria-label="今天的照护任务">
      <header>
        <h2>今天的照护任务</h2>
      </header>
      <DataTable
        name="person-care-tasks"
        noun="照护任务"
        route={careTasks.page}
        fixed={{ oldmanId: personId }}
        columns={columns}
        state="own"
        height="content"
        {...(may(careTasks.done) ? { actions: acts.actions } : {})}
      />
      {acts.dialogs}
    </section>
  );
}

export function PersonCare({ personId, name }: { personId: number; name: string }) {
  const may = useMay();
  return (
    <div className="ca-person">
      {may(careTasks.page) && <Tasks personId={personId} />}
      {may(careNotes.page) && (
        <section aria-label="照护随记">
          <header>
            <h2>照护随记</h2>
          </header>
          {may(careNotes.create) && <QuickNotes personId={personId} name={name} />}
          <NoteList personId={personId} />
        </section>
      )}
      {may(careCharts.read) && <PersonCharts personId={personId} />}
      {may(skinFindings.page) && <PersonSkin personId={personId} name={name} />}
      {may(restraints.page) && <PersonRestraints personId={personId} name={name} />}
      {may(carePlans.page) && <Plan person={{ id: personId, name }} />}
    </div>
  );
}
