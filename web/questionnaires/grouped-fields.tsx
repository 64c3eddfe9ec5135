/** Questions of several parts: rows of choices, marks or texts, a recommendation, an order. Each takes `value` and `onChange` from its form item. */
import { Button, Checkbox, Input, Radio } from 'antd';
import { NPS_ENDS, NPS_MARKS, placesOf, type Expand, type FormItem } from '#contract/questionnaires/item-types.rules.ts';
import { FIELD_LENGTH, marksOf, nameOf, rowAnswer, withPart } from '#contract/questionnaires/matrix.rules.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { choicesOf } from './choices.ts';
import './questionnaires.css';

type Choice = string | number;

interface Given<T> {
  id?: string;
  value?: T | null | undefined;
  onChange?: (value: T | undefined) => void;
}

const Ends = ({ low, high }: { low: string | undefined; high: string | undefined }) =>
  low || high ? (
    <p className="y-answer-ends">
      <span>{low}</span>
      <span>{high}</span>
    </p>
  ) : null;

/** Marks as buttons in a row. */
function Marks({ marks, value, onChange }: { marks: readonly number[]; value: unknown; onChange: (mark: number) => void }) {
  return (
    <Radio.Group
      optionType="button"
      options={marks.map((mark) => ({ label: String(mark), value: mark }))}
      value={value ?? null}
      onChange={({ target }) => onChange(target.value as number)}
    />
  );
}

function RowControl({
  item: { type, expand },
  label,
  value,
  onChange,
}: {
  item: Pick<FormItem, 'type' | 'expand'>;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { options = [], multiple, maxlength = FIELD_LENGTH } = expand;
  if (type === 'MATRIX_SCALE') return <Marks marks={marksOf(expand)} value={value} onChange={onChange} />;
  if (type === 'MATRIX_INPUT')
    return (
      <div className="y-answer-texts">
        {options.map((column) => (
          <Input
            key={nameOf(column)}
            placeholder={column.label ?? ''}
            aria-label={`${label} ${column.label ?? ''}`}
            maxLength={maxlength}
            value={String(rowAnswer(value, nameOf(column)) ?? '')}
            onChange={({ target }) => onChange(withPart(value, nameOf(column), target.value))}
          />
        ))}
      </div>
    );
  return multiple ? (
    <Checkbox.Group
      className="y-answer-choices"
      options={choicesOf(options)}
      value={(value as Choice[] | undefined) ?? []}
      onChange={onChange}
    />
  ) : (
    <Radio.Group
      className="y-answer-choices"
      options={choicesOf(options)}
      value={(value as Choice | undefined) ?? null}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

export function MatrixAnswer({ id, value, onChange, item }: Given<Record<string, unknown>> & { item: FormItem }) {
  const { rows = [], lowLabel, highLabel } = item.expand;
  return (
    <div id={id} className="y-answer-matrix" role="group" tabIndex={-1}>
      <Ends low={lowLabel && `1 ${lowLabel}`} high={highLabel && `${marksOf(item.expand).at(-1)} ${highLabel}`} />
      {rows.map((row) => {
        const label = row.label ?? '';
        return (
          <div key={nameOf(row)} role="group" aria-label={label}>
            <span>
              {label}
              {!item.required && row.required && '（必填）'}
            </span>
            <RowControl
              item={item}
              label={label}
              value={rowAnswer(value, nameOf(row))}
              onChange={(part) => onChange?.(withPart(value, nameOf(row), part))}
            />
          </div>
        );
      })}
    </div>
  );
}

export function NpsAnswer({ id, value, onChange, expand }: Given<number> & { expand: Expand }) {
  const { lowLabel = NPS_ENDS.lowLabel, highLabel = NPS_ENDS.highLabel } = expand;
  return (
    <div id={id} className="y-answer-matrix" role="group" tabIndex={-1}>
      <Marks marks={NPS_MARKS} value={value} onChange={(mark) => onChange?.(mark)} />
      <Ends low={`0 ${lowLabel}`} high={`${NPS_MARKS.at(-1)} ${highLabel}`} />
    </div>
  );
}

export function SortAnswer({ id, value, onChange, expand }: Given<Choice[]> & { expand: Expand }) {
  const options = choicesOf(expand.options);
  const ranked = (value ?? []).flatMap((one) => options.find((option) => option.value === one) ?? []);
  const rest = options.filter((option) => !ranked.includes(option));
  const places = placesOf(expand);
  const set = (next: readonly { value: Choice }[]) => onChange?.(next.length > 0 ? next.map((option) => option.value) : undefined);
  return (
    <div id={id} className="y-answer-matrix" role="group" tabIndex={-1}>
      {ranked.length > 0 && (
        <SortableList
          items={ranked}
          keyOf={(option) => String(option.value)}
          labelOf={({ label }) => label}
          onChange={set}
          render={(option) => (
            <span className="y-answer-ranked">
              {ranked.indexOf(option) + 1}. {option.label}
              <Button
                type="link"
                size="small"
                aria-label={`取消${option.label}`}
                onClick={() => set(ranked.filter((one) => one !== option))}
              >
                取消
              </Button>
            </span>
          )}
        />
      )}
      <div className="y-answer-choices">
        {rest.map((option) => (
          <Button key={option.value} size="small" disabled={ranked.length >= places} onClick={() => set([...ranked, option])}>
            {option.label}
          </Button>
        ))}
      </div>
      <small>按先后点选，排出{places}项</small>
    </div>
  );
}
