/** A questionnaire page by page: only what a page asks must be right before the next one. */
import { Button, Form, Progress, Row } from 'antd';
import { useId, useMemo, useRef, useState } from 'react';
import { defaultsOf, standingPages, withoutSecrets } from '#contract/questionnaires/filling.rules.ts';
import { withCalculated, type Logic } from '#contract/questionnaires/logic.rules.ts';
import { keyOf, otherKeyOf } from '#contract/questionnaires/item-types.rules.ts';
import { hasPlaces } from '#contract/questionnaires/piping.rules.ts';
import { withFull, type Quota } from '#contract/questionnaires/quotas.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { AnswerField } from './answer-field.tsx';
import './questionnaires.css';

export type AnswerValues = Record<string, unknown>;

export interface FillFormProps {
  items: readonly FormItemRow[];
  /** When a question is shown, must be answered, or leads elsewhere. */
  logics?: readonly Logic[] | undefined;
  /** What takes no more answers. */
  full?: readonly Pick<Quota, 'conditions'>[] | undefined;
  /** `field{N}` and `field{N}other`. */
  initial?: AnswerValues | undefined;
  sending: boolean;
  submitLabel?: string;
  /** On the carer's phone, whose buttons are as large as a thumb. */
  onPhone?: boolean;
  /** With what a draft may hold, after each change: everything but passwords. */
  onDraft?: ((values: AnswerValues) => void) | undefined;
  /** With the values and the milliseconds that it took. */
  onSubmit: (values: AnswerValues, milliseconds: number) => void;
}

const NO_LOGIC: readonly Logic[] = [];
const NOTHING: NonNullable<FillFormProps['full']> = [];

export function FillForm({
  items,
  logics = NO_LOGIC,
  full = NOTHING,
  initial,
  sending,
  submitLabel = '提交',
  onPhone = false,
  onDraft,
  onSubmit,
}: FillFormProps) {
  const [form] = Form.useForm<AnswerValues>();
  const [answers, setAnswers] = useState<AnswerValues>(() => ({ ...defaultsOf(items), ...initial }));
  // What logic hides keeps its answer here, so that it is there when the question comes back; the server drops it.
  const pages = useMemo(
    () => standingPages(items, logics, answers).map((page) => withFull(page, full, answers)),
    [items, logics, answers, full],
  );
  const [turned, setAt] = useState(0);
  const at = Math.min(turned, pages.length - 1);
  const [began] = useState(() => Date.now());
  const top = useRef<HTMLDivElement>(null);
  const last = at === pages.length - 1;
  const namesOf = (page: readonly FormItemRow[]) =>
    page.flatMap(({ displayType, formItemId }) => (displayType ? [] : [keyOf(formItemId), otherKeyOf(formItemId)]));
  const turn = (to: number) => {
    setAt(to);
    top.current?.scrollIntoView({ block: 'start' });
  };
  const go = async () => {
    try {
      await form.validateFields(namesOf(pages[at] ?? []));
    } catch (failed) {
      const first = (failed as { errorFields?: { name: string[] }[] }).errorFields?.[0]?.name;
      if (first) form.scrollToField(first, { block: 'center', focus: true });
      return;
    }
    if (last) onSubmit(form.getFieldsValue(true) as AnswerValues, Date.now() - began);
    else turn(at + 1);
  };
  return (
    <div ref={top}>
      <Form
        form={form}
        name={useId()}
        layout="vertical"
        className="y-fill"
        initialValues={{ ...defaultsOf(items), ...initial }}
        onValuesChange={() => {
          const typed = form.getFieldsValue(true) as AnswerValues;
          const values = withCalculated(items, logics, typed);
          if (values !== typed) form.setFieldsValue(values);
          if (logics.length > 0 || full.length > 0 || hasPlaces(items)) setAnswers({ ...values });
          onDraft?.(withoutSecrets(items, values));
        }}
        onFinish={() => void go()}
        disabled={sending}
      >
        {pages.length > 1 && (
          <div className="y-fill-progress">
            <Progress percent={Math.round(((at + 1) / pages.length) * 100)} showInfo={false} size="small" aria-label="填写进度" />
            <span>
              第 {at + 1} 页，共 {pages.length} 页
            </span>
          </div>
        )}
        {pages.map((page, index) => (
          // All pages stay: what was answered on one is not lost on another.
          <div key={page[0]?.formItemId ?? index} hidden={index !== at}>
            <Row gutter={24}>
              {page.map((row) => (
                <AnswerField key={row.formItemId} row={row} />
              ))}
            </Row>
          </div>
        ))}
        <div className="y-fill-foot" data-phone={onPhone || undefined}>
          {at > 0 && <Button onClick={() => turn(at - 1)}>上一页</Button>}
          <Button type="primary" loading={sending} onClick={() => void go()}>
            {last ? submitLabel : '下一页'}
          </Button>
        </div>
      </Form>
    </div>
  );
}
