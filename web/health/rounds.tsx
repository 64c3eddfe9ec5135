/** /health/entry 体征录入: one line per person, Enter goes down, Tab goes right; all lines are saved together. */
import { App, Button, Empty, Input, Pagination, Skeleton } from 'antd';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { measurements } from '#contract/health/measurements.ts';
import { overviews } from '#contract/health/overviews.ts';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import { vitals } from '#contract/health/vitals.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { bedText } from '#web/elderly/person-tags.tsx';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';
import { judgedText } from './entry-drawer.tsx';
import { problemOf, sheetOf, type Line } from './round-lines.ts';
import './health.css';
import './rounds.css';

const SIZE = 20;
const COLUMNS: readonly { key: keyof Line; label: string; unit: string; hint: string; metrics: readonly MetricName[] }[] = [
  { key: 'temperature', label: '体温', unit: '℃', hint: '', metrics: ['temperature'] },
  { key: 'heartRate', label: '心率', unit: '次/分', hint: '', metrics: ['heartRate'] },
  { key: 'breathing', label: '呼吸', unit: '次/分', hint: '', metrics: ['breathing'] },
  { key: 'pressures', label: '血压', unit: 'mmHg', hint: '收缩/舒张', metrics: ['systolic', 'diastolic'] },
  { key: 'oxygen', label: '血氧', unit: '%', hint: '', metrics: ['oxygen'] },
  { key: 'glucose', label: '血糖', unit: 'mmol/L', hint: '', metrics: ['glucose'] },
  { key: 'note', label: '备注', unit: '', hint: '', metrics: [] },
];

export default function Rounds() {
  const { modal } = App.useApp();
  const [current, setCurrent] = useState(1);
  const [search, setSearch] = useState('');
  const [time, setTime] = useState<string | null>(() => formatTime(Date.now()));
  const [lines, setLines] = useState<ReadonlyMap<number, Line & { name: string }>>(new Map());
  const [refusal, setRefusal] = useState<{ id: number | null; text: string } | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const input = { current, size: SIZE, ascs: ['name'], ...(search ? { userName: search } : {}) };
  const { data, isError, error, refetch } = useCall(overviews.page, input, { quiet: true, placeholderData: (before) => before });
  const filled = useMemo(
    () => [...lines].filter(([, line]) => Object.entries(line).some(([key, text]) => key !== 'name' && key !== 'note' && text)),
    [lines],
  );
  const problems = useMemo(
    () => new Map(filled.flatMap(([id, line]) => (problemOf(line) ? [[id, problemOf(line) as string]] : []))),
    [filled],
  );

  const send = useSend(measurements.round, {
    changes: [overviews.page, overviews.summary, vitals.latest, vitals.series, vitals.page],
    quiet: true,
    onSuccess: ({ saved, judged }) => {
      const names = new Map(filled.map(([id, { name }]) => [id, name]));
      setLines(new Map());
      setRefusal(null);
      const groups = Map.groupBy(judged, ({ oldmanId }) => oldmanId);
      const content =
        groups.size === 0
          ? '没有异常值。'
          : [...groups].map(([id, list]) => (
              <p key={id}>
                {names.get(id)}：{judgedText(list)}
              </p>
            ));
      modal[groups.size ? 'warning' : 'success']({
        title: `已保存${saved}项${groups.size ? `，${groups.size}人有异常值` : ''}`,
        content,
        okText: '知道了',
      });
    },
    onError: (failed) => setRefusal({ id: (failed.data as { oldmanId?: number } | null)?.oldmanId ?? null, text: failed.message }),
  });

  const type = (id: number, name: string, key: keyof Line, text: string) =>
    setLines((now) => new Map(now).set(id, { ...now.get(id), name, [key]: text }));
  const save = () => {
    if (!time) return setRefusal({ id: null, text: '请选择测量时间' });
    if (problems.size > 0) {
      const [[id, text]] = [...problems] as [[number, string]];
      return setRefusal({ id, text: `${lines.get(id)?.name}：${text}` });
    }
    send.mutate({ sheets: filled.map(([oldmanId, line]) => ({ oldmanId, time, ...sheetOf(line) })) });
  };
  /** Enter and the arrows go up and down in a column, as on the paper sheet. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const { row, column } = event.currentTarget.dataset;
    const next = table.current?.querySelector<HTMLInputElement>(`input[data-row="${Number(row) + step}"][data-column="${column}"]`);
    next?.focus();
    next?.select();
  };

  return (
    <section className="h-page h-panel" aria-label="体征录入">
      <div className="h-bar">
        <label className="h-when">
          测量时间 <Day withTime value={time} onChange={setTime} />
        </label>
        <Input.Search
          allowClear
          placeholder="按姓名查找"
          maxLength={20}
          className="h-find"
          onSearch={(text) => (setCurrent(1), setSearch(text.trim()))}
          aria-label="按姓名查找"
        />
        <span className="h-space" />
        <span className="h-count" role="status">
          {filled.length > 0 ? `已填${filled.length}人` : '回车到下一人，Tab到下一项'}
        </span>
        <Button
          disabled={filled.length === 0}
          onClick={() =>
            modal.confirm({
              title: '清空已填的内容？',
              content: '尚未保存的数值将丢失。',
              okText: '清空',
              cancelText: '取消',
              onOk: () => setLines(new Map()),
            })
          }
        >
          清空
        </Button>
        <Button type="primary" disabled={filled.length === 0} loading={send.isPending} onClick={save}>
          保存全部
        </Button>
      </div>
      {refusal && (
        <p className="h-problem" role="alert">
          {refusal.text}
        </p>
      )}
      {isError && !data ? (
        <p className="h-problem" role="alert">
          {error.message}{' '}
          <Button size="small" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : data.records.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的服务对象" />
      ) : (
        <div className="h-round-box">
          <table className="h-round" ref={table}>
            <thead>
              <tr>
                <th scope="col">姓名</th>
                <th scope="col">房间床位</th>
                {COLUMNS.map(({ key, label, unit }) => (
                  <th key={key} scope="col">
                    {label} <small>{unit}</small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.records.map((person, row) => {
                const line = lines.get(person.id) ?? { name: person.userName };
                const problem = problems.get(person.id) ?? (refusal?.id === person.id ? refusal.text : undefined);
                return (
                  <tr key={person.id} data-problem={problem ? true : undefined}>
                    <th scope="row">
                      {person.userName}
                      {problem && <small>{problem}</small>}
                    </th>
                    <td>{bedText(person)}</td>
                    {COLUMNS.map(({ key, label, hint, metrics: names }) => {
                      const last = names.map((name) => person.values[name]?.value).filter((value) => value !== undefined);
                      return (
                        <td key={key}>
                          <input
                            value={line[key] ?? ''}
                            maxLength={key === 'note' ? 200 : 9}
                            inputMode={key === 'note' ? 'text' : 'decimal'}
                            placeholder={last.length > 0 ? `上次 ${last.join('/')}` : hint}
                            aria-label={`${person.userName}的${label}${names[0] ? `，${metrics[names[0]].unit}` : ''}`}
                            data-row={row}
                            data-column={key}
                            onChange={(event) => type(person.id, person.userName, key, event.target.value)}
                            onKeyDown={onKeyDown}
                          />
                        </td>
                      );
                    })}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {data && (
        <Pagination
          size="small"
          align="end"
          current={current}
          pageSize={SIZE}
          total={data.total}
          showSizeChanger={false}
          showTotal={(total) => `共 ${total} 人，翻页不会丢失已填的内容`}
          onChange={setCurrent}
        />
      )}
    </section>
  );
}
