/** What is seen of the skin, on the phone: kind, size, words, photos. */
import { Input, InputNumber } from 'antd';
import { MOST_SKIN_PHOTOS } from '#contract/care/skin-findings.ts';
import { skinKinds } from '#contract/care/skin-commands.rules.ts';
import { PhotosField } from './photos-field.tsx';
import type { SkinLook } from './skin-steps.ts';

/** Before a kind is chosen it is null. */
export type SkinValues = Omit<SkinLook, 'kind'> & { kind: number | null };
type Size = number | null;

interface Props {
  values: SkinValues;
  /** What is wrong with the kind; null: nothing. */
  wrong: string | null;
  change: (part: Partial<SkinValues>) => void;
}

export function SkinFields({ values: { kind, length, width, note, photos }, wrong, change }: Props) {
  const side = (label: string, value: Size, set: (value: Size) => void) => (
    <label>
      {label}（厘米）
      <InputNumber size="large" inputMode="decimal" min={0.1} max={100} step={0.1} precision={1} value={value} onChange={set} />
    </label>
  );
  return (
    <>
      <label>
        类别
        <select value={kind ?? ''} onChange={({ target }) => change({ kind: Number(target.value) || null })}>
          {kind === null && <option value="">请选择</option>}
          {Object.entries(skinKinds).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {wrong && <p className="c-missing">{wrong}</p>}
      {side('长', length, (value) => change({ length: value }))}
      {side('宽', width, (value) => change({ width: value }))}
      <label>
        描述
        <Input size="large" maxLength={500} value={note} placeholder="可不填" onChange={({ target }) => change({ note: target.value })} />
      </label>
      <PhotosField id="c-skin-photo" value={photos} most={MOST_SKIN_PHOTOS} onChange={(urls) => change({ photos: urls })} />
    </>
  );
}
