/** The fields by which every list of questionnaires is searched. */
import { Input, Select } from 'antd';
import { questionnaireLabels } from '#contract/questionnaires/questionnaires.labels.ts';
import { questionnaireStatusLabels } from '#contract/questionnaires/questionnaires.ts';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';

export const Filter = labelledFilter(questionnaireLabels);

export const nameAndStatus = (
  <>
    <Filter name="name">
      <Input placeholder="请输入问卷名称" allowClear maxLength={100} />
    </Filter>
    <Filter name="status">
      <Select placeholder="请选择状态" allowClear options={choices(questionnaireStatusLabels)} />
    </Filter>
  </>
);
