/** The search above a list: filters as JSX children, one row until it is opened. */
import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Form, type FormItemProps } from 'antd';
import { titleOf, type Labels } from '#contract/labels.ts';
import { Children, Fragment, isValidElement, useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import './controls.css';
import './search-form.css';

interface FilterProps extends Omit<FormItemProps, 'name' | 'label'> {
  /** Of the call's input; a range has the names of its start and its end. */
  name: string | readonly [string, string];
  label: string;
}

/** `<Filter name="userName" label="姓名"><Input /></Filter>`; text is trimmed when it is sent. */
export function Filter({ name, label, ...rest }: FilterProps) {
  return <Form.Item {...rest} name={String(name)} label={label} className="y-filter" />;
}

type LabelledProps<Name extends string> =
  | FilterProps
  | (Omit<FilterProps, 'name' | 'label'> & { name: Name | readonly [Name, string]; label?: undefined });

/** The `Filter` of an entity: it takes its label from `labels`, a range that of its start. */
export const labelledFilter =
  <L extends Labels>(labels: L) =>
  (props: LabelledProps<keyof L & string>) => {
    if (props.label !== undefined) return <Filter {...props} />;
    const name = typeof props.name === 'string' ? props.name : props.name[0];
    return <Filter {...props} label={titleOf(labels, name)} />;
  };

type Filters = Readonly<Record<string, string>>;

/** What the form holds: a range under the joined names of its two. */
function toForm(names: readonly string[], filters: Filters): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', second] = name.split(',');
      return [name, second === undefined ? filters[first] : [filters[first] ?? '', filters[second] ?? '']];
    }),
  );
}

function toFilters(values: Record<string, unknown>): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    const parts = key.includes(',') ? ((value as unknown[] | undefined) ?? []) : [value];
    key.split(',').forEach((name, index) => {
      const text = String(parts[index] ?? '').trim();
      if (text) filters[name] = text;
    });
  }
  return filters;
}

const flat = (children: ReactNode): ReactElement[] =>
  Children.toArray(children).flatMap((child) =>
    !isValidElement<{ children?: ReactNode }>(child) ? [] : child.type === Fragment ? flat(child.props.children) : [child],
  );

/** Cells in a row of the form's grid, the buttons' among them. */
function useRoom() {
  const ref = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(4);
  useEffect(() => {
    const grid = ref.current?.firstElementChild;
    if (!grid) return;
    const observer = new ResizeObserver(() => setColumns(getComputedStyle(grid).gridTemplateColumns.split(' ').length));
    observer.observe(grid);
    return () => observer.disconnect();
  }, []);
  return [ref, columns] as const;
}

export function SearchForm({
  label,
  filters,
  onSearch,
  children,
}: {
  /** Names the region: a drawer may have a search of its own above a page's. */
  label: string;
  filters: Filters;
  onSearch: (filters: Record<string, string>) => void;
  children: ReactNode;
}) {
  const [form] = Form.useForm();
  const [open, setOpen] = useState(false);
  const [ref, columns] = useRoom();
  const items = flat(children);
  const fits = items.length < columns;
  const shown = open || fits ? items : items.slice(0, Math.max(1, columns - 1));
  const names = items.map((item) => String((item.props as FilterProps).name));
  const hiddenInUse = names.slice(shown.length).some((name) => name.split(',').some((part) => filters[part]));

  // Back and forward, and "clear" below an empty list, change the filters from outside.
  const kept = JSON.stringify(toForm(names, filters));
  // What was searched here comes back a moment later: it must not wipe out what has been typed since.
  const searched = useRef<string | null>(null);
  useEffect(() => {
    const own = searched.current === kept;
    searched.current = null;
    if (own) return;
    form.resetFields();
    form.setFieldsValue(JSON.parse(kept) as Record<string, unknown>);
  }, [form, kept]);

  const search = () => {
    const wanted = toFilters(form.getFieldsValue(true) as Record<string, unknown>);
    searched.current = JSON.stringify(toForm(names, wanted));
    onSearch(wanted);
  };

  return (
    <div className="y-search" role="search" aria-label={label} ref={ref}>
      <Form form={form} name={useId()} colon={false} labelCol={{ flex: '4.9em' }} wrapperCol={{ flex: '1 1 0' }} onFinish={search}>
        {shown}
        <div className="y-search-buttons">
          {!fits && (
            <Button
              // A hidden filter that is in use stands out; words for it would not fit beside the last one.
              type={hiddenInUse && !open ? 'link' : 'text'}
              title={hiddenInUse && !open ? '收起的部分有条件' : undefined}
              aria-expanded={open}
              icon={open ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
              iconPlacement="end"
              onClick={() => setOpen(!open)}
            >
              {open ? '收起' : '展开'}
            </Button>
          )}
          <Button onClick={() => onSearch({})}>重置</Button>
          <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
            查询
          </Button>
        </div>
      </Form>
    </div>
  );
}
