/**
 * Questions whose answers are no plain text: files, places, times. Each takes `value`
 * and `onChange` from its form item, in the wire's shape.
 */
import { Checkbox, Input, Radio } from 'antd';
import { useState } from 'react';
import type { Region } from '#contract/regions.rules.ts';
import { uploadBytes, uploadLimit, type Expand, type Option } from '#contract/questionnaires/item-types.rules.ts';
import { FULL } from '#contract/questionnaires/quotas.rules.ts';
import { MAX_FILE_BYTES } from '#contract/files/files.ts';
import { UNCHOSEN_COLOR } from '#web/theme/drawn-colors.ts';
import { PlaceField } from '#web/ui/map-picker.tsx';
import { RegionCascader, useRegions } from '#web/ui/region-cascader.tsx';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { FilesUpload } from '#web/ui/upload.tsx';
import type { UploadRule } from '#web/ui/upload-rules.ts';
import '#web/ui/form.css';
import './questionnaires.css';

interface Given<T> {
  id?: string;
  value?: T | null | undefined;
  onChange?: (value: T | undefined) => void;
  label?: string;
}

const MB = 1024 * 1024;
const PICTURES = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp'];

/** What an upload question takes, as upload fields want it. */
export function uploadRule(expand: Expand): UploadRule {
  const { fileSize = 10, sizeUnit = 'MB', accept = '' } = expand;
  const types = accept
    .split(',')
    .flatMap((one) => (one.trim() === 'image/*' ? PICTURES : one.trim().startsWith('.') ? [one.trim().slice(1).toLowerCase()] : []));
  const bytes = uploadBytes(expand, MAX_FILE_BYTES);
  const limit = bytes === MAX_FILE_BYTES ? '10MB' : `${fileSize}${sizeUnit}`;
  return {
    maxMB: Math.round((bytes / MB) * 1000) / 1000,
    types,
    wrongType: `上传文件只能是 ${types.join('|')} 格式!`,
    tooLarge: `上传文件大小不能超过 ${limit}!`,
  };
}

interface AnswerFile {
  fileName: string;
  url: string;
}

export function UploadAnswer({ id, value, onChange, expand }: Given<AnswerFile[]> & { expand: Expand }) {
  return (
    <FilesUpload
      {...(id === undefined ? {} : { id })}
      value={(value ?? []).map(({ fileName, url }) => ({ fileName, fileUrl: url }))}
      rule={uploadRule(expand)}
      most={uploadLimit(expand)}
      onChange={(files) => onChange?.(files.map(({ fileName, fileUrl }) => ({ fileName, url: fileUrl })))}
    />
  );
}

/** The code of the place that these names lead to. */
function codeOf(tree: readonly Region[] | undefined, names: readonly string[]): string | null {
  let level: readonly Region[] = tree ?? [];
  let code: string | null = null;
  for (const name of names) {
    const found = level.find(({ n }) => n === name);
    if (!found) return code;
    code = found.c;
    level = (found as { d?: Region[] }).d ?? [];
  }
  return code;
}

/** An array of names from the province down. */
export function RegionAnswer({ id, value, onChange }: Given<string[]>) {
  const { data } = useRegions();
  const [code, setCode] = useState<string | null>(null);
  return (
    <RegionCascader
      {...(id === undefined ? {} : { id })}
      value={value?.length ? (code ?? codeOf(data as readonly Region[] | undefined, value)) : null}
      onChange={(chosen, names) => {
        setCode(chosen);
        onChange?.(chosen ? names : undefined);
      }}
    />
  );
}

export function PlaceAnswer({ id, value, onChange }: Given<[number, number, string]>) {
  return (
    <PlaceField
      {...(id === undefined ? {} : { id })}
      system="gcj02"
      value={value ? { longitude: value[0], latitude: value[1], formattedAddress: value[2], adcode: '' } : null}
      onChange={(place) => onChange?.(place ? [place.longitude, place.latitude, place.formattedAddress] : undefined)}
    />
  );
}

const withSeconds = (text: string) => (/^\d{2}:\d{2}$/.test(text) ? `${text}:00` : text);

export function TimeAnswer({ id, value, onChange, label }: Given<string>) {
  return (
    <Input
      id={id}
      type="time"
      step={1}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange?.(withSeconds(event.target.value) || undefined)}
    />
  );
}

export function TimeRangeAnswer({ id, value, onChange }: Given<string[]>) {
  const [from = '', to = ''] = value ?? [];
  const set = (start: string, end: string) => onChange?.(start || end ? [start, end] : undefined);
  return (
    <div className="y-range" role="group">
      <TimeAnswer {...(id === undefined ? {} : { id })} label="开始时间" value={from} onChange={(start) => set(start ?? '', to)} />
      <span aria-hidden>至</span>
      <TimeAnswer label="结束时间" value={to} onChange={(end) => set(from, end ?? '')} />
    </div>
  );
}

export function ColorAnswer({ id, value, onChange }: Given<string>) {
  return (
    <input
      id={id}
      type="color"
      className="y-answer-color"
      value={value ?? UNCHOSEN_COLOR}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

type Choice = string | number;

/** Pictures to choose from. */
export function PictureAnswer({ value, onChange, expand }: Given<Choice | Choice[]> & { expand: Expand }) {
  const options = (expand.options ?? []).flatMap(({ value: one, label = '', image, full = false }: Option) =>
    one === undefined
      ? []
      : [
          {
            value: one,
            ...(full && ![value].flat().includes(one) ? { disabled: true } : {}),
            label: (
              <span className="y-answer-picture">
                {image && <StoredImage url={image} alt={label || '选项图片'} size={96} />}
                {label}
                {full && FULL}
              </span>
            ),
          },
        ],
  );
  return expand.multiple ? (
    <Checkbox.Group options={options} value={(value as Choice[] | undefined) ?? []} onChange={(chosen) => onChange?.(chosen as Choice[])} />
  ) : (
    <Radio.Group options={options} value={value} onChange={(event) => onChange?.(event.target.value as Choice)} />
  );
}
