/** The dialog behind MapPicker, loaded when it is first opened. */
import { AimOutlined, SearchOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { regions, type Candidates } from '#contract/regions.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/refusals.ts';
import { convert, type System } from './coordinates.ts';
import type { MapPickerProps, PickedPlace } from './map-picker.tsx';
import { PICKER_ZOOM, PlaceMap, type MapMiddle } from './map.tsx';
import { useNewest } from './newest.ts';
import './controls.css';

/** Milliseconds that the browser may take to say where it is. */
const LOCATE_MS = 10_000;
const ROUGH = '位置仅精确到行政区，请在地图上点选准确位置，并补全地址';

/** In GCJ-02 inside, in `system` outside. */
const inside = (place: PickedPlace, system: System): PickedPlace => {
  const [longitude, latitude] = convert(place.longitude, place.latitude, system, 'gcj02');
  return { ...place, longitude, latitude };
};

function useSearch(start: PickedPlace | null) {
  const [place, setPlace] = useState(start);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const [candidates, setCandidates] = useState<Candidates['candidates']>([]);
  const ask = useNewest();
  const run = async (work: (isNewest: () => boolean) => Promise<void>) => {
    const isNewest = ask();
    setBusy(true);
    setNote(null);
    setCandidates([]);
    try {
      await work(isNewest);
    } catch (error) {
      if (!isNewest()) return;
      setNote((error as Error).message);
      if (error instanceof CallError) setCandidates((error.data as Candidates | null)?.candidates ?? []);
    } finally {
      if (isNewest()) setBusy(false);
    }
  };
  const search = (address: string, city?: string) =>
    run(async (isNewest) => {
      const found = await call(regions.geo, { address, ...(city ? { city } : {}) }, { quiet: true });
      if (!isNewest()) return;
      setPlace({ longitude: found.longitude, latitude: found.latitude, formattedAddress: found.formattedAddress, adcode: found.adcode });
      if (found.precision !== 'address') setNote(ROUGH);
    });
  const pick = (longitude: number, latitude: number) =>
    run(async (isNewest) => {
      setPlace({ longitude, latitude, formattedAddress: '', adcode: '' });
      const found = await call(regions.regeo, { longitude, latitude }, { quiet: true });
      if (!isNewest()) return;
      // The place is where one pointed, whatever the nearest known address.
      setPlace({ longitude, latitude, formattedAddress: found.formattedAddress, adcode: found.adcode });
      if (found.precision !== 'address') setNote('已取得所在行政区，请补全街道和门牌号');
    });
  const locate = () =>
    run(async (isNewest) => {
      const position = await new Promise<GeolocationPosition>((resolve, reject) =>
        navigator.geolocation.getCurrentPosition(resolve, () => reject(new Error('无法获取当前位置，请在地图上点选或输入地址')), {
          timeout: LOCATE_MS,
          enableHighAccuracy: true,
        }),
      );
      if (isNewest()) await pick(...convert(position.coords.longitude, position.coords.latitude, 'wgs84', 'gcj02'));
    });
  return { place, setPlace, busy, note, candidates, search, pick, locate };
}

export default function MapPickerDialog({ value, system, readOnly, onPick, onClose }: Omit<MapPickerProps, 'open'>) {
  const { place, setPlace, busy, note, candidates, search, pick, locate } = useSearch(value ? inside(value, system) : null);
  const [text, setText] = useState('');
  const [middle, setMiddle] = useState<MapMiddle | null>(null);
  const confirm = () => {
    if (!place) return;
    const [longitude, latitude] = convert(place.longitude, place.latitude, 'gcj02', system);
    onPick?.({ ...place, formattedAddress: place.formattedAddress.trim(), longitude, latitude });
    onClose();
  };
  return (
    <Modal
      open
      centered
      title={readOnly ? '查看位置' : '选择地址'}
      width="min(880px, 94vw)"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{readOnly ? '关闭' : '取消'}</Button>
          {!readOnly && (
            <Button type="primary" disabled={!place?.formattedAddress.trim() || busy} onClick={confirm}>
              确定
            </Button>
          )}
        </>
      }
    >
      <div className="y-place-picker">
        {!readOnly && (
          <div className="y-place-search">
            <Input.Search
              value={text}
              onChange={(event) => setText(event.target.value)}
              onSearch={(address) => address.trim() && void search(address.trim())}
              loading={busy}
              enterButton={<SearchOutlined aria-label="搜索" />}
              placeholder="输入地址搜索，如：杭州市西湖区文三路90号"
              aria-label="搜索地址"
              maxLength={200}
              allowClear
            />
            <Button icon={<AimOutlined aria-hidden />} onClick={() => void locate()} disabled={busy}>
              我的位置
            </Button>
          </div>
        )}
        {note && (
          <Alert
            type="warning"
            showIcon
            title={candidates.length > 0 ? `“${text.trim()}”有多处，请选择：` : note}
            description={
              candidates.length > 0 && (
                <div className="y-place-candidates">
                  {candidates.slice(0, 10).map(({ adcode, name }) => (
                    <Button key={adcode} size="small" onClick={() => void search(text.trim(), adcode)}>
                      {name}
                    </Button>
                  ))}
                </div>
              )
            }
          />
        )}
        <PlaceMap
          onReady={(next) => setMiddle(() => next)}
          system="gcj02"
          zoom={PICKER_ZOOM}
          height="min(400px, 40vh)"
          markers={place ? [{ lng: place.longitude, lat: place.latitude, label: place.formattedAddress || '所选位置' }] : []}
          {...(readOnly ? {} : { onPick: (lng: number, lat: number) => void pick(lng, lat) })}
        />
        <div className="y-place-found">
          <label htmlFor="y-place-address">地址</label>
          <Input
            id="y-place-address"
            value={place?.formattedAddress ?? ''}
            readOnly={readOnly}
            disabled={!place || busy}
            placeholder="请选择地址"
            maxLength={200}
            onChange={(event) => place && setPlace({ ...place, formattedAddress: event.target.value })}
          />
          {readOnly ? (
            <span />
          ) : (
            <Button disabled={!middle} onClick={() => middle && void pick(...middle())}>
              选取地图中心
            </Button>
          )}
          <span>坐标</span>
          <output>{place ? `${place.longitude.toFixed(6)}, ${place.latitude.toFixed(6)}` : '--'}</output>
        </div>
      </div>
    </Modal>
  );
}
