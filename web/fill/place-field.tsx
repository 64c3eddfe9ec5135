/** @jsxImportSource preact */
/** Where somebody is: the position of the phone where that is allowed, and the address in words. Nothing is asked of a map. */
import { useState } from 'preact/hooks';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import type { Given } from './asked.ts';
import { fieldProps } from './plain-controls.tsx';

/** Degrees as Chinese maps show them (GCJ-02), or null twice; the address. */
type Place = [lng: number | null, lat: number | null, address: string];

const WAIT_MS = 15_000;
const FAILED: Record<number, string> = {
  1: '没有取得位置权限。可在浏览器设置中允许本网页使用位置，或直接填写地址。',
  3: '定位超时，请重试，或直接填写地址。',
};

export function PlaceField(given: Given<Place>) {
  const { item, value, onChange } = given;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [lng, lat, address] = value ?? [null, null, ''];
  const set = (place: Place) => onChange(place[0] === null && place[2].trim() === '' ? undefined : place);
  const locate = () => {
    // The browser has it only on pages that cannot be listened to.
    if (!('geolocation' in navigator)) return setProblem('此浏览器不支持定位，请直接填写地址。');
    setBusy(true);
    setProblem('');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        void import('#web/ui/coordinates.ts').then(({ convert }) => {
          setBusy(false);
          return set([...convert(coords.longitude, coords.latitude, 'wgs84', 'gcj02'), address]);
        }),
      ({ code }) => {
        setBusy(false);
        setProblem(FAILED[code] ?? '暂时无法定位，请直接填写地址。');
      },
      { enableHighAccuracy: true, timeout: WAIT_MS },
    );
  };
  return (
    <div>
      <input
        {...fieldProps(given)}
        id={`${given.id}-address`}
        aria-label={`${labelText(item.label)}：地址`}
        placeholder={item.placeholder || '请填写地址'}
        maxLength={200}
        value={address}
        onInput={({ currentTarget }) => set([lng, lat, currentTarget.value])}
      />
      <p class="f-hint">点击下面的按钮时，浏览器会询问是否允许使用位置；位置只随本问卷提交。</p>
      <div class="f-buttons">
        <button type="button" class="f-small" disabled={busy} onClick={locate}>
          {busy ? '正在定位…' : lng === null ? '使用当前位置' : '重新定位'}
        </button>
        {lng !== null && (
          <button type="button" class="f-small" onClick={() => set([null, null, address])}>
            清除位置
          </button>
        )}
      </div>
      <p role="status" class="f-hint">
        {lng === null ? '' : `已取得位置：${lng}, ${lat}`}
      </p>
      <p role="alert" class="f-problem">
        {problem}
      </p>
    </div>
  );
}
