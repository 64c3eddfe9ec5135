/** Who may fill in the questionnaire, when, how often, and what is said then. Saved as a whole by its button. */
import { Button, Form, Input, InputNumber, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import type { Input as InputOf } from '#contract/http.ts';
import { questionnaireSettingLabels } from '#contract/questionnaires/questionnaire-settings.labels.ts';
import {
  defaultSetting,
  questionnaireSettings as routes,
  type QuestionnaireSetting,
} from '#contract/questionnaires/questionnaire-settings.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { ContractForm, FormSection, labelledField } from '#web/ui/form.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';

type Values = Omit<InputOf<typeof routes.save>, 'projectKey'>;

const Field = labelledField(questionnaireSettingLabels);
const Yes = ({ name, extra }: { name: keyof typeof questionnaireSettingLabels; extra?: string }) => (
  <Field name={name} valuePropName="checked" {...(extra ? { extra } : {})}>
    <Switch checkedChildren="是" unCheckedChildren="否" />
  </Field>
);
const Words = ({ name, hint }: { name: keyof typeof questionnaireSettingLabels; hint: string }) => (
  <Field name={name}>
    <Input maxLength={200} placeholder={hint} />
  </Field>
);

const fields = (
  <>
    <FormSection title="提交后">
      <Words name="submitPromptText" hint="提交成功 !" />
      <Field name="submitJumpUrl" extra="提交后1秒打开，留空不跳转">
        <Input maxLength={500} placeholder="https://" />
      </Field>
      <Field name="submitPromptImg">
        <ImageUpload label="提示图片" />
      </Field>
    </FormSection>
    <FormSection title="回收限制">
      <Yes name="everyoneWriteOnce" extra="按网络地址判断" />
      <Yes name="everyoneDayWriteOnce" extra="按网络地址判断" />
      <Yes name="wxWrite" extra="在别处打开时，提示用微信打开" />
      <Yes name="wxWriteOnce" extra="只对接入的、带微信身份的页面有效" />
      <Words name="writeOncePromptText" hint="已经填写过，无法再次填写" />
      <Field name="timedQuantitativeQuantity" extra="达到后不再收集，留空或0不限">
        <InputNumber<number> min={0} max={10_000_000} precision={0} placeholder="不限" />
      </Field>
      <Words name="timedEndPromptText" hint="收集数量已达到。" />
    </FormSection>
    <FormSection title="时间">
      <Field name="timedCollectionBeginTime">
        <Day withTime placeholder="不限" />
      </Field>
      <Field
        name="timedCollectionEndTime"
        more={[
          ({ getFieldValue }) => ({
            validator: (_rule, end: string | null) => {
              const begin = getFieldValue('timedCollectionBeginTime') as string | null;
              return begin && end && end <= begin ? Promise.reject(new Error('收集结束时间应晚于开始时间')) : Promise.resolve();
            },
          }),
        ]}
      >
        <Day withTime placeholder="不限" />
      </Field>
      <Words name="timedNotEnabledPromptText" hint="填写尚未启用" />
      <Words name="timedDeactivatePromptText" hint="填写尚已经停用" />
    </FormSection>
    <FormSection title="结果公开">
      <Yes name="publicResult" extra="开启后，有链接的人都能看到全部答案，请勿用于收集个人信息的问卷" />
    </FormSection>
    <FormSection title="分享（由接入的微信页面读取）">
      <Words name="shareTitle" hint="默认为问卷名称" />
      <Words name="shareDesc" hint="默认为问卷说明" />
      <Field name="shareImg">
        <ImageUpload label="分享图片" />
      </Field>
    </FormSection>
  </>
);

/** What only clients of the wire set. */
const untouched = (setting: QuestionnaireSetting | null) => ({
  newWriteNotifyEmail: setting?.newWriteNotifyEmail ?? null,
  newWriteNotifyWx: setting?.newWriteNotifyWx ?? null,
  recordWxUser: setting?.recordWxUser ?? false,
});

function SettingForm({ projectKey, setting }: { projectKey: string; setting: QuestionnaireSetting | null }) {
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  const send = useSend(routes.save, { changes: [routes.get], onSuccess: () => setDirty(false) });
  useUnsaved(true, () => dirty);
  const initial = setting ?? defaultSetting;
  return (
    <>
      <ContractForm
        route={routes.save}
        form={form}
        // What is saved comes back as a form of its own: what was typed meanwhile would be lost.
        disabled={send.isPending}
        className="q-setting"
        initialValues={initial}
        onValuesChange={() => setDirty(true)}
        // Parts without a field of their own stay as they are.
        onSubmit={(values) => send.mutate({ ...untouched(setting), ...(values as Values), projectKey })}
      >
        {fields}
      </ContractForm>
      <div className="q-setting-foot">
        <span role="status">{dirty ? '有修改未保存' : ''}</span>
        <Button
          disabled={!dirty || send.isPending}
          onClick={() => {
            form.resetFields();
            setDirty(false);
          }}
        >
          放弃修改
        </Button>
        <Button type="primary" loading={send.isPending} disabled={!dirty} onClick={() => form.submit()}>
          保存设置
        </Button>
      </div>
    </>
  );
}

export default function SettingPage({ questionnaireKey }: { questionnaireKey: string }) {
  const query = useCall(routes.get, { key: questionnaireKey }, { quiet: true, gcTime: 0 });
  if (query.isError) return <LoadFailed title={query.error.message} onAgain={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <SettingForm key={query.data?.updateTime ?? 'new'} projectKey={questionnaireKey} setting={query.data} />;
}
