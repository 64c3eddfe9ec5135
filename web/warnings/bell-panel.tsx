/** What the bell opens: the three latest open warnings, and how this browser makes itself heard. */
import { AudioMutedOutlined, NotificationOutlined, PlayCircleOutlined, SoundOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { warnings } from '#contract/warnings/warnings.ts';
import type { Output } from '#contract/http.ts';
import { go } from '#web/shell/go.ts';
import { askPermission, permission } from '#web/shell/notice-permission.ts';
import { preferences } from '#web/theme/preferences.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { since, toMillis } from '#web/ui/display.ts';
import { usePageMark } from '#web/ui/page-mark.ts';
import { UndispatchedTag, Flags } from '#web/ui/warning-tags.tsx';
import { Severity } from '#web/ui/severity.tsx';
import { Place } from '#web/ui/place.tsx';
import { handleWarning } from './alarm-state.ts';
import { mute, play, sound, unlock } from './alarm-sound.ts';
import type { WarningRow } from './use-open-warnings.ts';

export const LIST = '/warning/warning/index';

function Line({ row, now, onOpen }: { row: WarningRow; now: number; onOpen: () => void }) {
  return (
    <li>
      <button type="button" className="w-line" data-severity={row.severity} onClick={onOpen}>
        <span className="w-line-head">
          <Severity severity={row.severity} />
          <b>{row.name}</b>
          <span className="w-line-what">{row.warningText}</span>
          {row.count > 1 && <span className="w-count">{row.count} 次</span>}
          <time dateTime={row.lastTime.replace(' ', 'T')} title={row.lastTime}>
            {since(row.lastTime, now)}
          </time>
        </span>
        <span className="w-line-foot">
          <span>{row.roomName === null ? '未登记房间' : <Place place={row.roomName} />}</span>
          <Flags flags={row.flags} />
          <span className="w-line-side">
            <UndispatchedTag row={row} />
            {row.askReason
              ? row.askReason
              : row.isDisposed === 2
                ? `${row.handlerName ?? '同事'}处理中`
                : row.acknowledgeName
                  ? `${row.acknowledgeName}已收到`
                  : '未确认'}
          </span>
        </span>
      </button>
    </li>
  );
}

/** The latest first; of one moment's alarms the most urgent: an SOS is not below the low battery that came with it. */
const latestFirst = (rows: readonly WarningRow[]) =>
  rows.toSorted((a, b) => toMillis(b.lastTime) - toMillis(a.lastTime) || a.severity - b.severity);

function Audible() {
  const { muted, state } = useStore(sound);
  const [allowed, setAllowed] = useState(permission);
  const notices = useStore(preferences, ({ shows }) => shows.notices);
  if (state === 'unsupported') return <p className="w-audible">此浏览器不能播放报警声，请留意屏幕</p>;
  const test = () => {
    unlock();
    setTimeout(() => play('critical'), 60);
  };
  return (
    <div className="w-audible">
      <Button
        size="small"
        type="text"
        icon={muted ? <AudioMutedOutlined /> : <SoundOutlined />}
        aria-pressed={muted}
        onClick={() => mute(!muted)}
      >
        {muted ? '声音已关闭' : '声音已开启'}
      </Button>
      <Button size="small" type="text" icon={<PlayCircleOutlined />} disabled={muted} onClick={test}>
        试听
      </Button>
      {allowed === 'default' && (
        <Button size="small" type="text" icon={<NotificationOutlined />} onClick={() => void askPermission().then(setAllowed)}>
          开启桌面通知
        </Button>
      )}
      {allowed === 'granted' && notices && <span className="w-audible-note">桌面通知已开启</span>}
    </div>
  );
}

interface Query {
  data: Output<typeof warnings.top> | undefined;
  isError: boolean;
  refetch: () => unknown;
}

export function BellPanel({ query, close }: { query: Query; close: () => void }) {
  const now = useQuarterMinute();
  const box = useRef<HTMLElement>(null);
  usePageMark('moves-cards');
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const { data, isError } = query;
  const open = (id: number) => {
    close();
    handleWarning(id);
  };
  return (
    <section
      className="w-panel"
      ref={box}
      tabIndex={-1}
      role="dialog"
      aria-label="预警消息"
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div className="w-panel-head">
        <h2>预警消息</h2>
        {data && <span>{data.total > 0 ? `未关闭 ${data.total} 条` : '全部已处理'}</span>}
      </div>
      {isError && (
        <p className="w-panel-stale" role="status">
          {data ? '暂时读取不到，显示的是之前的内容' : '暂时读取不到预警'}
          <Button size="small" type="link" onClick={() => query.refetch()}>
            重试
          </Button>
        </p>
      )}
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 4 }} className="w-panel-wait" />}
      {data?.records.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无预警" />}
      {data && data.records.length > 0 && (
        <ul>
          {latestFirst(data.records).map((row) => (
            <Line key={row.id} row={row} now={now} onOpen={() => open(row.id)} />
          ))}
        </ul>
      )}
      <div className="w-panel-foot">
        <Audible />
        <Button
          type="link"
          onClick={() => {
            close();
            go(LIST);
          }}
        >
          查看更多
        </Button>
      </div>
    </section>
  );
}
