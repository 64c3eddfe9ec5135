/** /questionnaire/checkin 入住评估设置: which questionnaire it is, and which care level its scores suggest. */
import { Alert, Button, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { titled } from '#contract/labels.ts';
import { checkinScoreRuleLabels } from '#contract/questionnaires/checkin-score-rules.labels.ts';
import { checkinScoreRules } from '#contract/questionnaires/checkin-score-rules.ts';
import { checkinSurveys } from '#contract/questionnaires/checkin-surveys.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { gapsOf } from '#contract/questionnaires/scores.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import './questionnaires.css';

const Field = labelledField(checkinScoreRuleLabels);

const columns: Column<RowOf<typeof checkinScoreRules.page>>[] = titled(checkinScoreRuleLabels, [
  { key: 'name', width: 200, pin: 'left' },
  { key: 'startScore', width: 100, align: 'right' },
  { key: 'endScore', width: 100, align: 'right' },
  {
    key: 'careLevel',
    width: 160,
    render: ({ careLevel }) => <DictionaryTag type={checkinScoreRuleLabels.careLevel.dictionary} value={careLevel} />,
  },
  { key: 'createTime', width: 172, minor: 1 },
]);

const form = (
  <>
    <Field name="name">
      <Input maxLength={40} />
    </Field>
    <Field name="startScore">
      <InputNumber precision={0} />
    </Field>
    <Field name="endScore">
      <InputNumber precision={0} />
    </Field>
    <Field name="careLevel">
      <DictionarySelect type={checkinScoreRuleLabels.careLevel.dictionary} numeric />
    </Field>
  </>
);

/** The questionnaire of the institution, chosen among those that collect. */
function Survey() {
  const may = useMay();
  const [chosen, setChosen] = useState<string | null>();
  const { data: survey, error } = useCall(checkinSurveys.get, {}, { quiet: true });
  const open = useCall(questionnaires.page, { status: 2, size: 100 }, { quiet: true }).data?.records ?? [];
  const set = useSend(checkinSurveys.set, { changes: [checkinSurveys.get] });
  if (error && survey === undefined) return <Alert type="error" showIcon title={error.message} />;
  const now = survey?.project ?? null;
  const options = [...(now && !open.some(({ key }) => key === now.key) ? [now] : []), ...open].map(({ key, name }) => ({
    value: key,
    label: name,
  }));
  const value = chosen === undefined ? (now?.key ?? null) : chosen;
  return (
    <div className="y-checkin-survey">
      <label>
        <span>入住评估问卷</span>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="未设置"
          disabled={!may(checkinSurveys.set)}
          value={value}
          options={options}
          onChange={(key: string | undefined) => setChosen(key ?? null)}
        />
      </label>
      {may(checkinSurveys.set) && (
        <Button
          type="primary"
          disabled={value === (now?.key ?? null)}
          loading={set.isPending}
          onClick={() => set.mutate({ key: value }, { onSuccess: () => setChosen(undefined) })}
        >
          保存
        </Button>
      )}
    </div>
  );
}

export default function Checkin() {
  const rules = useCall(checkinScoreRules.page, { size: 100 }, { quiet: true }).data?.records ?? [];
  const gaps = gapsOf(rules);
  return (
    <>
      <Survey />
      {gaps.length > 0 && <Alert type="warning" showIcon title={`这些分数没有规则：${gaps.join('、')}`} />}
      <CrudPage name="checkin-score-rules" noun="入住评分规则" height="content" routes={checkinScoreRules} columns={columns} form={form} />
    </>
  );
}
