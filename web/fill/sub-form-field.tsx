/** @jsxImportSource preact */
/** Entries of the same few questions: added and removed, each a group of its own. */
import type { ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import { leastEntries, MOST_ENTRIES, subItemsOf } from '#contract/questionnaires/sub-form.rules.ts';
import type { Asked, Given } from './asked.ts';

type Entry = Readonly<Record<string, unknown>>;

/** One question as the page shows it, given from outside: it holds this field itself. */
export type Framed = ComponentType<{
  item: Asked;
  id: string;
  number: null;
  values: Entry;
  problem: undefined;
  projectKey: string;
  onAnswer: (name: string, value: unknown) => void;
}>;

export function SubFormField({ item, id, value, onChange, projectKey, Framed }: Given<Entry[]> & { Framed: Framed }) {
  const label = labelText(item.label);
  const asked = useMemo(
    () => subItemsOf(item.expand).map((one): Asked => ({ ...one, showLabel: true, span: 24, defaultValue: null })),
    [item.expand],
  );
  const entries = value ?? Array.from({ length: leastEntries(item) }, (): Entry => ({}));
  const most = Math.min(MOST_ENTRIES, item.expand.max ?? MOST_ENTRIES);
  const set = (next: Entry[]) => onChange(next.length > 0 ? next : undefined);
  const add = () => {
    set([...entries, {}]);
    setTimeout(() => document.getElementById(`${id}-${entries.length}`)?.focus());
  };
  return (
    <div class="f-entries">
      {entries.map((entry, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- an entry has nothing else of its own
        <fieldset key={at} id={`${id}-${at}`} tabIndex={-1}>
          <legend>
            {label} {at + 1}
          </legend>
          {asked.map((one) => (
            <Framed
              key={one.formItemId}
              item={one}
              id={`${id}-${at}-${one.formItemId}`}
              number={null}
              values={entry}
              problem={undefined}
              projectKey={projectKey}
              onAnswer={(name, answer) => set(entries.with(at, { ...entry, [name]: answer }))}
            />
          ))}
          <button type="button" class="f-small" aria-label={`删除${label} ${at + 1}`} onClick={() => set(entries.toSpliced(at, 1))}>
            删除
          </button>
        </fieldset>
      ))}
      {entries.length < most ? (
        <button type="button" class="f-small" onClick={add}>
          添加一条
        </button>
      ) : (
        <small class="f-hint">最多{most}条</small>
      )}
    </div>
  );
}
