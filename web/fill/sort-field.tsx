/** @jsxImportSource preact */
/** Options put in order: pressed they get the next place, pressed again they lose it; arrows move them. Fingers and keys do the same. */
import { useState } from 'preact/hooks';
import { placesOf, type Option } from '#contract/questionnaires/item-types.rules.ts';
import type { Given } from './asked.ts';

type Choice = string | number;

export function SortField({ item, id, value, onChange }: Given<Choice[]>) {
  const [said, setSaid] = useState('');
  const ranked = value ?? [];
  const options = (item.expand.options ?? []).filter((option): option is Option & { value: Choice } => option.value !== undefined);
  const places = placesOf(item.expand);
  const idOf = (one: Choice) => `${id}-${options.findIndex((option) => option.value === one)}`;
  const labelOf = (one: Choice) => options.find((option) => option.value === one)?.label ?? String(one);
  /** A row that moves loses the focus: it gets it back once it stands. */
  const set = (next: Choice[], one: Choice) => {
    onChange(next.length > 0 ? next : undefined);
    const at = next.indexOf(one);
    setSaid(at < 0 ? `${labelOf(one)}，已取消排序` : `${labelOf(one)}，第${at + 1}位`);
    setTimeout(() => document.getElementById(idOf(one))?.focus());
  };
  const move = (one: Choice, to: number) => set(ranked.filter((other) => other !== one).toSpliced(to, 0, one), one);
  const rows = [
    ...ranked.filter((one) => options.some((option) => option.value === one)),
    ...options.flatMap((option) => (ranked.includes(option.value) ? [] : [option.value])),
  ];
  return (
    <>
      <ol class="f-sort">
        {rows.map((one) => {
          const at = ranked.indexOf(one);
          const label = labelOf(one);
          return (
            <li key={one}>
              <button
                type="button"
                id={idOf(one)}
                class="f-choice"
                aria-pressed={at >= 0}
                disabled={at < 0 && ranked.length >= places}
                onClick={() =>
                  at < 0
                    ? move(one, ranked.length)
                    : set(
                        ranked.filter((other) => other !== one),
                        one,
                      )
                }
                onKeyDown={(event) => {
                  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
                  if (at < 0 || by === 0 || at + by < 0 || at + by >= ranked.length) return;
                  event.preventDefault();
                  move(one, at + by);
                }}
              >
                <span class="f-place">{at < 0 ? '' : at + 1}</span>
                <span>{label}</span>
              </button>
              {at >= 0 && (
                <>
                  <button type="button" class="f-small" aria-label={`${label}上移`} disabled={at === 0} onClick={() => move(one, at - 1)}>
                    ↑
                  </button>
                  <button
                    type="button"
                    class="f-small"
                    aria-label={`${label}下移`}
                    disabled={at === ranked.length - 1}
                    onClick={() => move(one, at + 1)}
                  >
                    ↓
                  </button>
                </>
              )}
            </li>
          );
        })}
      </ol>
      <p role="status" class="y-unseen">
        {said}
      </p>
    </>
  );
}
