/** The first step: where the old person lives. */
import { useRef, useState, type FormEvent } from 'react';
import { BookingButton } from '#web/login/booking-parts.tsx';
import { Problem, Submit } from '#web/login/field.tsx';
import { PlainField, textIn, useOneAtATime } from '#web/login/plain-fields.tsx';
import { PlainForm } from '#web/login/plain-parts.tsx';
import { askHome, type Offer, type Where } from './open-calls.ts';

const WAIT_MS = 10_000;

export function OpenAddress({ onFound }: { onFound: (where: Where, offer: Offer) => void }) {
  const { busy, problem, say, run } = useOneAtATime();
  const [place, setPlace] = useState<{ lng: number; lat: number } | null>(null);
  const [text, setText] = useState<string | null>(null);
  const asking = useRef(false);
  const locate = () => {
    if (asking.current) return;
    asking.current = true;
    setText('正在定位…');
    const end = (words: string) => {
      asking.current = false;
      setText(words);
    };
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        setPlace({ lng: longitude, lat: latitude });
        end('已使用您现在的位置');
      },
      () => end('没有得到位置，请在地址中写明区县和街道'),
      { timeout: WAIT_MS, maximumAge: 60_000 },
    );
  };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = textIn(event.currentTarget, 'address');
    if (address === '') return say('请输入服务地址');
    const where = { address, lng: place?.lng ?? null, lat: place?.lat ?? null };
    const offer = await run(() => askHome<Offer>('POST', '/offer', where));
    if (offer) onFound(where, offer);
  }
  return (
    <PlainForm onSubmit={(event) => void submit(event)} aria-label="服务地址">
      <PlainField name="address" label="老人的住址" maxLength={200} autoComplete="street-address" hint="写明区县、街道、小区和门牌号" />
      {'geolocation' in navigator && <BookingButton onClick={locate}>我在老人家里，使用现在的位置</BookingButton>}
      <p role="status" className="hc-open-located">
        {text}
      </p>
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="查看可约时间" doing="正在查询…" />
    </PlainForm>
  );
}
