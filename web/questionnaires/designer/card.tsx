/** One question in the form as it will look, with what can be done to it. Its fields cannot be filled in here. */
import { CopyOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { Button, Form, Row } from 'antd';
import { memo, useId, type KeyboardEvent } from 'react';
import { itemTypes, keyOf, type Option } from '#contract/questionnaires/item-types.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { AnswerField } from '../answer-field.tsx';
import { nameOf } from './draft.ts';
import type { Grip } from './use-drag.ts';
import '../questionnaires.css';

export interface CardActions {
  select: (formItemId: number) => void;
  /** By so many places. */
  move: (formItemId: number, by: number) => void;
  duplicate: (formItemId: number) => void;
  remove: (formItemId: number) => void;
  /** The focus goes so many cards on. */
  step: (formItemId: number, by: number) => void;
}

interface Props {
  row: FormItemRow;
  selected: boolean;
  /** Why it is not saved. */
  problem: string | undefined;
  /** Where something that is dragged would come before it. */
  target: boolean;
  actions: CardActions;
  grip: (formItemId: number) => Grip;
}

/** What an item without anything to show says of itself. */
function blank({ type, expand }: FormItemRow): string | null {
  if (type === 'PAGINATION') return '分页：以下题目在下一页';
  if (type === 'IMAGE' && !expand.src) return '图片展示：请在右侧上传图片';
  const pictures = (expand.options as Option[] | undefined) ?? [];
  return type === 'IMAGE_CAROUSEL' && !pictures.some(({ image }) => image) ? '图片轮播：请在右侧添加图片' : null;
}

const Look = memo(function Look({ row }: { row: FormItemRow }) {
  const form = useId();
  const nothing = blank(row);
  const value = row.defaultValue?.value;
  const initial = value === undefined || value === null ? {} : { [keyOf(row.formItemId)]: value };
  return (
    <div className="q-card-look" inert>
      {nothing ? (
        <p className="q-card-blank">{nothing}</p>
      ) : (
        <Form key={JSON.stringify(initial)} name={form} component={false} layout="vertical" disabled initialValues={initial}>
          <Row gutter={24} className="y-fill">
            <AnswerField row={{ ...row, span: 24 }} />
          </Row>
        </Form>
      )}
    </div>
  );
});

export const Card = memo(function Card({ row, selected, problem, target, actions, grip }: Props) {
  const { formItemId, type, span } = row;
  const name = nameOf(row);
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by !== 0) (event.altKey ? actions.move : actions.step)(formItemId, by);
    else if (event.key === 'Delete') actions.remove(formItemId);
    else if (event.ctrlKey && event.key.toLowerCase() === 'd') actions.duplicate(formItemId);
    else return;
    event.preventDefault();
  };
  return (
    <li
      className="q-card"
      data-selected={selected || undefined}
      data-target={target || undefined}
      data-problem={problem ? true : undefined}
    >
      <Look row={row} />
      <button
        type="button"
        className="q-card-pick"
        data-item={formItemId}
        aria-label={`${itemTypes[type]}：${name}${row.required ? '，必填' : ''}`}
        aria-pressed={selected}
        title="Alt+↑↓ 移动，Ctrl+D 复制，Delete 删除"
        onClick={() => actions.select(formItemId)}
        onKeyDown={onKey}
        {...grip(formItemId)}
      />
      <div className="q-card-tools">
        {span < 24 && <span className="q-card-span">宽 {span}/24</span>}
        <HolderOutlined aria-hidden />
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined aria-hidden />}
          aria-label={`复制${name}`}
          onClick={() => actions.duplicate(formItemId)}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`删除${name}`}
          onClick={() => actions.remove(formItemId)}
        />
      </div>
      {problem && <p className="q-card-problem">未保存：{problem}</p>}
    </li>
  );
});
