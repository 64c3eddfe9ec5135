/** What is seen of a finding: kind, size, words, photographs, when. */
import { Input, InputNumber, Select } from 'antd';
import { skinKinds } from '#contract/care/skin-commands.rules.ts';
import { skinLabels } from '#contract/care/skin-findings.labels.ts';
import { PictureListField } from '#web/approvals/picture-list-field.tsx';
import { Day } from '#web/ui/day.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';

const Field = labelledField(skinLabels);
const Side = (props: { id?: string; value?: number | null; onChange?: (value: number | null) => void }) => (
  <InputNumber {...props} min={0.1} max={100} step={0.1} precision={1} suffix="厘米" />
);

/** Without a size where it has healed. */
export const LookFields = ({ healing = false }: { healing?: boolean }) => (
  <>
    {!healing && (
      <>
        <Field name="kind" missing="请选择类别">
          <Select placeholder="请选择类别" options={choices(skinKinds)} />
        </Field>
        <Field name="length">
          <Side />
        </Field>
        <Field name="width">
          <Side />
        </Field>
      </>
    )}
    <Field name="time">
      <Day withTime placeholder="不填为现在" />
    </Field>
    <Field name="note" wide>
      <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} placeholder="如 创面红润，少量渗液，无异味" />
    </Field>
    <Field name="photos" wide>
      <PictureListField />
    </Field>
  </>
);
