/** The form of 数据接入, with the panel where a message is tried. */
import { Alert, Form, Input, InputNumber, Segmented, Select, Switch } from 'antd';
import { useState } from 'react';
import { integrationKindLabels, signatureSchemes, signedParts } from '#contract/devices/device-integrations.ts';
import { lostByMapping, lostBySwitch } from '#contract/devices/lost-alarms.rules.ts';
import type { TemplateName } from '#contract/devices/mapping-templates.ts';
import { deviceIntegrationLabels } from '#contract/devices/device-integrations.labels.ts';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { fromTemplate, templatesOf, type IntegrationValues } from './integration-values.ts';
import { readDraft, type MappingDraft } from './mapping-drafts.ts';
import { LossField } from './lost-alarms.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import { MappingTrial } from './mapping-trial.tsx';
import { Broker, Poll } from './vendor-connection-fields.tsx';

const Field = labelledField(deviceIntegrationLabels);

const PLACES = { header: '请求头', query: '网址参数', body: '报文字段' };

function PlaceFields({ part, label, kind }: { part: 'place' | 'timestamp' | 'nonce'; label: string; kind?: boolean }) {
  return (
    <Form.Item label={label} required className="y-form-wide">
      <div className="d-place-fields">
        <Form.Item name={['signature', part, 'in']} noStyle>
          <Select options={choices(PLACES)} aria-label={`${label}的位置`} />
        </Form.Item>
        <Form.Item
          name={['signature', part, 'name']}
          noStyle
          rules={[{ required: true, pattern: /^[A-Za-z][\w-]{0,39}$/, message: `请填写${label}的名称` }]}
        >
          <Input placeholder="名称" maxLength={40} aria-label={`${label}的名称`} />
        </Form.Item>
        {kind && (
          <Form.Item name={['signature', 'timestamp', 'kind']} noStyle>
            <Segmented options={choices({ ms: '毫秒', s: '秒' })} aria-label="时间戳的单位" />
          </Form.Item>
        )}
      </div>
    </Form.Item>
  );
}

function Push() {
  const signature = Form.useWatch<IntegrationValues['signature'] | undefined>('signature');
  const { scheme = 'none', over = 'body', timed = false, once = false } = signature ?? {};
  const signed = scheme !== 'none';
  const inText = (word: string) => signed && over.includes(word);
  return (
    <FormSection title="推送校验与应答">
      <Form.Item
        name={['signature', 'scheme']}
        label="签名方式"
        extra={signed ? '保存后在列表里设置密钥' : '凭推送地址里的密钥识别，地址请勿公开'}
      >
        <Select options={choices(signatureSchemes)} />
      </Form.Item>
      {signed && (
        <Form.Item
          name={['signature', 'over']}
          label="签名内容"
          extra={scheme === 'md5' ? (over === 'sorted' ? '末尾加 &key=密钥' : '末尾直接加密钥') : undefined}
        >
          <Select options={choices(signedParts)} />
        </Form.Item>
      )}
      {signed && <PlaceFields part="place" label="签名" />}
      {signed && (
        <Form.Item name={['signature', 'encoding']} label="签名编码">
          <Segmented options={choices({ hex: '十六进制', base64: 'Base64' })} />
        </Form.Item>
      )}
      {!inText('timestamp') && (
        <Form.Item name={['signature', 'timed']} label="校验时间戳" valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
      {(timed || inText('timestamp')) && <PlaceFields part="timestamp" label="时间戳" kind />}
      {(timed || inText('timestamp')) && (
        <Form.Item name={['signature', 'windowSeconds']} label="时间窗" extra="与现在相差更多的推送会被拒绝">
          <InputNumber<number> min={30} max={600} precision={0} suffix="秒" />
        </Form.Item>
      )}
      {!inText('nonce') && (
        <Form.Item name={['signature', 'once']} label="校验随机串" valuePropName="checked" extra="同一随机串只接受一次">
          <Switch />
        </Form.Item>
      )}
      {(once || inText('nonce')) && <PlaceFields part="nonce" label="随机串" />}
      <Form.Item name={['signature', 'networks']} label="来源地址" className="y-form-wide" extra="只接受这些地址的推送；不填不限制">
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[' ', ',', '，']}
          placeholder="如 203.0.113.0/24，回车添加"
          maxCount={20}
        />
      </Form.Item>
      <Form.Item name={['reply', 'status']} label="应答状态码">
        <InputNumber<number> min={200} max={299} precision={0} />
      </Form.Item>
      <Form.Item name={['reply', 'type']} label="应答格式">
        <Segmented options={choices({ json: 'JSON', text: '文本' })} />
      </Form.Item>
      <Form.Item
        name={['reply', 'body']}
        label="应答内容"
        className="y-form-wide"
        extra="数据写入后才这样应答；厂商按此判断推送成功，否则会重发"
      >
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} spellCheck={false} />
      </Form.Item>
    </FormSection>
  );
}

const mappingRule = (namesItself: boolean) => ({
  validator: (_rule: unknown, draft: MappingDraft) => {
    const { mapping, problems } = readDraft(draft);
    const problem = [...problems.values()][0];
    if (problem) return Promise.reject(new Error(`数据映射有误：${problem}`));
    if (!mapping) return Promise.reject(new Error('请至少添加一个字段'));
    return !namesItself && !mapping.device
      ? Promise.reject(new Error('请填写设备编号路径，否则不知道数据是哪台设备的'))
      : Promise.resolve();
  },
});

/** Calls for help that are lost by what stands in the form now; of a new integration none were raised before. */
function Losses({ draft, enabled }: { draft: MappingDraft | undefined; enabled: boolean }) {
  const kept = Form.useFormInstance<IntegrationValues>().getFieldValue('kept') as IntegrationValues['kept'];
  const mapping = draft ? readDraft(draft).mapping : null;
  if (!kept || !mapping) return null;
  const known = kept.mapping.acceptedLoss ?? [];
  const lost = [...lostByMapping(kept.mapping, mapping, known), ...lostBySwitch(mapping, enabled)];
  return <LossField lost={lost} known={[...known, ...lostBySwitch(kept.mapping, kept.enabled)]} devices={kept.devices} />;
}

export function IntegrationFields() {
  const form = Form.useFormInstance<IntegrationValues>();
  const id = Form.useWatch('id', form) ?? null;
  const kind = Form.useWatch('kind', form) ?? 'webhook';
  const draft = Form.useWatch('mapping', form);
  const level = Form.useWatch(['subscription', 'deviceLevel'], form) as number | null | undefined;
  const enabled = Form.useWatch('enabled', form) ?? true;
  const [sample, setSample] = useState('');
  const [template, setTemplate] = useState<{ name: TemplateName; example: string; note: string } | null>(null);
  const signedIn = kind === 'mqtt';
  const begin = (name: TemplateName) => {
    const { mapping, reply, sample: example, note } = fromTemplate(name);
    form.setFieldsValue({ mapping, reply });
    setTemplate({ name, example, note });
    setSample((before) => (before.trim() === '' || before === template?.example ? example : before));
  };
  return (
    <>
      <FormSection title="基本信息">
        <Form.Item name="id" hidden>
          <Input />
        </Form.Item>
        <Field name="name">
          <Input placeholder="如 某某雷达云平台" maxLength={40} />
        </Field>
        <Field name="kind" extra={id === null ? undefined : '接入方式不能修改'}>
          <Select options={choices(integrationKindLabels)} disabled={id !== null} onChange={() => setTemplate(null)} />
        </Field>
        <Form.Item label="从模板开始" extra="会替换下面的数据映射和应答内容">
          <Select
            value={template?.name ?? null}
            options={templatesOf(kind)}
            placeholder="选择相近的模板"
            onChange={begin}
            aria-label="从模板开始"
          />
        </Form.Item>
        <Field name="enabled" label="启用" valuePropName="checked">
          <Switch checkedChildren="启用" unCheckedChildren="停用" />
        </Field>
        <Field name="remarks" wide>
          <Input placeholder="如 厂商联系人、文档版本" maxLength={200} />
        </Field>
        {template && <Alert className="y-form-wide" type="info" showIcon title={template.note} />}
      </FormSection>
      {kind === 'webhook' && <Push />}
      {kind === 'poller' && <Poll />}
      {kind === 'broker' && <Broker />}
      {signedIn && (
        <Alert
          className="y-form-wide"
          type="info"
          showIcon
          title="设备用MQTT直接连到本平台：在设备类型里选择通信协议MQTT和这个数据接入，在设备详情里生成每台设备的接入密码。带多台设备的网关同样用一个密码，由它的“下属设备”决定可以代报哪些设备。"
        />
      )}
      <FormSection title="数据映射">
        <Form.Item
          name="mapping"
          className="y-form-wide d-map-item"
          rules={[mappingRule(signedIn || (kind === 'broker' && Boolean(level)))]}
          validateTrigger={[]}
        >
          <MappingEditor sample={sample} signedIn={signedIn} />
        </Form.Item>
        <Losses draft={draft} enabled={enabled} />
      </FormSection>
      <FormSection title="试一试">
        <Form.Item label="报文" className="y-form-wide d-map-item">
          {draft && (
            <MappingTrial id={id} kind={kind} draft={draft} sample={sample} example={template?.example ?? null} onSample={setSample} />
          )}
        </Form.Item>
      </FormSection>
    </>
  );
}
