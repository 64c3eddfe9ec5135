/** @jsxImportSource preact */
/** Which control a question has. */
import type { ComponentType } from 'preact';
import { choseOther } from '#contract/questionnaires/answer-checks.rules.ts';
import { keyOf, labelText, otherKeyOf, type ItemType } from '#contract/questionnaires/item-types.rules.ts';
import type { Asked, Given } from './asked.ts';
import { Choices, Pictures, Stars } from './choices.tsx';
import { DateField, DateRange, TimeField, TimeRange } from './days.tsx';
import { PhoneField } from './phone-field.tsx';
import { PlaceField } from './place-field.tsx';
import { CascadeField, RegionField } from './cascades.tsx';
import { NpsField } from './marks.tsx';
import { MatrixField } from './matrix-field.tsx';
import { ColorField, NumberField, SelectField, SliderField, SwitchField, TextField, WordsField } from './plain-controls.tsx';
import { SignField } from './sign-field.tsx';
import { SortField } from './sort-field.tsx';
import { SubFormField, type Framed } from './sub-form-field.tsx';
import { UploadField } from './upload-field.tsx';

const CONTROLS: Partial<Record<ItemType, ComponentType<Given<never> & { Framed: Framed }>>> = {
  TEXTAREA: WordsField,
  NUMBER_INPUT: NumberField,
  CASCADER: CascadeField,
  RADIO: Choices,
  CHECKBOX: Choices,
  SWITCH: SwitchField,
  SLIDER: SliderField,
  TIME: TimeField,
  TIME_RANGE: TimeRange,
  DATE: DateField,
  DATE_RANGE: DateRange,
  RATE: Stars,
  COLOR: ColorField,
  UPLOAD: UploadField,
  IMAGE_SELECT: Pictures,
  SIGN_PAD: SignField,
  PROVINCE_CITY: RegionField,
  PHONE_VERIFICATION: PhoneField,
  INPUT_MAP: PlaceField,
  MATRIX_SELECT: MatrixField,
  MATRIX_SCALE: MatrixField,
  MATRIX_INPUT: MatrixField,
  NPS: NpsField,
  SORT: SortField,
  SUB_FORM: SubFormField,
};

const GROUPS: ReadonlySet<ItemType> = new Set([
  'RADIO',
  'CHECKBOX',
  'IMAGE_SELECT',
  'RATE',
  'TIME_RANGE',
  'DATE_RANGE',
  'CASCADER',
  'PROVINCE_CITY',
  'UPLOAD',
  'SIGN_PAD',
  'PHONE_VERIFICATION',
  'INPUT_MAP',
  'MATRIX_SELECT',
  'MATRIX_SCALE',
  'MATRIX_INPUT',
  'NPS',
  'SORT',
  'SUB_FORM',
]);

/** Whether a question has several controls. */
export const isGroup = ({ type, expand }: Asked): boolean =>
  GROUPS.has(type) || (type === 'SELECT' && expand.multiple === true) || (type === 'SLIDER' && expand.range === true);

type Values = Readonly<Record<string, unknown>>;

interface Props extends Omit<Given, 'value' | 'onChange'> {
  /** Shows a question within another one. */
  Framed: Framed;
  values: Values;
  onAnswer: (name: string, value: unknown) => void;
}

export function Control({ values, onAnswer, Framed, ...given }: Props) {
  const { item, id } = given;
  const name = keyOf(item.formItemId);
  const other = otherKeyOf(item.formItemId);
  const several = item.type === 'SELECT' && item.expand.multiple;
  const One = (item.type === 'SELECT' ? (several ? Choices : SelectField) : (CONTROLS[item.type] ?? TextField)) as ComponentType<
    Given & { Framed: Framed }
  >;
  return (
    <>
      <One {...given} Framed={Framed} value={values[name]} onChange={(value) => onAnswer(name, value)} />
      {choseOther(item, values[name]) && (
        <input
          id={`${id}-other`}
          class="f-other"
          maxLength={200}
          placeholder="请输入其他内容"
          aria-label={`${labelText(item.label)}的其他内容`}
          value={String(values[other] ?? '')}
          onInput={({ currentTarget }) => onAnswer(other, currentTarget.value)}
        />
      )}
    </>
  );
}
