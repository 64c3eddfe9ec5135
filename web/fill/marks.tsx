/** @jsxImportSource preact */
/** Marks in a row, of which one is pressed: how likely a recommendation is, and the rows of a scale. */
import { labelText, NPS_ENDS, NPS_MARKS } from '#contract/questionnaires/item-types.rules.ts';
import type { Given } from './asked.ts';

interface MarksProps {
  name: string;
  label: string;
  marks: readonly number[];
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  canClear: boolean;
}

export function Marks({ name, label, marks, value, onChange, canClear }: MarksProps) {
  return (
    <div class="f-marks">
      {marks.map((mark) => (
        <label key={mark} class="f-mark">
          <input type="radio" name={name} aria-label={`${label} ${mark} 分`} checked={value === mark} onChange={() => onChange(mark)} />
          <span aria-hidden="true">{mark}</span>
        </label>
      ))}
      {canClear && value !== undefined && (
        <button type="button" class="f-small" onClick={() => onChange(undefined)}>
          清除
        </button>
      )}
    </div>
  );
}

/** What the ends mean. */
export const Ends = ({ low, high }: { low: string | undefined; high: string | undefined }) =>
  low || high ? (
    <p class="f-ends">
      <span>{low}</span>
      <span>{high}</span>
    </p>
  ) : null;

export function NpsField({ item, id, value, onChange }: Given<number>) {
  const { lowLabel = NPS_ENDS.lowLabel, highLabel = NPS_ENDS.highLabel } = item.expand;
  return (
    <>
      <Ends low={`0 ${lowLabel}`} high={`${NPS_MARKS.at(-1)} ${highLabel}`} />
      <Marks name={id} label={labelText(item.label)} marks={NPS_MARKS} value={value} onChange={onChange} canClear={!item.required} />
    </>
  );
}
