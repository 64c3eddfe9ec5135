/**
 * How a vendor is reached, in the form of 数据接入: an address that is fetched from, or a broker that
 * is subscribed to. What was typed of a secret is not shown again.
 */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, InputNumber, Segmented, Select, Switch } from 'antd';
import { useState } from 'react';
import { addressOf, MOST_TOPICS } from '#contract/devices/vendor-connections.ts';
import { isTopicFilter } from '#contract/devices/mqtt-topics.rules.ts';
import { FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import type { IntegrationValues } from './integration-values.ts';

type Polling = IntegrationValues['polling'];
type Subscription = IntegrationValues['subscription'];

const address = (of: Parameters<typeof addressOf>[0]): string | null => {
  try {
    return addressOf(of);
  } catch {
    return null;
  }
};

/** What is kept belongs to the address that it was given for. */
function Moved({ now, what }: { now: string | null; what: string }) {
  const [kept, setKept] = useState(now);
  // The form is filled a moment after it appears.
  if (kept === null && now !== null) setKept(now);
  const form = Form.useFormInstance<IntegrationValues>();
  if (form.getFieldValue('id') === undefined || kept === null || now === kept) return null;
  return (
    <Alert
      className="y-form-wide d-moved"
      type="warning"
      showIcon
      title={`换了地址，保存后原来的${what}会删除，请重新填写，以免发给别处。`}
    />
  );
}

function Header({ index, remove }: { index: number; remove: () => void }) {
  const form = Form.useFormInstance<IntegrationValues>();
  const isSet = (form.getFieldValue(['polling', 'headers', index, 'set']) as boolean | undefined) === true;
  return (
    <div className="d-header-line">
      <Form.Item
        name={[index, 'name']}
        noStyle
        rules={[{ required: true, pattern: /^[A-Za-z][\w-]{0,39}$/, message: '请求头名称应为字母、数字和横线' }]}
      >
        <Input placeholder="名称，如 Authorization" maxLength={40} aria-label={`第${index + 1}个请求头的名称`} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name={[index, 'value']}
        noStyle
        rules={[
          { required: !isSet, message: '请填写请求头的值' },
          { pattern: /^[\x20-\x7e]*$/, message: '请求头只能含英文字符' },
        ]}
      >
        <Input.Password
          placeholder={isSet ? '已设置；地址和值都不改动时留空' : '值，如 Bearer {secret}'}
          maxLength={200}
          autoComplete="off"
          aria-label={`第${index + 1}个请求头的值`}
        />
      </Form.Item>
      <Button type="text" danger icon={<DeleteOutlined aria-hidden />} aria-label={`删除第${index + 1}个请求头`} onClick={remove} />
    </div>
  );
}

export function Poll() {
  const polling = Form.useWatch<Polling | undefined>('polling');
  return (
    <FormSection title="定时拉取">
      <Form.Item
        name={['polling', 'url']}
        label="拉取地址"
        className="y-form-wide"
        rules={[{ required: true, pattern: /^https?:\/\//, message: '拉取地址应以 https:// 或 http:// 开头' }]}
        extra="{since} 代入上次取到的最新时间，{cursor} 代入游标，{secret} 代入密钥；能查看的人都看得到地址，密钥不要直接写在里面；不能指向内部网络"
      >
        <Input placeholder="如 https://open.example.com/records?since={since}" maxLength={500} spellCheck={false} />
      </Form.Item>
      <Moved now={address({ polling: polling?.url ? { url: polling.url } : null })} what="请求头的值和密钥" />
      <Form.Item
        name={['polling', 'everySeconds']}
        label="间隔"
        rules={[{ required: true, message: '请填写间隔' }]}
        extra="失败后间隔加倍，最长一小时"
      >
        <InputNumber<number> min={10} max={86_400} precision={0} suffix="秒" />
      </Form.Item>
      <Form.Item name={['polling', 'sinceKind']} label="{since}的格式">
        <Segmented options={choices({ ms: '毫秒', s: '秒', text: '文本' })} />
      </Form.Item>
      <Form.Item name={['polling', 'cursor']} label="游标路径" extra="应答里下次从哪里开始，可不填">
        <Input placeholder="如 $.next" maxLength={120} spellCheck={false} />
      </Form.Item>
      <Form.Item label="请求头" className="y-form-wide" extra="值加密保存，不会再显示；其中的 {secret} 代入列表里设置的密钥">
        <Form.List name={['polling', 'headers']}>
          {(fields, { add, remove }, { errors }) => (
            <div className="d-headers">
              {fields.map(({ key, name }) => (
                <Header key={key} index={name} remove={() => remove(name)} />
              ))}
              <Form.ErrorList errors={errors} />
              {fields.length < 10 && (
                <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({})}>
                  添加请求头
                </Button>
              )}
            </div>
          )}
        </Form.List>
      </Form.Item>
    </FormSection>
  );
}

const topicsRule = {
  validator: (_rule: unknown, topics: string[] | undefined) => {
    if (!topics?.length) return Promise.reject(new Error('请填写主题'));
    const wrong = topics.find((topic) => !isTopicFilter(topic.trim()));
    return wrong === undefined
      ? Promise.resolve()
      : Promise.reject(new Error(`主题“${wrong.slice(0, 40)}”写法不正确：+ 和 # 应独占一级，# 只能在最后`));
  },
};

export function Broker() {
  const subscription = Form.useWatch<Subscription | undefined>('subscription');
  const { host, port, tls = true } = subscription ?? {};
  const form = Form.useFormInstance<IntegrationValues>();
  return (
    <FormSection title="厂商的MQTT服务器">
      <Form.Item
        name={['subscription', 'host']}
        label="服务器地址"
        rules={[{ required: true, pattern: /^[A-Za-z0-9.:-]+$/, message: '请填写域名或IP，不含 mqtt:// 和端口' }]}
        extra="不能指向内部网络"
      >
        <Input placeholder="如 mqtt.example.com" maxLength={200} spellCheck={false} />
      </Form.Item>
      <Form.Item name={['subscription', 'port']} label="端口" rules={[{ required: true, message: '请填写端口' }]}>
        <InputNumber<number> min={1} max={65_535} precision={0} />
      </Form.Item>
      <Form.Item
        name={['subscription', 'tls']}
        label="TLS加密"
        valuePropName="checked"
        extra={tls ? '总是校验对方的证书' : '不加密：密码和数据以明文经过公网'}
      >
        <Switch
          onChange={(on) => {
            // The ports that everybody uses; another one stays.
            if (port === (on ? 1883 : 8883)) form.setFieldValue(['subscription', 'port'], on ? 8883 : 1883);
          }}
        />
      </Form.Item>
      <Form.Item name={['subscription', 'username']} label="用户名" extra="密码保存后在列表里设置">
        <Input maxLength={100} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Moved now={host && port ? address({ subscription: { host, port, tls } as never }) : null} what="密码" />
      <Form.Item
        name={['subscription', 'clientId']}
        label="客户端编号"
        rules={[{ required: true, pattern: /^[\w.:@/-]{1,64}$/, message: '客户端编号应为1至64个字母、数字或 . : @ / - _' }]}
        extra="对方按它保留断线期间的数据，不能与别处相同"
      >
        <Input placeholder="如 yian-机构拼音" maxLength={64} spellCheck={false} />
      </Form.Item>
      <Form.Item name={['subscription', 'qos']} label="服务质量" extra="QoS 1：写入后才确认，断线期间的数据会补发">
        <Segmented
          options={[
            { value: 1, label: 'QoS 1' },
            { value: 0, label: 'QoS 0' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name={['subscription', 'topics']}
        label="主题"
        className="y-form-wide"
        rules={[topicsRule]}
        extra={`最多${MOST_TOPICS}个；可用 + 和 #`}
        required
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[' ', ',', '，']}
          placeholder="如 sleep/+/report，回车添加"
          maxCount={MOST_TOPICS}
        />
      </Form.Item>
      <Form.Item
        name={['subscription', 'deviceLevel']}
        label="主题里的设备编号"
        extra="报文里没有设备编号时，取主题的第几级；如 sleep/编号/report 填2"
      >
        <InputNumber<number> min={1} max={10} precision={0} placeholder="不用" />
      </Form.Item>
    </FormSection>
  );
}
