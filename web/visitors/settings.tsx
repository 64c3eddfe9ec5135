/** 设置: the public page of family, what is asked there, and the slots of a week. */
import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, InputNumber, Select, Skeleton, Switch } from 'antd';
import type { Output } from '#contract/http.ts';
import { MOST_QUESTIONS, visitorSettings } from '#contract/visitors/visitor-settings.ts';
import { visitorSettingsLabels } from '#contract/visitors/visitor-settings.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { BookingLink } from '#web/ui/booking-link.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { Slots } from './weekly-slots.tsx';

const Field = labelledField(visitorSettingsLabels);
type Data = Output<typeof visitorSettings.get>;

/** One question, and the answer with which no visitor is let in. */
function Questions() {
  return (
    <Form.List name="questions">
      {(fields, { add, remove }) => (
        <fieldset className="v-questions y-form-wide">
          <legend>{visitorSettingsLabels.questions}</legend>
          {fields.map(({ key, name }) => (
            <div key={key}>
              <Form.Item name={[name, 'text']} rules={[{ required: true, whitespace: true, message: '请填写问题' }]}>
                <Input aria-label={`问题${name + 1}`} maxLength={100} />
              </Form.Item>
              <Form.Item name={[name, 'blocks']}>
                <Select
                  aria-label={`问题${name + 1}不能来访的回答`}
                  options={[
                    { value: true, label: '答“是”不能来访' },
                    { value: false, label: '答“否”不能来访' },
                  ]}
                />
              </Form.Item>
              <Button
                type="text"
                aria-label={`删除问题${name + 1}`}
                icon={<MinusCircleOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          {fields.length < MOST_QUESTIONS && (
            <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ text: '', blocks: true })}>
              新增问题
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  );
}

function SettingsForm({ data }: { data: Data }) {
  const [form] = Form.useForm<Omit<Data, 'path' | 'version'>>();
  const save = useSend(visitorSettings.update, { changes: [visitorSettings.get] });
  useUnsaved(true, () => form.isFieldsTouched());
  const number = (unit: string) => <InputNumber precision={0} suffix={unit} className="v-number" />;
  return (
    <ContractForm
      route={visitorSettings.update}
      form={form}
      // What is saved comes back as a form of its own: what was typed meanwhile would be lost.
      disabled={save.isPending}
      initialValues={data}
      onSubmit={(values) => save.mutate({ ...data, ...(values as Omit<Data, 'path' | 'version'>), version: data.version })}
    >
      <Field name="publicBooking" valuePropName="checked" extra="家属扫码打开预约页，凭手机验证码预约">
        <Switch />
      </Field>
      <Field name="approval" valuePropName="checked" extra="家属的预约由有修改权限的员工审核">
        <Switch />
      </Field>
      <Field name="daysAhead">{number('天')}</Field>
      <Field name="peopleMost">{number('人')}</Field>
      <Field name="usualMinutes">{number('分钟')}</Field>
      <Field name="overdueMinutes" extra="超过预约离院时间多久提醒">
        {number('分钟')}
      </Field>
      <Field name="closedDays" wide extra="输入日期后回车，如 2026-02-17">
        <Select mode="tags" tokenSeparators={[',', '，', ' ']} open={false} placeholder="没有停止探访的日期" />
      </Field>
      <Questions />
      <div className="y-form-wide v-settings-foot">
        <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
          保存设置
        </Button>
      </div>
    </ContractForm>
  );
}

export function Settings() {
  const { data, isError, error } = useCall(visitorSettings.get, {}, { quiet: true });
  const renew = useSend(visitorSettings.renew, { changes: [visitorSettings.get] });
  if (isError && !data) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 10 }} />;
  return (
    <div className="v-settings">
      <section className="v-panel" aria-label="预约设置">
        <h2>预约与前台</h2>
        <SettingsForm key={data.version} data={data} />
      </section>
      <section className="v-panel" aria-label="预约链接">
        <h2>预约链接</h2>
        <BookingLink
          path={data.path}
          open={data.publicBooking}
          renewing={renew.isPending}
          onRenew={() => renew.mutateAsync({})}
          onPoster={() => go('/visitors/poster')}
        />
      </section>
      <section className="v-panel" aria-label="探访时段">
        <h2>每周探访时段</h2>
        <Slots />
      </section>
    </div>
  );
}
