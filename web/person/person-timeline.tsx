/** 时间线: all that happened to a person, across the areas, by days. */
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCalm } from '#web/ui/calm.ts';
import { TimelineDays } from './timeline-days.tsx';
import { TimelineFilters } from './timeline-filters.tsx';
import { keepKinds, keptKinds } from './timeline-memory.ts';
import { useTimeline, type TimelineSearch } from './use-timeline.ts';
import './timeline.css';

/** So far below the window the end calls for more. */
const AHEAD = '400px';

/** Calls for more whenever the end of the list comes near the window. */
function useEndNear(onNear: () => void, on: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (!on || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), { rootMargin: AHEAD });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [on]);
  return end;
}

export function PersonTimeline({ personId, name }: { personId: number; name: string }) {
  const [search, setSearch] = useState<TimelineSearch>(() => ({ kinds: keptKinds(), days: undefined, text: '' }));
  const text = useCalm(search.text);
  const query = useTimeline(personId, { ...search, text });
  const { data, isError, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query;
  const more = () => {
    if (hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  // After a failure only the button asks again.
  const end = useEndNear(more, hasNextPage && !query.isFetching && !isError && !isPlaceholderData);
  const change = (part: Partial<TimelineSearch>) => {
    if (part.kinds) keepKinds(part.kinds);
    setSearch((now) => ({ ...now, ...part }));
  };
  const narrowed = search.kinds.length > 0 || search.days !== undefined || search.text.trim() !== '';
  const things = data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <section className="y-prints-alone" aria-label="时间线" aria-busy={query.isFetching}>
      <h2 className="p-timeline-title">{name} 时间线</h2>
      <TimelineFilters search={search} kinds={data?.pages[0]?.kinds ?? []} onChange={change} />
      {isError && !isFetchNextPageError && (
        <Alert
          type={data ? 'warning' : 'error'}
          showIcon
          title={data ? `刷新失败，显示的是之前的数据：${error.message}` : error.message}
          action={
            <Button size="small" onClick={() => void query.refetch()}>
              重试
            </Button>
          }
        />
      )}
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data && things.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={narrowed ? '没有符合条件的记录' : '暂无记录'}>
          {narrowed && <Button onClick={() => change({ kinds: [], days: undefined, text: '' })}>清除筛选</Button>}
        </Empty>
      )}
      <div data-stale={isPlaceholderData || undefined} className="p-timeline-days">
        <TimelineDays things={things} />
      </div>
      <div ref={end} className="p-timeline-end y-no-print">
        {hasNextPage && (
          <Button loading={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            加载更多
          </Button>
        )}
        {isFetchNextPageError && <span role="alert">{error?.message}</span>}
        {data && !hasNextPage && things.length > 0 && <span>没有更早的记录了</span>}
      </div>
    </section>
  );
}
