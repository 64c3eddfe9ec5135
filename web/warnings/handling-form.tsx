/** The decision: how it is handled and what it was; and, once it is made, the same to read. */
import { Alert, Form, Input, Radio, type FormInstance } from 'antd';
import { Link } from 'react-router';
import { decide, isEmergency, isUndispatched, isVisitOver, quickResults } from '#contract/warnings/handling.rules.ts';
import { disposalLabels, disposals, isRealAlarm, modeLabels, modes } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { warningLabels } from '#contract/warnings/warnings.labels.ts';
import { MISSING } from '#web/ui/display.ts';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { orderAddress } from '#web/shell/addresses.ts';
import type { Draft } from './drafts.ts';
import type { WarningRow } from './use-open-warnings.ts';

const Field = labelledField(warningLabels);

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
  row: WarningRow;
  form: FormInstance<Draft>;
  initial: Draft;
  onDraft: (draft: Draft) => void;
  onSubmit: (values: Draft) => void;
}

/** Before anything is chosen: the specification's defaults, but nothing for an emergency, where the choice is what matters. */
export const initialOf = (row: WarningRow): Draft =>
  isEmergency(row.rule)
    ? { remark: '' }
    : { processMode: row.processMode ?? modes.online, isDisposed: disposals.handled, remark: row.remark ?? '' };

/** Nobody has been there yet: the visit itself closes the alarm. */
const waitsForVisit = ({ rule, workOrderState }: WarningRow, mode: number | undefined) =>
  isEmergency(rule) && mode === modes.visit && !isVisitOver(workOrderState);

/** What confirming will do, where it is more than closing the warning. */
function consequenceOf(row: WarningRow, mode: number | undefined, disposal: number | undefined): { text: string; tone?: 'warning' } | null {
  if (mode !== modes.visit) return null;
  if (disposal !== undefined && !isRealAlarm(disposal)) return { text: '误触发和测试不会生成上门工单。' };
  if (row.oldmanId === null) return { text: '没有关联服务对象，无法上门处理；请改为在线处理，或先绑定设备。', tone: 'warning' };
  if (!waitsForVisit(row, mode))
    return isEmergency(row.rule) && disposal === disposals.handled ? null : { text: '确定后将生成一张上门工单，随后可以派单。' };
  const goes = row.workOrderId !== null && !isUndispatched(row);
  return { text: goes ? '上门工单已派出，护理员签退后自动转为已处理。' : '确定后生成上门工单并在这里派单；护理员签退后自动转为已处理。' };
}

export function HandlingForm({ row, form, initial, onDraft, onSubmit }: Props) {
  const mode = Form.useWatch('processMode', form) ?? initial.processMode;
  const disposal = Form.useWatch('isDisposed', form) ?? initial.isDisposed;
  const consequence = consequenceOf(row, mode, disposal);
  const emergency = isEmergency(row.rule);
  const waits = waitsForVisit(row, mode);
  const phrases = emergency ? (quickResults[disposal ?? disposals.handled] ?? []) : PHRASES;
  const addPhrase = (phrase: string) => {
    const before = ((form.getFieldValue('remark') as string | undefined) ?? '').trim();
    const remark = [before, phrase].filter(Boolean).join('；').slice(0, REMARK_MAX);
    form.setFieldValue('remark', remark);
    onDraft({ ...form.getFieldsValue(), remark });
    void form.validateFields(['remark']).catch(() => {});
  };
  const changed = (part: Partial<Draft>, values: Draft) => {
    // A visit is on its way, not over; back online the status is to be chosen again.
    const wanted = values.isDisposed;
    const kept =
      waitsForVisit(row, values.processMode) && (wanted === undefined || wanted === disposals.handled) ? disposals.inProgress : wanted;
    const status = part.processMode === modes.online && emergency && wanted === disposals.inProgress ? undefined : kept;
    if (status !== wanted) form.setFieldValue('isDisposed', status);
    onDraft({ ...values, isDisposed: status });
  };
  const written = (_rule: unknown, remark: string | undefined) => {
    const { processMode = modes.online, isDisposed = disposals.handled } = form.getFieldsValue();
    const made = decide({ rule: row.rule, processMode, isDisposed, remark: remark ?? '', orderStatus: row.workOrderState });
    return 'refusal' in made ? Promise.reject(new Error(made.refusal)) : Promise.resolve();
  };
  return (
    <section className="w-block" aria-label="处理">
      <ContractForm
        route={warnings.updateStatus}
        form={form as FormInstance}
        initialValues={initial}
        className="w-form"
        onValuesChange={(part, values) => changed(part as Partial<Draft>, values as Draft)}
        onSubmit={(values) => onSubmit(values as unknown as Draft)}
      >
        <Field name="processMode" wide rules={[{ required: true, message: '请选择处理方式' }]}>
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
          <Radio.Group
            options={DISPOSALS.map((one) => ({ ...one, disabled: waits && one.value === disposals.handled }))}
            optionType="button"
            buttonStyle="solid"
            size="large"
          />
        </Field>
        <Field name="remark" wide dependencies={['processMode', 'isDisposed']} rules={[{ validator: written }]}>
          <Input.TextArea
            rows={3}
            maxLength={REMARK_MAX}
            showCount
            placeholder={emergency && disposal !== disposals.inProgress ? '必填：处理经过、老人情况' : '处理经过、老人情况'}
          />
        </Field>
      </ContractForm>
      <div className="w-phrases" role="group" aria-label="常用备注">
        {phrases.map((phrase) => (
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
