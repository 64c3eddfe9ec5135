/** A questionnaire that collects answers, for the form of an outbound job; one that is stopped keeps its name. */
import { Select } from 'antd';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { useCall } from '#web/api/call.ts';

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
}

export function QuestionnaireSelect({ value, onChange, ...props }: Props) {
  const { data = [], isLoading } = useCall(projectQuestionnaires.list, {}, { quiet: true, staleTime: 60_000 });
  const options = data.map(({ questionId, name }) => ({ value: questionId, label: name }));
  const known = !value || isLoading || options.some((one) => one.value === value);
  return (
    <Select
      {...props}
      allowClear
      showSearch
      optionFilterProp="label"
      placeholder="不填写问卷"
      loading={isLoading}
      value={value || null}
      onChange={(next: number | undefined) => onChange?.(next ?? null)}
      options={known ? options : [...options, { value, label: '已停止的问卷' }]}
    />
  );
}
