/** How families book: the public page, its limits, its address as a code and as a poster. */
import { Alert, App, Button, Form, Input, InputNumber, Skeleton, Switch } from 'antd';
import { homeSettingsLabels } from '#contract/home-care/home-settings.labels.ts';
import { homeSettings } from '#contract/home-care/home-settings.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import './home-care.css';

const Field = labelledField(homeSettingsLabels);
type Data = Output<typeof homeSettings.get>;
type Values = Omit<Data, 'path' | 'version'>;
const POSTER = '/homebook/poster';

function PublicLink({ data: { path, publicBooking } }: { data: Data }) {
  const { modal } = App.useApp();
  const renew = useSend(homeSettings.renew, { changes: [homeSettings.get] });
  if (path === null) return <p className="hc-hint">保存设置后生成预约链接。</p>;
  const address = `${location.origin}${path}`;
  const ask = () =>
    void modal.confirm({
      title: '更换预约链接？',
      content: '已张贴的海报和发出的链接将全部失效，需要重新打印。',
      okText: '更换',
      okButtonProps: { danger: true },
      cancelText: '取消',
      autoFocusButton: 'cancel',
      onOk: () => renew.mutateAsync({}).catch(() => {}),
    });
  return (
    <section className="hc-link" aria-label="预约链接">
      <PaperQr value={address} size={140} aria-label="预约二维码" />
      <div>
        {!publicBooking && <Alert type="warning" showIcon title="家属网上预约未开启，链接暂时打不开" />}
        <Input readOnly value={address} aria-label="预约链接" onFocus={(event) => event.target.select()} />
        <div className="hc-line">
          <Button type="primary" onClick={() => go(POSTER)}>
            打印海报
          </Button>
          <Button danger loading={renew.isPending} onClick={ask}>
            更换链接
          </Button>
        </div>
      </div>
    </section>
  );
}

function SettingsDrawer({ data, onClose }: { data: Data; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const save = useSend(homeSettings.update, { changes: [homeSettings.get] });
  const number = (unit: string) => <InputNumber precision={0} suffix={unit} className="hc-number" />;
  return (
    <SideDrawer
      title="预约设置"
      open
      onClose={onClose}
      isDirty={() => form.isFieldsTouched() && !save.isSuccess}
      confirmLabel="保存设置"
      confirming={save.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        key={data.version}
        route={homeSettings.update}
        form={form}
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
      <PublicLink data={data} />
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
