/** The middle of the institution's screen: the house, or the map of what is worn outside, in turn unless somebody has chosen. */
import { lazy, memo, Suspense, useState } from 'react';
import type { TenantScreen } from '#contract/screens/screens.ts';
import type { MapDot } from '#web/ui/map-canvas.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Floors, Plan } from './plan.tsx';
import { alarmsByRoom } from './room-alarms.ts';
import type { Control } from './stage.tsx';

const PlaceMap = lazy(() => import('#web/ui/map.tsx').then((module) => ({ default: module.PlaceMap })));

export type View = 'auto' | 'plan' | 'map';

/** Half a minute each. */
const TURN_MS = 30_000;

type Place = TenantScreen['places'][number];

const toneOf = ({ severity, online }: Place) => (severity !== null ? 'alarm' : online ? 'online' : 'offline');
const IN_WORDS = { alarm: '有预警', online: '在线', offline: '离线' } as const;

/** Those within some ten metres are one point with their number, in the colour of the worst. */
function dotsOf(places: readonly Place[]): MapDot[] {
  const houses = [...Map.groupBy(places, ({ lng, lat }) => `${lng.toFixed(4)} ${lat.toFixed(4)}`).values()];
  return houses.map((those, id) => {
    const [first] = those as [Place];
    const tones = new Set(those.map(toneOf));
    const tone = tones.has('alarm') ? 'alarm' : tones.has('online') ? 'online' : 'offline';
    const label = those.length > 1 ? `此处${those.length}台设备` : `${first.name}，${IN_WORDS[toneOf(first)]}`;
    return { id, lng: first.lng, lat: first.lat, text: those.length > 1 ? String(those.length) : first.name.slice(0, 1), label, tone };
  });
}

/** What is shown now and the controls that choose. */
export function useView(rooms: boolean, places: boolean): { shown: 'plan' | 'map'; controls: readonly Control[] } {
  const [view, setView] = useState<View>('auto');
  const turn = Math.floor(useQuarterMinute() / TURN_MS) % 2 === 0 ? 'plan' : 'map';
  const wanted = view === 'auto' ? turn : view;
  const controls: Control[] = [
    { key: '1', label: '房间', on: view === 'plan', act: () => setView('plan') },
    { key: '2', label: '地图', on: view === 'map', act: () => setView('map') },
    { key: '0', label: '轮换', on: view === 'auto', act: () => setView('auto') },
  ];
  return { shown: !rooms ? 'map' : places ? wanted : 'plan', controls: rooms && places ? controls : [] };
}

export const Centre = memo(function Centre({ screen, shown }: { screen: TenantScreen; shown: 'plan' | 'map' }) {
  const { rooms, places, beds, warnings } = screen;
  const dots = dotsOf(places);
  return (
    <section className="s-centre" aria-label={shown === 'plan' ? '房间' : '地图'}>
      {shown === 'plan' && (rooms.length > 0 ? <Plan rooms={rooms} alarms={alarmsByRoom(warnings)} /> : <Floors floors={beds.floors} />)}
      {/* The map is there all the time once it has been: a new one every half minute would load its tiles again. */}
      {places.length > 0 && (
        <div className="s-map" data-shown={shown === 'map' || undefined} aria-hidden={shown !== 'map'} inert={shown !== 'map'}>
          <Suspense fallback={null}>
            <PlaceMap
              system="gcj02"
              markers={[]}
              zoom={13}
              height="100%"
              label="设备位置"
              trace={{ dots, lines: [], key: `places ${places.length > 0}`, onOpen: () => {} }}
            />
          </Suspense>
        </div>
      )}
      {shown === 'map' && places.length === 0 && <p className="s-none">24小时内没有设备上报位置，也没有登记房间</p>}
    </section>
  );
});
