/** 工单设置: targets of time, geofence, rating by the person served. */
import { Alert, Form, InputNumber, Skeleton, Switch } from 'antd';
import { useId, useRef } from 'react';
import type { Input } from '#contract/http.ts';
import { workOrderSettings } from '#contract/work-orders/work-order-settings.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useDictionary } from '#web/ui/use-dictionary.ts';

type Settings = Input<typeof workOrderSettings.update>;

/** A week. */
const MOST_MINUTES = 10_080;

const TARGETS = [
  { name: 'responseMinutes', label: '响应时限', hint: '下单后多久之内必须派单；预约的服务，至少提前这么久派单' },
  { name: 'completionMinutes', label: '完成时限', hint: '计划结束后多久之内必须完成' },
] as const;

/** One value for each urgency, side by side. */
function ByUrgency() {
  const { options } = useDictionary('emergency_type');
  const urgencies = ['普通', '紧急', '特急'].map(
    (label, index) => options.find(({ value }) => Number(value) === index + 1)?.label ?? label,
  );
  return TARGETS.map(({ name, label, hint }) => (
    <fieldset key={name} className="y-settings-row">
      <legend>{label}</legend>
      <p className="y-order-hint">{hint}</p>
      <div>
        {urgencies.map((urgency, index) => (
          <Form.Item key={urgency} name={[name, index]} label={urgency} rules={[{ required: true, message: '请填写时限' }]}>
            <InputNumber min={1} max={MOST_MINUTES} precision={0} suffix="分钟" />
          </Form.Item>
        ))}
      </div>
    </fieldset>
  ));
}

export default function OrderSettings({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Settings>();
  const name = useId();
  const dirty = useRef(false);
  const query = useCall(workOrderSettings.get, {}, { quiet: true, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  const send = useSend(workOrderSettings.update, {
    changes: [workOrderSettings.get],
    onSuccess: onClose,
    onError: async ({ status }) => {
      if (status !== 409) return;
      // What a colleague saved is shown; theirs is not overwritten unseen.
      const { data } = await query.refetch();
      form.setFieldsValue(data as Settings);
      dirty.current = false;
    },
  });
  const ratingLink = Form.useWatch('ratingLink', form);
  const alerts = Form.useWatch('alerts', form);
  return (
    <SideDrawer
      title="工单设置"
      open
      size="small"
      onClose={onClose}
      isDirty={() => dirty.current}
      confirmLabel="保存"
      confirming={send.isPending}
      confirmDisabled={!query.data}
      onConfirm={() => form.submit()}
    >
      {query.isError && <Alert type="error" showIcon title={query.error.message} />}
      {query.data ? (
        <Form
          form={form}
          name={name}
          layout="vertical"
          initialValues={query.data}
          onValuesChange={() => void (dirty.current = true)}
          onFinish={(values: Settings) => send.mutate({ ...values, version: query.data.version })}
          className="y-order-settings"
        >
          <ByUrgency />
          <Form.Item
            name="fenceMetres"
            label="签到围栏"
            extra="离服务地址更远时签到、签退须说明原因；服务项目另有设置的以项目为准"
            rules={[{ required: true, message: '请填写围栏距离' }]}
          >
            <InputNumber min={50} max={20_000} precision={0} suffix="米" />
          </Form.Item>
          <Form.Item name="ratingLink" label="评价链接" valuePropName="checked" extra="工单完成后，向服务对象发送评价链接">
            <Switch checkedChildren="发送" unCheckedChildren="不发" />
          </Form.Item>
          <Form.Item name="ratingDays" label="链接有效期" rules={[{ required: true, message: '请填写有效期' }]}>
            <InputNumber min={1} max={60} precision={0} suffix="天" disabled={!ratingLink} />
          </Form.Item>
          <Form.Item
            name="badScore"
            label="差评跟进"
            extra="不高于这个星级的评价须回访跟进"
            rules={[{ required: true, message: '请填写星级' }]}
          >
            <InputNumber min={1} max={4} precision={0} suffix="星" />
          </Form.Item>
          <Form.Item
            name="alerts"
            label="超时提醒"
            valuePropName="checked"
            extra="到时未派单、未签到或未签退的服务，提醒调度人员和服务人员，每项一次"
          >
            <Switch checkedChildren="提醒" unCheckedChildren="不提醒" />
          </Form.Item>
          <Form.Item name="urgentSms" label="预警派单短信" valuePropName="checked" extra="派人处理预警时，同时向服务人员的手机发送短信">
            <Switch checkedChildren="发送" unCheckedChildren="不发" />
          </Form.Item>
          <Form.Item name="alertMinutes" label="超过多久提醒" rules={[{ required: true, message: '请填写提醒时间' }]}>
            <InputNumber min={5} max={240} precision={0} suffix="分钟" disabled={!alerts} />
          </Form.Item>
        </Form>
      ) : (
        !query.isError && <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </SideDrawer>
  );
}
