/** The options of a question: their words or pictures, their order, what they score, and which answer is abnormal. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Tooltip } from 'antd';
import { MARKED } from '#contract/questionnaires/abnormal.rules.ts';
import { OTHER, type ItemType, type Option } from '#contract/questionnaires/item-types.rules.ts';
import { MOST_SCORE } from '#contract/questionnaires/scores.rules.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { nextValue, withOption } from './presets.ts';

interface Props {
  type: ItemType;
  /** What they are called: rows and columns of a matrix are options, too. */
  noun?: '选项' | '行' | '列';
  options: readonly Option[];
  /** With the name of the field that was typed into; empty for everything else. */
  onChange: (options: Option[], mark: string) => void;
}

/** Options of the wire may have no value, as those of pictures that are only shown. */
const named = (options: readonly Option[]): Option[] => {
  const last = nextValue(options) - 1;
  return options.map((option, at) => (option.value === undefined ? { ...option, value: last + at + 1 } : option));
};

export function OptionsField({ type, noun = '选项', options: given, onChange }: Props) {
  const options = named(given);
  const pictures = type === 'IMAGE_SELECT' || type === 'IMAGE_CAROUSEL';
  const rows = noun === '行';
  const scored = !pictures && !rows && type !== 'SORT' && type !== 'MATRIX_INPUT';
  const withOther = type === 'RADIO' || type === 'CHECKBOX';
  const set = (value: Option['value'], part: Partial<Option>, mark: string) =>
    onChange(
      options.map((one) => (one.value === value ? { ...one, ...part } : one)),
      mark,
    );
  const nameOf = ({ label }: Option) => `${noun}${label ?? ''}`;
  return (
    <section className="q-options" aria-label={noun}>
      <h4>{pictures ? '图片' : noun}</h4>
      <SortableList
        tall
        items={options}
        keyOf={({ value }) => String(value)}
        labelOf={nameOf}
        onChange={(next) => onChange(next, '')}
        render={(option) => (
          <div className="q-option">
            {pictures && (
              <ImageUpload
                label={`${nameOf(option)}的图片`}
                value={option.image ?? null}
                onChange={(image) => set(option.value, { image: image ?? '' }, '')}
              />
            )}
            <Input
              size="small"
              value={option.label ?? ''}
              maxLength={100}
              aria-label={`${noun}${options.indexOf(option) + 1}`}
              placeholder={pictures ? '图片名称' : `${noun}${noun === '选项' ? '内容' : '名称'}`}
              onChange={(event) => set(option.value, { label: event.target.value }, `option.${option.value}`)}
            />
            {scored && (
              <InputNumber<number>
                size="small"
                value={option.score ?? null}
                min={-MOST_SCORE}
                max={MOST_SCORE}
                precision={0}
                controls={false}
                className="q-option-score"
                placeholder="分数"
                aria-label={`${nameOf(option)}的分数`}
                onChange={(score) => set(option.value, { score: score ?? undefined }, `score.${option.value}`)}
              />
            )}
            {rows && (
              <Checkbox
                checked={option.required ?? false}
                aria-label={`${nameOf(option)}必填`}
                onChange={(event) => set(option.value, { required: event.target.checked }, '')}
              >
                必填
              </Checkbox>
            )}
            {MARKED.has(type) && (
              <Tooltip title="选中即为异常：通知调度人员，可在工单中生成跟进工单">
                <Checkbox
                  checked={option.abnormal ?? false}
                  aria-label={`${nameOf(option)}为异常`}
                  onChange={(event) => set(option.value, { abnormal: event.target.checked }, '')}
                >
                  异常
                </Checkbox>
              </Tooltip>
            )}
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除${nameOf(option)}`}
              onClick={() =>
                onChange(
                  options.filter((one) => one !== option),
                  '',
                )
              }
            />
          </div>
        )}
      />
      <div className="q-buttons">
        <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => onChange(withOption(options, noun), '')}>
          {pictures ? '添加图片' : `添加${noun}`}
        </Button>
        {withOther && (
          <Button
            size="small"
            disabled={options.some(({ value }) => value === OTHER)}
            onClick={() => onChange([...options, { label: '其他', value: OTHER }], '')}
          >
            添加其他
          </Button>
        )}
      </div>
    </section>
  );
}
