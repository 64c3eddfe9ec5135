/** How families book: the public page, its limits, its address as a code and as a poster. */
import { Alert, Form, InputNumber, Skeleton, Switch } from 'antd';
import { homeSettingsLabels } from '#contract/home-care/home-settings.labels.ts';
import { homeSettings } from '#contract/home-care/home-settings.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { BookingLink } from '#web/ui/booking-link.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import './home-care.css';

const Field = labelledField(homeSettingsLabels);
type Data = Output<typeof homeSettings.get>;
type Values = Omit<Data, 'path' | 'version'>;
const POSTER = '/homebook/poster';

function SettingsDrawer({ data, onClose }: { data: Data; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const save = useSend(homeSettings.update, { changes: [homeSettings.get] });
  const renew = useSend(homeSettings.renew, { changes: [homeSettings.get] });
  const number = (unit: string) => <InputNumber precision={0} suffix={unit} className="hc-number" />;
  return (
    <SideDrawer
      title="预约设置"
      open
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存设置"
      confirming={save.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        key={data.version}
        route={homeSettings.update}
        form={form}
        // What is saved comes back as a form of its own: what was typed meanwhile would be lost.
        disabled={save.isPending}
        initialValues={data}
        onSubmit={(values) => save.mutate({ ...data, ...(values as Values), version: data.version })}
      >
        <Field name="publicBooking" valuePropName="checked" wide extra="家属扫码打开预约页，凭手机验证码预约；预约由员工确认">
          <Switch />
        </Field>
        <Field name="daysAhead" extra="家属能约到多少天之后">
          {number('天')}
        </Field>
        <Field name="openMost">{number('个')}</Field>
        <Field name="cancelHours" extra="确认后，家属最晚在上门前多久取消">
          {number('小时')}
        </Field>
        <Field name="lateHours" extra="超过多久未确认，在首页“现在”中提醒为超时">
          {number('小时')}
        </Field>
      </ContractForm>
      <section aria-label="预约链接">
        <BookingLink
          path={data.path}
          open={data.publicBooking}
          renewing={renew.isPending}
          onRenew={() => renew.mutateAsync({})}
          onPoster={() => go(POSTER)}
        />
      </section>
    </SideDrawer>
  );
}

export default function Settings({ onClose }: { onClose: () => void }) {
  const { data, isError, error } = useCall(homeSettings.get, {}, { quiet: true });
  if (data) return <SettingsDrawer data={data} onClose={onClose} />;
  return (
    <SideDrawer title="预约设置" open onClose={onClose}>
      {isError ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active paragraph={{ rows: 8 }} />}
    </SideDrawer>
  );
}
