/** Where a device was on a day: the way, the stops, and the day played again. */
import { DAY, dayOf } from '#contract/time.ts';
import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Empty, Segmented, Skeleton, Slider } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { metresBetween, STOP } from '#contract/devices/tracks.rules.ts';
import { tracks } from '#contract/devices/tracks.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import type { MapDot } from '#web/ui/map-canvas.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import './device-track.css';

type Track = Output<typeof tracks.read>;

/** Earlier positions may have been cleared (READING_DAYS of the platform is at least this). */
const KEPT_DAYS = 30;
/** `yyyy-MM-dd`, so many days back. */
const dayBack = (days: number) => dayOf(Date.now() - days * DAY);
const hour = (time: string) => time.slice(11, 16);
const length = (metres: number) => (metres < 1000 ? `${metres} 米` : `${(metres / 1000).toFixed(1)} 公里`);
function lasting(minutes: number): string {
  if (minutes < 60) return `${minutes} 分钟`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} 小时${rest === 0 ? '' : ` ${rest} 分`}`;
}

/** Steps of the day that are shown one after the other while it plays; a whole day takes some twenty seconds. */
const TICK_MS = 100;
const TICKS = 200;

const START = -1;
const END = -2;
const NOW = -3;

type Visit = Track['stops'][number] & { index: number };

/** Whoever comes back to a place has been there twice: one point, named by the first time. */
function placesOf(stops: Track['stops']): Visit[][] {
  const places: Visit[][] = [];
  stops.forEach((stop, index) => {
    const known = places.find(([first]) => first && metresBetween(first, stop) <= 2 * STOP.metres);
    if (known) known.push({ ...stop, index });
    else places.push([{ ...stop, index }]);
  });
  return places;
}

function dotsOf({ fixes, stops }: Track, at: number | null): MapDot[] {
  const [first, last] = [fixes[0], fixes.at(-1)];
  const here = at === null ? null : fixes[at];
  return [
    ...(first
      ? [
          {
            id: START,
            lng: first.lng,
            lat: first.lat,
            text: '起',
            label: `${hour(first.time)} 第一次定位`,
            tone: 'online',
            beside: [-30, 0] as const,
          },
        ]
      : []),
    ...(last && fixes.length > 1
      ? [
          {
            id: END,
            lng: last.lng,
            lat: last.lat,
            text: '终',
            label: `${hour(last.time)} 最后一次定位`,
            tone: 'alarm',
            beside: [30, 0] as const,
          },
        ]
      : []),
    ...placesOf(stops).map((visits) => ({
      id: visits[0]!.index,
      lng: visits[0]!.lng,
      lat: visits[0]!.lat,
      text: String(visits[0]!.index + 1),
      label: visits.map(({ startTime, endTime, minutes }) => `${hour(startTime)}至${hour(endTime)}停留${lasting(minutes)}`).join('；'),
      tone: 'stop',
    })),
    ...(here ? [{ id: NOW, lng: here.lng, lat: here.lat, text: '●', label: `${hour(here.time)}在此`, tone: 'here' }] : []),
  ];
}

interface Part {
  startTime: string;
  endTime: string;
  /** As on the map; null on the way. */
  number: number | null;
  lines: string[];
}

/** Stops and the ways between them, in the order of the day. */
function courseOf({ stops, trips }: Track): Part[] {
  const stayed = stops.map(({ startTime, endTime, minutes, address }, index) => ({
    startTime,
    endTime,
    number: index + 1,
    lines: [`停留 ${lasting(minutes)}`, ...(address ? [address] : [])],
  }));
  const went = trips.map(({ startTime, endTime, minutes, metres, fastest }) => ({
    startTime,
    endTime,
    number: null,
    lines: [`行程 ${length(metres)}，${lasting(minutes)}${fastest === null ? '' : `，最快 ${Math.round(fastest)} 公里/小时`}`],
  }));
  return [...stayed, ...went].sort((a, b) => (a.startTime < b.startTime || (a.startTime === b.startTime && a.number !== null) ? -1 : 1));
}

function Player({ fixes, at, onChange }: { fixes: Track['fixes']; at: number | null; onChange: (at: number | null) => void }) {
  const [playing, setPlaying] = useState(false);
  const last = fixes.length - 1;
  const began = useRef(0);
  useEffect(() => {
    if (!playing) return;
    const step = Math.max(1, Math.round(fixes.length / TICKS));
    let now = began.current;
    const timer = setInterval(() => {
      now = Math.min(now + step, last);
      onChange(now);
      if (now >= last) setPlaying(false);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [playing, fixes, last, onChange]);
  return (
    <div className="d-player">
      <Button
        icon={playing ? <PauseOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />}
        onClick={() => {
          began.current = at === null || at >= last ? 0 : at;
          setPlaying(!playing);
        }}
        aria-label={playing ? '暂停回放' : '回放轨迹'}
      />
      <Slider
        min={0}
        max={last}
        value={at ?? last}
        onChange={(value) => {
          setPlaying(false);
          onChange(value);
        }}
        tooltip={{ formatter: (value) => hour(fixes[value ?? 0]?.time ?? '') }}
        ariaLabelForHandle="时间"
      />
      <time>{hour(fixes[at ?? last]?.time ?? '')}</time>
    </div>
  );
}

export function DeviceTrack({ deviceId, label }: { deviceId: number; label: string }) {
  const [day, setDay] = useState(() => dayBack(0));
  const [at, setAt] = useState<number | null>(null);
  const { data, isError, error, refetch } = useCall(
    tracks.read,
    { id: deviceId, startTime: `${day} 00:00:00`, endTime: `${day} 23:59:59` },
    { quiet: true },
  );
  const choose = (next: string | null) => {
    setAt(null);
    setDay(next ?? dayBack(0));
  };
  const fixes = data?.fixes ?? [];
  const line = { points: fixes.map(({ lng, lat }) => [lng, lat] as const), tone: 'track', label: `${label}的轨迹` };
  return (
    <section className="d-track" aria-label="轨迹">
      <header>
        <Segmented
          options={[
            { label: '今天', value: dayBack(0) },
            { label: '昨天', value: dayBack(1) },
            { label: '前天', value: dayBack(2) },
          ]}
          value={day}
          onChange={choose}
          aria-label="日期"
        />
        <Day value={day} notAfter={dayBack(0)} onChange={choose} />
        {data && fixes.length > 0 && (
          <p>
            行程 {length(data.metres)}，路上 {lasting(data.moving)}
            {data.fastest !== null && `（最快 ${Math.round(data.fastest)} 公里/小时）`}，停留 {data.stops.length} 处共{' '}
            {lasting(data.staying)}，定位 {fixes.length} 次{data.discarded > 0 && `（另有 ${data.discarded} 次明显有误，未显示）`}
            {data.thinned && '，点数较多，已均匀抽稀'}
          </p>
        )}
      </header>
      {isError && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && fixes.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={`${day} 没有收到定位${day < dayBack(KEPT_DAYS) ? '，或已过保留期' : ''}`}
        />
      )}
      {data && fixes.length > 0 && (
        <div className="d-track-body">
          <div>
            <PlaceMap
              system="gcj02"
              markers={[]}
              zoom={15}
              height={420}
              label={`${label}的轨迹`}
              trace={{
                dots: dotsOf(data, at),
                lines: [line],
                key: day,
                onOpen: (id) => setAt(id >= 0 ? fixes.findIndex(({ time }) => time >= (data.stops[id]?.startTime ?? '')) : null),
              }}
            />
            {fixes.length > 1 && <Player key={day} fixes={fixes} at={at} onChange={setAt} />}
          </div>
          <ol className="d-stops" aria-label="停留与行程">
            {courseOf(data).map((part) => (
              <li key={`${part.startTime}${part.number ?? ''}`} data-trip={part.number === null || undefined}>
                <button type="button" onClick={() => setAt(fixes.findIndex(({ time }) => time >= part.startTime))}>
                  <b>
                    {part.number !== null && `${part.number}. `}
                    {hour(part.startTime)} – {hour(part.endTime)}
                  </b>
                  {part.lines.map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                </button>
              </li>
            ))}
            {data.stops.length === 0 && <li className="d-note">没有停留5分钟以上的地方</li>}
          </ol>
        </div>
      )}
    </section>
  );
}
