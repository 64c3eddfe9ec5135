/** One question as it is asked: its words, its control, its rules. */
import { Cascader, Checkbox, Col, Divider, Form, Input, InputNumber, Radio, Rate, Select, Slider, Switch, type FormInstance } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { choseOther } from '#contract/questionnaires/answer-checks.rules.ts';
import { checkAnswers } from '#contract/questionnaires/answers.rules.ts';
import { formItemOf } from '#contract/questionnaires/filling.rules.ts';
import { keyOf, labelText, otherKeyOf, type Expand, type FormItem } from '#contract/questionnaires/item-types.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import { Day } from '#web/ui/day.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { SignatureField } from '#web/ui/signature-pad.tsx';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { UploadItem } from '#web/ui/upload-wait.tsx';
import { choicesOf } from './choices.ts';
import { MatrixAnswer, NpsAnswer, SortAnswer } from './grouped-fields.tsx';
import { SubFormAnswer } from './sub-form-answer.tsx';
import { ColorAnswer, PictureAnswer, PlaceAnswer, RegionAnswer, TimeAnswer, TimeRangeAnswer, UploadAnswer } from './special-fields.tsx';
import './questionnaires.css';

function dateControl({ type, valueFormat }: Expand): ReactNode {
  if (valueFormat === 'yyyy-MM' || (!valueFormat && type === 'month')) return <Input type="month" />;
  if (valueFormat === 'yyyy-MM-dd HH:mm:ss' || (!valueFormat && type === 'datetime')) return <Day withTime />;
  // What no picker of ours speaks is typed.
  return !valueFormat || valueFormat === 'yyyy-MM-dd' ? <Day /> : <Input placeholder={valueFormat} maxLength={40} />;
}

type Options = { expand: Expand };

/**
 * A group of check boxes cannot be "required" for assistive technology, which its form item says it is: the star beside its name says so.
 */
function Checks({
  'aria-required': _required,
  expand,
  ...rest
}: ComponentProps<typeof Checkbox.Group> & Options & { 'aria-required'?: string }) {
  return <Checkbox.Group {...rest} options={choicesOf(expand.options, rest.value)} className="y-answer-choices" />;
}
const Radios = ({ expand, ...rest }: ComponentProps<typeof Radio.Group> & Options) => (
  <Radio.Group {...rest} options={choicesOf(expand.options, rest.value)} className="y-answer-choices" />
);
const List = ({ expand, ...rest }: ComponentProps<typeof Select> & Options) => (
  <Select
    {...rest}
    options={choicesOf(expand.options, rest.value)}
    mode={expand.multiple ? 'multiple' : undefined}
    allowClear
    showSearch={{ optionFilterProp: 'label' }}
  />
);

function controlOf(item: FormItem): ReactNode {
  const { type, expand, placeholder, label } = item;
  const hint = placeholder || undefined;
  switch (type) {
    case 'TEXTAREA':
      return (
        <Input.TextArea
          placeholder={hint}
          maxLength={expand.maxlength ?? 5000}
          showCount
          autoSize={{ minRows: expand.minRows ?? 2, maxRows: expand.maxRows ?? 8 }}
        />
      );
    case 'PASSWORD_INPUT':
      return <Input.Password placeholder={hint} maxLength={500} autoComplete="off" />;
    case 'NUMBER_INPUT':
      return (
        <InputNumber<number>
          placeholder={hint}
          step={expand.step ?? 1}
          precision={expand.precision}
          disabled={expand.formula !== undefined || undefined}
          inputMode="decimal"
          className="y-answer-number"
        />
      );
    case 'SELECT':
      return <List placeholder={hint ?? '请选择'} expand={expand} />;
    case 'CASCADER':
      return (
        <Cascader
          placeholder={hint ?? '请选择'}
          options={(expand.options ?? []) as never}
          multiple={(expand.multiple ?? false) as never}
          allowClear
          changeOnSelect
        />
      );
    case 'RADIO':
      return <Radios expand={expand} />;
    case 'CHECKBOX':
      return <Checks expand={expand} />;
    case 'IMAGE_SELECT':
      return <PictureAnswer expand={expand} />;
    case 'SWITCH':
      return <Switch checkedChildren="是" unCheckedChildren="否" />;
    case 'SLIDER':
      return <Slider min={expand.min ?? 0} max={expand.max ?? 100} step={expand.step ?? 1} range={(expand.range ?? false) as never} />;
    case 'TIME':
      return <TimeAnswer />;
    case 'TIME_RANGE':
      return <TimeRangeAnswer />;
    case 'DATE':
      return dateControl(expand);
    case 'DATE_RANGE':
      return <DateRange days />;
    case 'RATE':
      return <Rate count={expand.max ?? 5} allowHalf={expand.allowHalf ?? false} />;
    case 'COLOR':
      return <ColorAnswer />;
    case 'UPLOAD':
      return <UploadAnswer expand={expand} />;
    case 'SIGN_PAD':
      return <SignatureField label={labelText(label) || '签名'} />;
    case 'PROVINCE_CITY':
      return <RegionAnswer />;
    case 'INPUT_MAP':
      return <PlaceAnswer />;
    case 'MATRIX_SELECT':
    case 'MATRIX_SCALE':
    case 'MATRIX_INPUT':
      return <MatrixAnswer item={item} />;
    case 'NPS':
      return <NpsAnswer expand={expand} />;
    case 'SORT':
      return <SortAnswer expand={expand} />;
    case 'SUB_FORM':
      return <SubFormAnswer item={item} controlOf={controlOf} />;
    case 'PHONE_VERIFICATION':
      return <Input placeholder={hint ?? '请输入手机号'} maxLength={11} inputMode="numeric" />;
    default:
      return (
        <Input
          placeholder={hint}
          maxLength={expand.maxlength ?? 500}
          showCount={expand.showWordLimit === true}
          prefix={expand.prepend as string}
          suffix={expand.append as string}
        />
      );
  }
}

function Display({ item: { type, label, expand } }: { item: FormItem }) {
  const words = labelText(label);
  if (type === 'DIVIDER') return <Divider titlePlacement="start">{words}</Divider>;
  if (type === 'IMAGE')
    return expand.src ? <StoredImage url={String(expand.src)} alt={String(expand.alt ?? (words || '图片'))} size={240} /> : null;
  if (type === 'IMAGE_CAROUSEL')
    return (
      <div className="y-answer-pictures">
        {(expand.options ?? []).map(
          ({ image, label: name }) => image && <StoredImage key={image} url={image} alt={name || '图片'} size={160} />,
        )}
      </div>
    );
  return <RichText value={label} className="y-answer-text" />;
}

/** The words of one's own that go with 其他. */
function OtherWords({ item }: { item: FormItem }) {
  const chosen: unknown = Form.useWatch(keyOf(item.formItemId));
  if (!choseOther(item, chosen)) return null;
  return (
    <Form.Item
      name={otherKeyOf(item.formItemId)}
      className="y-answer-other"
      rules={[{ required: true, whitespace: true, message: '请输入其他内容' }]}
    >
      <Input placeholder="请输入其他内容" maxLength={200} aria-label={`${labelText(item.label)}的其他内容`} />
    </Form.Item>
  );
}

/** The rule of the contract for one question, as antd asks for it. 其他 has a field and a rule of its own. */
const ruleOf = (item: FormItem, form: FormInstance) => ({
  validator: () => {
    const values = form.getFieldsValue(true) as Record<string, unknown>;
    const problem = checkAnswers([item], values, { [otherKeyOf(item.formItemId)]: '其他' }).problems[0];
    return problem ? Promise.reject(new Error(problem.message)) : Promise.resolve();
  },
});

export function AnswerField({ row }: { row: FormItemRow }) {
  const form = Form.useFormInstance();
  const item = formItemOf(row);
  const { type, formItemId, label, required } = item;
  const words = labelText(label);
  return (
    <Col xs={24} md={row.span}>
      {item.displayType ? (
        <Display item={item} />
      ) : (
        <>
          <UploadItem
            name={keyOf(formItemId)}
            label={row.showLabel ? words : <span className="y-unseen">{words}</span>}
            required={required}
            rules={[ruleOf(item, form)]}
            validateTrigger={['INPUT', 'TEXTAREA', 'PHONE_VERIFICATION', 'NUMBER_INPUT'].includes(type) ? 'onBlur' : 'onChange'}
            {...(type === 'SWITCH' ? { valuePropName: 'checked' } : {})}
          >
            {controlOf(item)}
          </UploadItem>
          {(type === 'RADIO' || type === 'CHECKBOX') && <OtherWords item={item} />}
        </>
      )}
    </Col>
  );
}
