/**
 * A mapping as it stands in the form: one line of texts for every field, so that a vendor's table of codes can be typed or pasted. Pure.
 */
import { MappedField, mappedAlarms, mappedStates, Mapping } from '#contract/devices/mappings.ts';
import { HEARD, isHeard, meanings } from './mapping-choices.ts';
import { codesOf, codesText, conditionsOf, conditionsText, partsOf, partsText, unitByOf, unitWords } from './mapping-texts.ts';

export interface DraftField {
  key: number;
  /** `reading:heartRate`, `state:bed`, `alarm`, `position`, `wifi`, `beacons`, `cells`, `reply`, `sleep`. */
  what: string;
  path: string;
  /** Of a night; `path` is when somebody went to bed. */
  left?: string;
  timeKind?: 'ms' | 's' | 'text';
  /** `入睡=asleep；深睡=deep`: what else the report says, and where. */
  parts?: string;
  /** Of a position; `path` is the longitude. */
  lat?: string;
  system?: string;
  unit?: string;
  /** `BPUnit：0=mmHg；1=kPa`. */
  unitBy?: string;
  scale?: number | null;
  /** `14=跌倒；0=不报警`. */
  codes?: string;
  /** An alarm whose code is not in the table is one as well, unless this is false; `clip` is where the address of its recording stands. */
  otherwise?: boolean;
  clip?: string;
  /** `type=1|GPS`: when a position is a fix, when a command was done. */
  only?: string;
  accuracy?: string;
  speed?: string;
  /** Of what the device hears; `path` leads to the list, these to the parts of each of it. */
  mac?: string;
  mcc?: string;
  mnc?: string;
  lac?: string;
  cid?: string;
  rssi?: string;
  /** `type=heart|oxygen；unit=1`. */
  when?: string;
}

export interface MappingDraft {
  items: string;
  device: string;
  timePath: string;
  timeKind: 'ms' | 's' | 'text';
  timeOffset: number | null;
  fields: DraftField[];
}

let keys = 0;
export const newKey = () => ++keys;
export const emptyDraft = (): MappingDraft => ({
  items: '',
  device: '',
  timePath: '',
  timeKind: 'ms',
  timeOffset: null,
  fields: [{ key: newKey(), what: 'reading:heartRate', path: '' }],
});

/** A field of the mapping, or why it is none. */
export function fieldOf(draft: DraftField): MappedField | string {
  const [kind, name = ''] = draft.what.split(':');
  const when = conditionsOf(draft.when ?? '');
  if (typeof when === 'string') return when;
  const shared = { path: draft.path, ...(when.length ? { when } : {}) };
  const only = draft.only?.trim() ? conditionsOf(draft.only) : [];
  if (typeof only === 'string') return only;
  let field: Record<string, unknown>;
  if (kind === 'reading') {
    const unitBy = draft.unitBy?.trim() ? unitByOf(draft.unitBy) : null;
    if (typeof unitBy === 'string') return unitBy;
    field = {
      target: 'reading',
      metric: name,
      ...shared,
      ...(draft.unit ? { unit: draft.unit } : {}),
      ...(unitBy ? { unitBy } : {}),
      ...(draft.scale ? { scale: draft.scale } : {}),
    };
  } else if (kind === 'position') {
    const { path, ...rest } = shared;
    field = { target: 'position', lng: path, lat: draft.lat ?? '', system: draft.system ?? 'wgs84', ...rest };
    if (only[0]) field.fix = only[0];
    if (draft.accuracy?.trim()) field.accuracy = draft.accuracy;
    if (draft.speed?.trim()) field.speed = draft.speed;
  } else if (isHeard(kind)) {
    const parts = HEARD[kind].map((part) => [part, part === 'rssi' ? draft.rssi?.trim() || undefined : (draft[part] ?? '')]);
    field = { target: kind, ...shared, ...Object.fromEntries(parts.filter(([, value]) => value !== undefined)) };
  } else if (kind === 'sleep') {
    const parts = partsOf(draft.parts ?? '');
    if (typeof parts === 'string') return parts;
    field = {
      target: 'sleep',
      ...shared,
      left: draft.left ?? '',
      kind: draft.timeKind ?? 'ms',
      parts,
      ...(draft.unit === 'seconds' ? { unit: 'seconds' } : {}),
    };
  } else if (kind === 'reply') field = { target: 'reply', ...shared, ...(only[0] ? { done: only[0] } : {}) };
  else {
    const codes = codesOf(draft.codes ?? '', meanings(draft.what));
    if (typeof codes === 'string') return codes;
    field =
      kind === 'alarm'
        ? {
            target: 'alarm',
            ...shared,
            codes,
            otherwise: (draft.otherwise ?? true) ? 'other' : 'none',
            ...(draft.clip?.trim() ? { clip: draft.clip } : {}),
          }
        : { target: 'state', state: name, ...shared, codes };
  }
  const parsed = MappedField.safeParse(field);
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? '字段不完整');
}

export interface ReadDraft {
  /** Of the fields that are whole; null when nothing can be tried. */
  mapping: Mapping | null;
  /** By key of the field; `head` is records, device and time. */
  problems: Map<number | 'head', string>;
  /** The key of each field of `mapping`. */
  keys: number[];
}

/** The mapping of a draft, as far as it is one. */
export function readDraft({ items, device, timePath, timeKind, timeOffset, fields }: MappingDraft): ReadDraft {
  const problems = new Map<number | 'head', string>();
  const whole: MappedField[] = [];
  const own: number[] = [];
  for (const draft of fields) {
    const field = fieldOf(draft);
    if (typeof field === 'string') problems.set(draft.key, field);
    else {
      whole.push(field);
      own.push(draft.key);
    }
  }
  const time = timePath.trim()
    ? { path: timePath, kind: timeKind, ...(timeKind === 'text' && timeOffset !== null ? { utcOffsetMinutes: timeOffset } : {}) }
    : undefined;
  const parsed = Mapping.safeParse({
    ...(items.trim() ? { items } : {}),
    ...(device.trim() ? { device } : {}),
    ...(time ? { time } : {}),
    fields: whole,
  });
  if (!parsed.success && whole.length > 0) problems.set('head', parsed.error.issues[0]?.message ?? '映射不完整');
  return { mapping: parsed.success ? parsed.data : null, problems, keys: own };
}

function draftField(field: MappedField): DraftField {
  const key = newKey();
  const more = {
    ...(field.when?.length ? { when: conditionsText(field.when) } : {}),
    ...('clip' in field && field.clip ? { clip: field.clip } : {}),
  };
  switch (field.target) {
    case 'reading': {
      const { unitBy } = field;
      return {
        key,
        what: `reading:${field.metric}`,
        path: field.path,
        ...(field.unit ? { unit: field.unit } : {}),
        ...(unitBy ? { unitBy: `${unitBy.path}：${codesText(unitBy.codes, unitWords)}` } : {}),
        ...(field.scale ? { scale: field.scale } : {}),
        ...more,
      };
    }
    case 'alarm':
      return {
        key,
        what: 'alarm',
        path: field.path,
        codes: codesText(field.codes, mappedAlarms),
        otherwise: field.otherwise === 'other',
        ...more,
      };
    case 'position':
      return {
        key,
        what: 'position',
        path: field.lng,
        lat: field.lat,
        system: field.system,
        ...(field.fix ? { only: conditionsText([field.fix]) } : {}),
        ...(field.accuracy ? { accuracy: field.accuracy } : {}),
        ...(field.speed ? { speed: field.speed } : {}),
        ...more,
      };
    case 'state':
      return {
        key,
        what: `state:${field.state}`,
        path: field.path,
        codes: codesText(field.codes, mappedStates[field.state].values),
        ...more,
      };
    case 'sleep':
      return {
        key,
        what: 'sleep',
        path: field.path,
        left: field.left,
        timeKind: field.kind,
        unit: field.unit,
        parts: partsText(field.parts),
        ...more,
      };
    case 'wifi':
    case 'beacons':
    case 'cells': {
      const parts = HEARD[field.target].map((part) => [part, (field as Partial<Record<typeof part, string>>)[part]]);
      return {
        key,
        what: field.target,
        path: field.path,
        ...Object.fromEntries(parts.filter(([, value]) => value !== undefined)),
        ...more,
      };
    }
    case 'reply':
      return { key, what: 'reply', path: field.path, ...(field.done ? { only: conditionsText([field.done]) } : {}), ...more };
  }
}

/** A kept mapping as a draft. */
export const draftOf = ({ items = '', device = '', time, fields }: Mapping): MappingDraft => ({
  items,
  device,
  timePath: time?.path ?? '',
  timeKind: time?.kind ?? 'ms',
  timeOffset: time?.utcOffsetMinutes ?? null,
  fields: fields.map(draftField),
});
