/** The decision: how it is handled and what it was; and, once it is made, the same to read. */
import { Alert, Form, Input, Radio, type FormInstance } from 'antd';
import { Link } from 'react-router';
import { disposalLabels, isRealAlarm, modeLabels, modes } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { MISSING } from '#web/ui/display.ts';
import { ContractForm, Field } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { orderAddress } from './dispatch-notice.tsx';
import type { Draft } from './drafts.ts';
import type { WarningRow } from './use-open-warnings.ts';

const REMARK_MAX = 200;
const asOptions = (labels: Record<number, string>) =>
  Object.entries(labels)
    .map(([value, label]) => ({ value: Number(value), label }))
    .filter(({ value }) => value > 0);
const MODES = asOptions(modeLabels);
const DISPOSALS = asOptions(disposalLabels);
/** What nurses write again and again. */
const PHRASES = ['已电话联系，老人无恙', '已到房间查看，无异常', '已协助起身，生命体征平稳', '已通知家属', '误触按钮'];

interface Props {
  form: FormInstance<Draft>;
  initial: Draft;
  hasPerson: boolean;
  onDraft: (draft: Draft) => void;
  onSubmit: (values: Draft) => void;
}

/** What confirming will do, where it is more than closing the warning. */
function consequenceOf(mode: number, disposal: number, hasPerson: boolean): { text: string; tone?: 'warning' } | null {
  if (mode !== modes.visit) return null;
  if (!isRealAlarm(disposal)) return { text: '误触发和测试不会生成上门工单。' };
  if (!hasPerson) return { text: '没有关联服务对象，无法上门处理；请改为在线处理，或先绑定设备。', tone: 'warning' };
  return { text: '确定后将生成一张上门工单，随后可以派单。' };
}

export function HandlingForm({ form, initial, hasPerson, onDraft, onSubmit }: Props) {
  const mode = Form.useWatch('processMode', form) ?? initial.processMode;
  const disposal = Form.useWatch('isDisposed', form) ?? initial.isDisposed;
  const consequence = consequenceOf(mode, disposal, hasPerson);
  const addPhrase = (phrase: string) => {
    const before = ((form.getFieldValue('remark') as string | undefined) ?? '').trim();
    const remark = [before, phrase].filter(Boolean).join('；').slice(0, REMARK_MAX);
    form.setFieldValue('remark', remark);
    onDraft({ ...form.getFieldsValue(), remark });
  };
  return (
    <section className="w-block" aria-label="处理">
      <ContractForm
        route={warnings.updateStatus}
        form={form as FormInstance}
        initialValues={initial}
        className="w-form"
        onValuesChange={(_changed, values) => onDraft(values as Draft)}
        onSubmit={(values) => onSubmit(values as unknown as Draft)}
      >
        <Field name="processMode" label="处理方式" wide rules={[{ required: true, message: '请选择处理方式' }]}>
          <Radio.Group options={MODES} optionType="button" buttonStyle="solid" size="large" />
        </Field>
        <Field
          name="isDisposed"
          label="处理状态"
          wide
          rules={[{ required: true, message: '请选择处理状态' }]}
          extra={
            consequence && (
              <span className="w-consequence" data-tone={consequence.tone}>
                {consequence.text}
              </span>
            )
          }
        >
          <Radio.Group options={DISPOSALS} optionType="button" buttonStyle="solid" size="large" />
        </Field>
        <Field name="remark" label="备注" wide>
          <Input.TextArea rows={3} maxLength={REMARK_MAX} showCount placeholder="处理经过、老人情况" />
        </Field>
      </ContractForm>
      <div className="w-phrases" role="group" aria-label="常用备注">
        {PHRASES.map((phrase) => (
          <button key={phrase} type="button" onClick={() => addPhrase(phrase)}>
            {phrase}
          </button>
        ))}
      </div>
    </section>
  );
}

/** What was decided. `mayNot`: it is open, but not for this person to decide. */
export function HandlingResult({ row, mayNot, onLeave }: { row: WarningRow; mayNot: boolean; onLeave: () => void }) {
  const may = useMay();
  if (mayNot && row.processMode === null) return <Alert type="info" showIcon title="这条预警尚未处理；您可以查看，没有处理预警的权限。" />;
  return (
    <section className="w-block" aria-label="处理结果">
      <h3>处理结果</h3>
      <dl className="w-facts">
        <div>
          <dt>处理方式</dt>
          <dd>{row.processMode === null ? MISSING : modeLabels[row.processMode]}</dd>
        </div>
        <div>
          <dt>处理状态</dt>
          <dd>{disposalLabels[row.isDisposed]}</dd>
        </div>
        <div>
          <dt>处理人</dt>
          <dd>{row.handlerName ?? MISSING}</dd>
        </div>
        <div>
          <dt>处理时间</dt>
          <dd>{row.handleTime ?? MISSING}</dd>
        </div>
        <div data-wide>
          <dt>备注</dt>
          <dd>{row.remark || MISSING}</dd>
        </div>
        {row.workOrderId !== null && (
          <div data-wide>
            <dt>上门工单</dt>
            <dd>
              {may(workOrders.get) ? (
                <Link to={orderAddress(row.workOrderId)} onClick={onLeave}>
                  查看工单
                </Link>
              ) : (
                '已生成'
              )}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
