/** /questionnaire/index 问卷管理: what an institution asks, published, stopped, edited, and what was answered. */
import { Button, Input, Select, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { checkinSurveys } from '#contract/questionnaires/checkin-surveys.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { questionnaires, questionnaireStatus as status, questionnaireStatusLabels } from '#contract/questionnaires/questionnaires.ts';
import { titled } from '#contract/labels.ts';
import { questionnaireLabels } from '#contract/questionnaires/questionnaires.labels.ts';
import { useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { useRemoval } from '#web/ui/removal.tsx';
import type { RowAction } from '#web/ui/row-actions.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';

const Filter = labelledFilter(questionnaireLabels);

const EditorDrawer = lazy(() => import('./editor-drawer.tsx').then(({ EditorDrawer }) => ({ default: EditorDrawer })));
const ResultsDrawer = lazy(() => import('./results-drawer.tsx').then(({ ResultsDrawer }) => ({ default: ResultsDrawer })));
const NewDrawer = lazy(() => import('./new-drawer.tsx').then(({ NewDrawer }) => ({ default: NewDrawer })));

export type QuestionnaireListRow = RowOf<typeof questionnaires.page>;

const COLORS: Record<number, string> = { 1: 'blue', 2: 'success', 3: 'default' };

const columns: Column<QuestionnaireListRow>[] = titled(questionnaireLabels, [
  { key: 'name', width: 220, pin: 'left', sort: 'name' },
  {
    key: 'status',
    width: 96,
    render: (row) => <Tag color={COLORS[row.status]}>{questionnaireStatusLabels[row.status]}</Tag>,
  },
  { key: 'results', width: 88, align: 'right' },
  { key: 'serverProjectNames', width: 220 },
  { key: 'key', width: 280, hidden: true },
  { key: 'createBy', width: 100, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
  { key: 'updateTime', width: 172, minor: 2, sort: 'update_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入问卷名称" allowClear maxLength={100} />
    </Filter>
    <Filter name="status">
      <Select placeholder="请选择状态" allowClear options={choices(questionnaireStatusLabels)} />
    </Filter>
  </>
);

type Open = { what: 'new' } | { what: 'edit'; key: string; results: number } | { what: 'results'; row: QuestionnaireListRow } | null;

/** `recycled`: with the recycle bin open, for its own address. */
export default function Questionnaires({ recycled = false }: { recycled?: boolean }) {
  const may = useMay();
  const [open, setOpen] = useState<Open>(null);
  const changes = [questionnaires.page, projectQuestionnaires.page, projectQuestionnaires.list];
  const publish = useSend(questionnaires.publish, { changes });
  const stop = useSend(questionnaires.stop, { changes });
  const { openRemoval, bin, parts } = useRemoval(questionnaires, '问卷', { refOf: ({ key }) => ({ key: key! }), open: recycled });
  const close = () => setOpen(null);

  const actions = (row: QuestionnaireListRow): RowAction[] => {
    const { key, version, status: now, results } = row;
    const collecting = now === status.published;
    return [
      { label: '编辑', onClick: () => setOpen({ what: 'edit', key, results }), when: may(questionnaireItems.update) },
      { label: '结果', onClick: () => setOpen({ what: 'results', row }), when: may(questionnaireResults.page) },
      { label: '填写', onClick: () => go(`/questionnaire/write?key=${key}`), disabled: !collecting },
      { label: '发布', onClick: () => publish.mutate({ key, version }), when: !collecting && may(questionnaires.publish) },
      {
        label: '停止',
        confirm: row.serverProjectNames ? '停止后不能再填写，新工单也不再下达此问卷，确定停止吗？' : '停止后不能再填写，确定停止吗？',
        onClick: () => stop.mutate({ key, version }),
        when: collecting && may(questionnaires.stop),
      },
      {
        label: '删除',
        danger: true,
        menu: true,
        onClick: () => openRemoval({ key }, { version }),
        when: !collecting && may(questionnaires.remove),
      },
    ];
  };

  return (
    <>
      <DataTable
        name="questionnaires"
        noun="问卷"
        route={questionnaires.page}
        {...(may(questionnaires.export) ? { exportRoute: questionnaires.export } : {})}
        columns={columns}
        filters={filters}
        actions={actions}
        onAdd={may(questionnaires.create) ? () => setOpen({ what: 'new' }) : undefined}
        extra={
          <>
            {may(checkinSurveys.get) && <Button onClick={() => go('/questionnaire/checkin')}>入住评估设置</Button>}
            {bin}
          </>
        }
      />
      {parts}
      <Suspense fallback={null}>
        {open?.what === 'new' && <NewDrawer onMade={(key) => setOpen({ what: 'edit', key, results: 0 })} onClose={close} />}
        {open?.what === 'edit' && <EditorDrawer projectKey={open.key} results={open.results} onClose={close} />}
        {open?.what === 'results' && <ResultsDrawer questionnaire={open.row} onClose={close} />}
      </Suspense>
    </>
  );
}
