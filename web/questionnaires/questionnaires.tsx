/** /questionnaire/index 问卷管理: what an institution asks, published, stopped, edited, and what was answered. */
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { checkinSurveys } from '#contract/questionnaires/checkin-surveys.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { CATEGORY_DICTIONARY, questionnaireTemplates } from '#contract/questionnaires/questionnaire-templates.ts';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { questionnaires, questionnaireStatus as status } from '#contract/questionnaires/questionnaires.ts';
import { titled } from '#contract/labels.ts';
import { questionnaireLabels } from '#contract/questionnaires/questionnaires.labels.ts';
import { useSend } from '#web/api/call.ts';
import { designAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { useMay } from '#web/ui/may.ts';
import { useRemoval } from '#web/ui/removal.tsx';
import type { RowAction } from '#web/ui/row-actions.tsx';
import { Filter, nameAndStatus } from './name-and-status.tsx';
import { QuestionnaireState } from './questionnaire-state.tsx';

const ResultsDrawer = lazy(() => import('./results-drawer.tsx').then(({ ResultsDrawer }) => ({ default: ResultsDrawer })));
const SaveTemplateDialog = lazy(() => import('./template-dialogs.tsx').then(({ SaveTemplateDialog }) => ({ default: SaveTemplateDialog })));
const CategoryDialog = lazy(() => import('./template-dialogs.tsx').then(({ CategoryDialog }) => ({ default: CategoryDialog })));
const NewDrawer = lazy(() => import('./new-drawer.tsx').then(({ NewDrawer }) => ({ default: NewDrawer })));

export type QuestionnaireListRow = RowOf<typeof questionnaires.page>;

const columns: Column<QuestionnaireListRow>[] = titled(questionnaireLabels, [
  { key: 'name', width: 220, pin: 'left', sort: 'name' },
  {
    key: 'status',
    width: 96,
    render: (row) => <QuestionnaireState value={row.status} />,
  },
  { key: 'category', width: 96, minor: 1 },
  { key: 'results', width: 88, align: 'right' },
  { key: 'serverProjectNames', width: 220 },
  { key: 'key', width: 280, hidden: true },
  { key: 'createBy', width: 100, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
  { key: 'updateTime', width: 172, minor: 2, sort: 'update_time' },
]);

const filters = (
  <>
    {nameAndStatus}
    <Filter name="category">
      <DictionarySelect type={CATEGORY_DICTIONARY} placeholder="请选择分类" />
    </Filter>
  </>
);

type Open = { what: 'new' } | { what: 'results' | 'template' | 'category'; row: QuestionnaireListRow } | null;

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
    const { key, version, status: now } = row;
    const collecting = now === status.published;
    return [
      { label: '编辑', onClick: () => go(designAddress(key)), when: may(questionnaireItems.update) },
      { label: '结果', onClick: () => setOpen({ what: 'results', row }), when: may(questionnaireResults.page) },
      { label: '填写', onClick: () => go(`/questionnaire/write?key=${key}`), disabled: !collecting },
      { label: '发布', onClick: () => publish.mutate({ key, version }), when: !collecting && may(questionnaires.publish) },
      {
        label: '停止',
        confirm: row.serverProjectNames ? '停止后不能再填写，新工单也不再下达此问卷，确定停止吗？' : '停止后不能再填写，确定停止吗？',
        onClick: () => stop.mutate({ key, version }),
        when: collecting && may(questionnaires.stop),
      },
      { label: '存为模板', onClick: () => setOpen({ what: 'template', row }), when: may(questionnaireTemplates.save), menu: true },
      { label: '设置分类', onClick: () => setOpen({ what: 'category', row }), when: may(questionnaireTemplates.setCategory), menu: true },
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
            {may(questionnaireTemplates.use) && <Button onClick={() => go('/questionnaire/template')}>从模板新增</Button>}
            {may(checkinSurveys.get) && <Button onClick={() => go('/questionnaire/checkin')}>入住评估设置</Button>}
            {bin}
          </>
        }
      />
      {parts}
      <Suspense fallback={null}>
        {open?.what === 'new' && (
          <NewDrawer
            onMade={(key) => {
              close();
              go(designAddress(key));
            }}
            onClose={close}
          />
        )}
        {open?.what === 'results' && <ResultsDrawer questionnaire={open.row} onClose={close} />}
        {open?.what === 'template' && <SaveTemplateDialog questionnaire={open.row} onClose={close} />}
        {open?.what === 'category' && <CategoryDialog questionnaire={open.row} onClose={close} />}
      </Suspense>
    </>
  );
}
