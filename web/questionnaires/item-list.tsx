/** The questions of the editor: added from a palette, put in order, edited, deleted. Every step is saved at once. */
import { PlusOutlined } from '@ant-design/icons';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Popover, Tag } from 'antd';
import { useState } from 'react';
import type { Input } from '#contract/http.ts';
import { itemTypes, labelText } from '#contract/questionnaires/item-types.rules.ts';
import { questionnaireItems as routes, type FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaires, type Questionnaire } from '#contract/questionnaires/questionnaires.ts';
import type { z } from 'zod';
import { keyOf, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { changedItem, itemOf, presets, type ItemValues, type Preset } from './item-presets.ts';

interface Props {
  project: z.output<typeof Questionnaire>;
  items: readonly FormItemRow[];
  /** How many were filled in. */
  results: number;
}

/** Everything that can be asked, by groups. */
function Palette({ onPick, disabled }: { onPick: (preset: Preset) => void; disabled: boolean }) {
  return (
    <div className="y-questions">
      {presets.map(({ title, presets: below }) => (
        <section key={title} aria-label={title}>
          <h4>{title}</h4>
          <div>
            {below.map((preset) => (
              <Button key={preset.key} size="small" disabled={disabled} onClick={() => onPick(preset)}>
                {preset.label}
              </Button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

const nameOf = ({ label, type }: FormItemRow) => labelText(label) || itemTypes[type];

/** What goes with a question, and what stays of it. */
function lossOf({ expand, displayType }: FormItemRow, results: number): string {
  const options = Array.isArray(expand.options) ? expand.options.length : 0;
  const gone = options > 0 ? `连同${options}个选项一起删除` : '删除后';
  const stays = results > 0 && !displayType ? `；已填写的${results}份结果仍保留它的回答` : '';
  return `${gone}，不能恢复${stays}。`;
}

export function ItemList({ project: { key: projectKey, revision }, items, results }: Props) {
  const client = useQueryClient();
  /** The question that is open, by its number. */
  const [editing, setEditing] = useState<number | null>(null);
  const [choosing, setChoosing] = useState(false);
  /** While the server has not yet answered, the order that was asked for. */
  const [order, setOrder] = useState<readonly FormItemRow[] | null>(null);
  const changes = [questionnaires.details, questionnaires.page, routes.list];
  const settle = () => setOrder(null);
  const reread = () => {
    settle();
    void client.invalidateQueries({ queryKey: keyOf(questionnaires.details) });
  };
  const create = useSend(routes.create, { changes, onSuccess: (_made, { formItemId }) => setEditing(formItemId), onError: reread });
  const update = useSend(routes.update, { changes, onSuccess: () => setEditing(null), onError: reread });
  const remove = useSend(routes.remove, { changes, onError: reread });
  const sort = useSend(routes.sort, { changes, onError: reread });
  const shown = order ?? items;
  const open = items.find(({ formItemId }) => formItemId === editing);
  // A change names the revision that it was made from: until the newest is read, the own step before would refuse it.
  const rereading = useIsFetching({ queryKey: keyOf(questionnaires.details) }) > 0;
  const busy = create.isPending || remove.isPending || sort.isPending || rereading;

  const add = (preset: Preset) => {
    setChoosing(false);
    const formItemId = Math.max(100, ...items.map((item) => item.formItemId)) + 1;
    create.mutate({ ...itemOf(projectKey, formItemId, preset), revision } as Input<typeof routes.create>);
  };
  const save = (row: FormItemRow, values: ItemValues) =>
    update.mutate({ ...changedItem(row, values), revision } as Input<typeof routes.update>);
  const move = (next: FormItemRow[]) => {
    const moved = next.find((item, at) => items[at] !== item && isMoved(next, at));
    if (!moved) return;
    const at = next.indexOf(moved);
    setOrder(next);
    sort.mutate(
      {
        projectKey,
        formItemId: moved.formItemId,
        beforePosition: next[at - 1]?.sort ?? null,
        afterPosition: next[at + 1]?.sort ?? null,
        revision,
      },
      { onSuccess: settle },
    );
  };
  /** The one that no longer stands in the ascending order of the rest. */
  const isMoved = (next: readonly FormItemRow[], at: number) => {
    const rest = next.filter((_item, index) => index !== at);
    return rest.every((item, index) => index === 0 || (rest[index - 1] as FormItemRow).sort <= item.sort);
  };

  return (
    <section aria-label="题目">
      <div className="y-editor-head">
        <h3>题目（{items.length}）</h3>
        <Popover
          content={<Palette onPick={add} disabled={busy} />}
          trigger="click"
          placement="bottomRight"
          open={choosing}
          onOpenChange={setChoosing}
        >
          <Button type="primary" icon={<PlusOutlined aria-hidden />} loading={create.isPending} disabled={busy} aria-expanded={choosing}>
            添加题目
          </Button>
        </Popover>
      </div>
      {shown.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有题目" />
      ) : (
        <SortableList
          items={shown}
          keyOf={({ formItemId }) => String(formItemId)}
          labelOf={nameOf}
          onChange={busy ? () => {} : move}
          render={(row) => (
            <span className="y-editor-item">
              <span>{nameOf(row)}</span>
              {row.required && <Tag color="red">必填</Tag>}
              <Tag>{itemTypes[row.type]}</Tag>
              <Button type="link" size="small" aria-label={`编辑${nameOf(row)}`} onClick={() => setEditing(row.formItemId)}>
                编辑
              </Button>
              <Confirm
                title={`确定删除题目“${nameOf(row)}”吗？`}
                description={lossOf(row, results)}
                okText="确定"
                cancelText="取消"
                okButtonProps={{ danger: true }}
                onConfirm={() => remove.mutate({ projectKey, formItemId: row.formItemId, revision })}
              >
                <Button type="link" size="small" danger disabled={busy} aria-label={`删除${nameOf(row)}`}>
                  删除
                </Button>
              </Confirm>
            </span>
          )}
        />
      )}
      {open && (
        <ItemDialog
          key={open.formItemId}
          row={open}
          saving={update.isPending || rereading}
          onSave={(values) => save(open, values)}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}
