/** @jsxImportSource preact */
/** Questions with rows: each row is a group of its own below the other, which a phone has room for. */
import type { Option } from '#contract/questionnaires/item-types.rules.ts';
import { FIELD_LENGTH, marksOf, nameOf, rowAnswer, withPart } from '#contract/questionnaires/matrix.rules.ts';
import type { Asked, Given } from './asked.ts';
import { Choices } from './choices.tsx';
import { Ends, Marks } from './marks.tsx';

type Answer = Record<string, unknown>;

interface RowProps {
  given: Given<Answer>;
  row: Option;
  value: unknown;
  onChange: (value: unknown) => void;
}

function Row({ given, row, value, onChange }: RowProps) {
  const { item, id, projectKey } = given;
  const name = `${id}-${nameOf(row)}`;
  const label = row.label ?? '';
  const must = item.required || row.required === true;
  const { options = [], multiple, maxlength = FIELD_LENGTH } = item.expand;
  if (item.type === 'MATRIX_SCALE')
    return (
      <Marks
        name={name}
        label={label}
        marks={marksOf(item.expand)}
        value={value as number | undefined}
        onChange={onChange}
        canClear={!must}
      />
    );
  if (item.type === 'MATRIX_INPUT')
    return (
      <div class="f-texts">
        {options.map((column) => (
          <label key={nameOf(column)}>
            <span>{column.label}</span>
            <input
              type="text"
              maxLength={maxlength}
              aria-label={`${label} ${column.label ?? ''}`}
              value={String(rowAnswer(value, nameOf(column)) ?? '')}
              onInput={({ currentTarget }) => onChange(withPart(value, nameOf(column), currentTarget.value))}
            />
          </label>
        ))}
      </div>
    );
  const asked: Asked = { ...item, type: multiple ? 'CHECKBOX' : 'RADIO', required: must, expand: { options } };
  return (
    <Choices
      {...{ item: asked, id: name, projectKey, onChange, described: undefined, invalid: false }}
      value={value as string | number | (string | number)[] | undefined}
    />
  );
}

export function MatrixField(given: Given<Answer>) {
  const { item, value, onChange } = given;
  const { rows = [], lowLabel, highLabel } = item.expand;
  return (
    <div class="f-matrix">
      <Ends low={lowLabel && `1 ${lowLabel}`} high={highLabel && `${marksOf(item.expand).at(-1)} ${highLabel}`} />
      {rows.map((row) => (
        <fieldset key={nameOf(row)}>
          <legend>
            {row.label}
            {!item.required && row.required && <span class="f-star-must">（必填）</span>}
          </legend>
          <Row
            given={given}
            row={row}
            value={rowAnswer(value, nameOf(row))}
            onChange={(part) => onChange(withPart(value, nameOf(row), part))}
          />
        </fieldset>
      ))}
    </div>
  );
}
