/** Entries of the same few questions, as staff fill them in. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { keyOf, labelText, type FormItem } from '#contract/questionnaires/item-types.rules.ts';
import { leastEntries, MOST_ENTRIES, subItemsOf } from '#contract/questionnaires/sub-form.rules.ts';
import './questionnaires.css';

type Entry = Readonly<Record<string, unknown>>;

interface Props {
  id?: string;
  value?: readonly Entry[] | null | undefined;
  onChange?: (value: Entry[] | undefined) => void;
  item: FormItem;
  /** The control of a simple question. */
  controlOf: (item: FormItem) => ReactNode;
}

/** What a control says: fields of the browser say it in an event. */
const saidBy = (given: unknown): unknown => {
  const target = (given as { target?: { value?: unknown } } | null)?.target;
  const value = target ? target.value : given;
  return value === '' || value === null ? undefined : value;
};

export function SubFormAnswer({ id, value, onChange, item, controlOf }: Props) {
  const asked = subItemsOf(item.expand);
  const label = labelText(item.label);
  const entries = value ?? Array.from({ length: leastEntries(item) }, (): Entry => ({}));
  const most = Math.min(MOST_ENTRIES, item.expand.max ?? MOST_ENTRIES);
  const set = (next: Entry[]) => onChange?.(next.length > 0 ? next : undefined);
  return (
    <div id={id} className="y-answer-matrix" role="group" tabIndex={-1}>
      {entries.map((entry, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- an entry has nothing else of its own
        <div key={at} className="y-answer-entry" role="group" aria-label={`${label} ${at + 1}`}>
          <span className="y-answer-ranked">
            {label} {at + 1}
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`删除${label} ${at + 1}`}
              onClick={() => set(entries.toSpliced(at, 1))}
            />
          </span>
          {asked.map((one) => {
            const name = keyOf(one.formItemId);
            return (
              <div key={one.formItemId}>
                <span>
                  {one.label}
                  {one.required && '（必填）'}
                </span>
                {cloneElement(
                  controlOf(one) as ReactElement<{ value: unknown; onChange: (given: unknown) => void; 'aria-label': string }>,
                  {
                    'aria-label': `${label} ${at + 1} ${one.label}`,
                    value: entry[name] ?? null,
                    onChange: (given: unknown) => set(entries.with(at, { ...entry, [name]: saidBy(given) })),
                  },
                )}
              </div>
            );
          })}
        </div>
      ))}
      <div>
        <Button size="small" icon={<PlusOutlined aria-hidden />} disabled={entries.length >= most} onClick={() => set([...entries, {}])}>
          添加一条
        </Button>
      </div>
    </div>
  );
}
