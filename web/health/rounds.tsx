/** /health/entry 体征录入: the people in the order of the house, one line each; all lines are saved together. */
import { App, Button, Empty, Pagination, Skeleton } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { measurements } from '#contract/health/measurements.ts';
import { overviews } from '#contract/health/overviews.ts';
import { rounds } from '#contract/health/rounds.ts';
import { vitals } from '#contract/health/vitals.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { formatTime } from '#web/ui/display.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { judgedText } from './entry-drawer.tsx';
import { RoundBar } from './round-bar.tsx';
import { filterOf, paramsOf, type RoundFilter } from './round-filter.ts';
import { problemOf, sheetOf, typedSince, type Line } from './round-lines.ts';
import { isPhone, phoneRound } from './round-phone.ts';
import { RoundTable } from './round-table.tsx';
import './health.css';
import './rounds.css';

const SIZE = 20;
/** People who are in care: others are found by their name. */
const IN_CARE = 1;
type Lines = ReadonlyMap<number, Line & { name: string }>;

/** The lines with values, and what is wrong with them. */
function useFilled(lines: Lines) {
  const filled = useMemo(
    () => [...lines].filter(([, line]) => Object.entries(line).some(([key, text]) => key !== 'name' && key !== 'note' && text)),
    [lines],
  );
  const problems = useMemo(
    () => new Map(filled.flatMap(([id, line]) => (problemOf(line) ? [[id, problemOf(line) as string]] : []))),
    [filled],
  );
  return { filled, problems };
}

export default function Rounds() {
  const { modal } = App.useApp();
  const [current, setCurrent] = useState(1);
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const narrow = (next: RoundFilter) => {
    setCurrent(1);
    setParams(paramsOf(next), { replace: true });
  };
  const phone = isPhone();
  useEffect(() => {
    if (phone) location.replace(phoneRound(params));
  }, [phone, params]);
  const [time, setTime] = useState<string | null>(() => formatTime(Date.now()));
  const [lines, setLines] = useState<Lines>(new Map());
  const [refusal, setRefusal] = useState<{ id: number | null; text: string } | null>(null);
  const input = { current, size: SIZE, ascs: ['place'], ...filter, ...(filter.userName ? {} : { status: IN_CARE }) };
  const { data, isError, error, refetch } = useCall(overviews.page, input, {
    quiet: true,
    enabled: !phone,
    placeholderData: (before) => before,
  });
  const { filled, problems } = useFilled(lines);
  useUnsaved(true, () => filled.length > 0);

  const sent = useRef<Lines>(new Map());
  const send = useSend(measurements.round, {
    changes: [overviews.page, overviews.summary, rounds.progress, vitals.latest, vitals.series, vitals.page],
    quiet: true,
    onSuccess: ({ saved, judged }) => {
      const names = new Map([...sent.current].map(([id, { name }]) => [id, name]));
      // The next person's values are typed while these are on their way.
      setLines((now) => typedSince(now, sent.current));
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
  const save = () => {
    if (!time) return setRefusal({ id: null, text: '请选择测量时间' });
    if (problems.size > 0) {
      const [[id, text]] = [...problems] as [[number, string]];
      return setRefusal({ id, text: `${lines.get(id)?.name}：${text}` });
    }
    sent.current = lines;
    send.mutate({ sheets: filled.map(([oldmanId, line]) => ({ oldmanId, time, ...sheetOf(line) })) });
  };
  if (phone) return <Skeleton active paragraph={{ rows: 6 }} />;
  const narrowed = Object.keys(paramsOf(filter)).length > 0;

  return (
    <section className="h-page h-panel" aria-label="体征录入">
      <RoundBar
        filter={filter}
        onNarrow={narrow}
        time={time}
        onTime={setTime}
        filled={filled.length}
        saving={send.isPending}
        onClear={() => setLines(new Map())}
        onSave={save}
      />
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
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={filter.missing ? '没有缺测的服务对象' : filter.unmeasured ? '本班都已测量' : '没有符合条件的服务对象'}
        >
          {narrowed && <Button onClick={() => narrow({})}>查看全部</Button>}
        </Empty>
      ) : (
        <RoundTable
          people={data.records}
          lineOf={(person) => lines.get(person.id) ?? {}}
          problemOf={(person) => problems.get(person.id) ?? (refusal?.id === person.id ? refusal.text : undefined)}
          onType={({ id, userName }, key, text) => setLines((now) => new Map(now).set(id, { ...now.get(id), name: userName, [key]: text }))}
          onNextPage={() => {
            if (current >= data.pages) return false;
            setCurrent(current + 1);
            return true;
          }}
        />
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
