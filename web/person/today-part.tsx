/** A part of the first tab: it waits, fails and is empty by itself, and leads to the tab where all of it is. */
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import './today.css';

interface Reading<T> {
  data: T | undefined;
  isError: boolean;
  error: CallError | null;
  refetch: () => unknown;
}

interface Props<T> {
  title: string;
  query: Reading<T>;
  /** What is said when there is nothing; null when there is something. */
  empty: (data: T) => string | null;
  /** Beside the title: the way to the rest. */
  more?: { label: string; onClick: () => void } | undefined;
  /** Over two columns where there is room. */
  wide?: boolean;
  children: (data: T) => ReactNode;
}

export function TodayPart<T>({ title, query: { data, isError, error, refetch }, empty, more, wide = false, children }: Props<T>) {
  const nothing = data === undefined ? null : empty(data);
  return (
    <section className="p-part" aria-label={title} data-wide={wide || undefined}>
      <header>
        <h3>{title}</h3>
        {more && (
          <Button type="link" size="small" onClick={more.onClick} aria-label={`${title}：${more.label}`}>
            {more.label}
          </Button>
        )}
      </header>
      {isError && (
        <LoadFailed
          type="warning"
          title={data === undefined ? error?.message : `刷新失败，显示的是之前的数据：${error?.message}`}
          onAgain={() => void refetch()}
        />
      )}
      {data === undefined ? (
        !isError && <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : nothing !== null ? (
        <p className="p-nothing">{nothing}</p>
      ) : (
        children(data)
      )}
    </section>
  );
}
