/** Where something is: `<PlaceMap system="gcj02" markers={[{ lng, lat, label }]} />`. Leaflet comes with the first map. */
import { Alert, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { bearingText } from '#contract/rooms/bearings.rules.ts';
import { useCan } from '#web/api/permissions.ts';
import { convert, type System } from './coordinates.ts';
import type { MapCanvas, MapDot, MapLine, MapMarker } from './map-canvas.ts';
import { useBase, useTiles } from './map-settings.ts';
import './map.css';

/** 天安门, where a map without a place begins. */
export const DEFAULT_CENTER = [116.397554, 39.906928] as const;
export const DEFAULT_ZOOM = 18;
export const PICKER_ZOOM = 13;

/** Where the middle of the picture is when it is asked: for those who cannot point. */
export type MapMiddle = () => [lng: number, lat: number];

type Degrees = Readonly<Record<'lng' | 'lat', number>>;

interface Props {
  /** What the coordinates of the markers, and those of a pick, are in. */
  system: System;
  markers: readonly MapMarker[];
  zoom?: number;
  /** A click on the map picks there. */
  onPick?: (lng: number, lat: number) => void;
  /** Many places with ways between them, beside the markers; when `key` changes all of them are brought into the picture. */
  trace?: { dots: readonly MapDot[]; lines: readonly MapLine[]; key: string; onOpen: (id: number) => void };
  height?: number | string;
  label?: string;
  /** Is given the map's middle once it is drawn, and null when the map is gone. */
  onReady?: (middle: MapMiddle | null) => void;
}

export function PlaceMap({ system, markers, zoom = DEFAULT_ZOOM, onPick, trace, height = 320, label = '地图', onReady }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const canvas = useRef<MapCanvas | null>(null);
  const pick = useRef(onPick);
  const ready = useRef(onReady);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const tiles = useTiles();
  const base = useBase(tiles === null);
  const known = tiles !== undefined && base !== undefined;
  const tilesText = JSON.stringify(tiles ?? null);
  const baseText = JSON.stringify(base ?? null);
  const picks = onPick !== undefined;
  useEffect(() => {
    pick.current = onPick;
    ready.current = onReady;
  });

  // A hidden tab stops the effect: the map is made again when the tab is shown.
  useEffect(() => {
    if (!known) return;
    let gone = false;
    const draw = async () => {
      try {
        const { createMap } = await import('./map-canvas.ts');
        if (gone || !element.current) return;
        const onPickNow = picks ? (lng: number, lat: number) => pick.current?.(lng, lat) : null;
        const [drawn, from] = [JSON.parse(tilesText), JSON.parse(baseText)];
        const made = createMap(element.current, { tiles: drawn, base: from, system, zoom, center: DEFAULT_CENTER, onPick: onPickNow });
        canvas.current = made;
        setState('ready');
        ready.current?.(() => made.middle());
      } catch {
        if (!gone) setState('failed');
      }
    };
    void draw();
    return () => {
      gone = true;
      canvas.current?.close();
      canvas.current = null;
      setState('loading');
      ready.current?.(null);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another round tries again
  }, [known, tilesText, baseText, system, zoom, picks, round]);

  const shown = JSON.stringify(markers);
  useEffect(() => {
    if (state !== 'ready') return;
    const list = JSON.parse(shown) as MapMarker[];
    canvas.current?.show(list);
    const [first] = list;
    if (first) canvas.current?.moveTo(first.lng, first.lat);
  }, [shown, state]);

  const opens = useRef(trace?.onOpen);
  useEffect(() => {
    opens.current = trace?.onOpen;
  });
  const fitted = useRef('');
  const traced = trace && JSON.stringify([trace.dots, trace.lines]);
  const key = trace?.key;
  useEffect(() => {
    if (state !== 'ready') fitted.current = '';
    if (state !== 'ready' || traced === undefined || key === undefined) return;
    const [dots, lines] = JSON.parse(traced) as [MapDot[], MapLine[]];
    canvas.current?.trace(dots, lines, fitted.current !== key && dots.length > 0, (id) => opens.current?.(id));
    if (dots.length > 0) fitted.current = key;
  }, [traced, key, state]);

  return (
    <div className="y-map" style={{ height }} data-picks={picks || undefined}>
      <div ref={element} className="y-map-canvas" role="application" aria-label={label} />
      {state === 'loading' && <Spin className="y-map-wait" />}
      {state === 'failed' && (
        <Alert
          className="y-map-wait"
          type="warning"
          showIcon
          title="地图加载失败"
          action={
            <button type="button" onClick={() => setRound(round + 1)}>
              重试
            </button>
          }
        />
      )}
      {tiles === null && <WithoutTiles base={base ?? null} system={system} first={markers[0]} />}
    </div>
  );
}

/** Where the first place lies from the institution, and for administrators how tiles are had. */
function WithoutTiles({ base, system, first }: { base: Degrees | null; system: System; first: MapMarker | undefined }) {
  const can = useCan();
  const [lng, lat] = first ? convert(first.lng, first.lat, system, 'gcj02') : [0, 0];
  const settings = can('admin_syspublicparam_edit');
  if (!settings && !(base && first)) return null;
  return (
    <p className="y-map-note">
      {base && first && <b>{bearingText(base, { lng, lat })}</b>}
      {settings && (
        <span>
          未配置地图服务，<Link to="/admin/param/index">去配置地图瓦片</Link>
        </span>
      )}
    </p>
  );
}
