/** Questions of another questionnaire: it is picked, then those of its questions that are wanted. */
import { Checkbox, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { titled } from '#contract/labels.ts';
import { itemTypes } from '#contract/questionnaires/item-types.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireLabels } from '#contract/questionnaires/questionnaires.labels.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { useCall } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PickerDrawer } from '#web/ui/picker-drawer.tsx';
import { nameAndStatus } from '../name-and-status.tsx';
import { QuestionnaireState } from '../questionnaire-state.tsx';
import { useProject } from './design-context.ts';
import { nameOf } from './draft.ts';

type Row = RowOf<typeof questionnaires.page>;

const columns: Column<Row>[] = titled(questionnaireLabels, [
  { key: 'name', width: 260 },
  { key: 'status', width: 96, render: ({ status }) => <QuestionnaireState value={status} /> },
  { key: 'updateTime', width: 172 },
]);

interface Props {
  onAdd: (rows: FormItemRow[]) => void;
  onClose: () => void;
}

function Questions({ from, onAdd, onClose }: Props & { from: Row }) {
  const query = useCall(questionnaires.details, { projectKey: from.key }, { quiet: true });
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const items = query.data?.projectItems ?? [];
  const wanted = items.filter(({ formItemId }) => !left.has(formItemId));
  const toggle = (formItemId: number) =>
    setLeft((now) => {
      const next = new Set(now);
      if (!next.delete(formItemId)) next.add(formItemId);
      return next;
    });
  return (
    <DraftDialog
      title={`从“${from.name}”复制题目`}
      okText={`复制${wanted.length}题`}
      okButtonProps={{ disabled: wanted.length === 0 }}
      onOk={() => {
        onAdd(wanted);
        onClose();
      }}
      onClose={onClose}
    >
      {query.isError ? (
        <LoadFailed title={query.error.message} onAgain={() => void query.refetch()} />
      ) : query.data ? (
        <>
          <Checkbox
            checked={left.size === 0}
            indeterminate={left.size > 0 && wanted.length > 0}
            onChange={() => setLeft(left.size === 0 ? new Set(items.map(({ formItemId }) => formItemId)) : new Set())}
          >
            全选（{items.length}题）
          </Checkbox>
          <ul className="q-copied">
            {items.map((item) => (
              <li key={item.formItemId}>
                <Checkbox checked={!left.has(item.formItemId)} onChange={() => toggle(item.formItemId)}>
                  {nameOf(item)}
                </Checkbox>
                <small>{itemTypes[item.type]}</small>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </DraftDialog>
  );
}

export default function CopyDialog({ onAdd, onClose }: Props) {
  const { id } = useProject();
  const [from, setFrom] = useState<Row | null>(null);
  const picked = useRef(false);
  if (from) return <Questions from={from} onAdd={onAdd} onClose={onClose} />;
  return (
    <PickerDrawer
      open
      title="选择要复制的问卷"
      size="small"
      name="questionnaire-copies"
      noun="问卷"
      route={questionnaires.page}
      columns={columns}
      filters={nameAndStatus}
      selectable={(row) => row.id !== id}
      onPick={(row) => {
        picked.current = true;
        setFrom(row);
      }}
      // Picking closes the list, too: only without a choice is that the end.
      onClose={() => picked.current || onClose()}
    />
  );
}
