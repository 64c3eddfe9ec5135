/**
 * Mappings to begin with: the shapes in which vendors are known to send, and those that
 * MQTT devices without a mapping of their own are read by.
 * Field names that a vendor's sheet does not fix are usual ones: the panel where a message is tried shows at once what does not fit.
 */
import { night, reading, type MappingTemplate } from './mapping-template-parts.ts';
import type { Mapping } from './mappings.ts';
import { meter, pushed, sleepCloud, typed } from './vendor-mapping-templates.ts';

/** What our own documentation asks of MQTT devices; every part may be missing. */
const plain: MappingTemplate = {
  label: '本平台标准格式',
  kinds: ['mqtt', 'webhook', 'broker'],
  note: '按本平台文档开发的设备：字段都可以缺省，时间为毫秒时间戳，坐标为WGS-84。',
  mapping: {
    device: 'id',
    time: { path: 'time', kind: 'ms' },
    fields: [
      {
        target: 'alarm',
        path: 'alarm',
        codes: { sos: 'sos', fall: 'fall', service: 'service', removed: 'removed', lowBattery: 'lowBattery', none: 'none', '': 'none' },
        otherwise: 'other',
        clip: 'video',
      },
      reading('heartRate', 'heartRate'),
      reading('breathing', 'breathing'),
      { target: 'reading', metric: 'systolic', path: 'systolic', unit: 'mmHg' },
      { target: 'reading', metric: 'diastolic', path: 'diastolic', unit: 'mmHg' },
      reading('oxygen', 'oxygen'),
      { target: 'reading', metric: 'temperature', path: 'temperature', unit: '℃' },
      { target: 'reading', metric: 'glucose', path: 'glucose', unit: 'mmol/L' },
      reading('steps', 'steps'),
      reading('rolls', 'rolls'),
      reading('battery', 'battery'),
      reading('signal', 'signal'),
      { target: 'position', lng: 'lng', lat: 'lat', system: 'wgs84', accuracy: 'accuracy' },
      { target: 'wifi', path: 'wifi', mac: 'mac', rssi: 'rssi' },
      { target: 'beacons', path: 'beacons', mac: 'mac', rssi: 'rssi' },
      { target: 'cells', path: 'cells', mcc: 'mcc', mnc: 'mnc', lac: 'lac', cid: 'cid', rssi: 'rssi' },
      { target: 'state', state: 'bed', path: 'bed', codes: { in: 'in', out: 'out' } },
      { target: 'state', state: 'presence', path: 'presence', codes: { yes: 'yes', no: 'no', true: 'yes', false: 'no' } },
      { target: 'state', state: 'door', path: 'door', codes: { open: 'open', closed: 'closed' } },
      night,
      { target: 'reply', path: 'reply', done: { path: 'done', is: ['true', '1'] } },
    ],
  },
  reply: { status: 200, type: 'json', body: '{"code":0,"msg":"success"}' },
  sample: { id: 'BED-0001', time: 1_795_270_500_000, heartRate: 68, breathing: 16, battery: 92, bed: 'in' },
};

const bedBelt: MappingTemplate = {
  label: '睡眠监测带',
  kinds: ['mqtt', 'webhook', 'poller'],
  note: '毫秒编号id即测量时间；离床期间心率、呼吸为0，不会记录。',
  mapping: {
    device: 'mac',
    time: { path: 'id', kind: 'ms' },
    fields: [
      reading('heartRate', 'heart_rate'),
      reading('breathing', 'respiration_rate'),
      { target: 'state', state: 'bed', path: 'inbed', codes: { '1': 'in', '0': 'out', true: 'in', false: 'out' } },
      night,
      { target: 'reply', path: 'reply' },
    ],
  },
  reply: { status: 200, type: 'json', body: '{"code":0}' },
  sample: {
    mac: 'BED-0001',
    id: 1_795_270_500_000,
    inbed: 1,
    body_movement: 0,
    respiration_rate: 15,
    heart_rate: 64,
    temp: 26.5,
    humidity: 48,
    waves: [],
  },
};

const radar: MappingTemplate = {
  label: '生命体征雷达（按数组推送）',
  kinds: ['mqtt', 'webhook'],
  note: '每5至15秒推送一组；预警类型14为跌倒。请用实际报文核对在床、时间等字段名。',
  mapping: {
    device: 'sn',
    time: { path: 'time', kind: 'ms' },
    fields: [
      { target: 'alarm', path: 'warningType', codes: { '14': 'fall', '0': 'none', '': 'none' }, otherwise: 'other' },
      reading('heartRate', 'heart'),
      reading('breathing', 'breath'),
      { target: 'state', state: 'bed', path: 'inBed', codes: { '1': 'in', '0': 'out', true: 'in', false: 'out' } },
      { target: 'state', state: 'online', path: 'online', codes: { '1': 'yes', '0': 'no', true: 'yes', false: 'no' } },
      night,
      { target: 'reply', path: 'reply' },
    ],
  },
  reply: { status: 200, type: 'json', body: '{"code":200,"message":"success"}' },
  sample: [
    {
      mac: '7C:DF:A1:00:00:01',
      sn: 'RADAR-0001',
      radarNumber: 1,
      deviceModel: 'R60',
      time: 1_795_270_500_000,
      heart: 71,
      breath: 17,
      inBed: 1,
      warningType: 0,
      online: 1,
    },
    {
      mac: '7C:DF:A1:00:00:02',
      sn: 'RADAR-0002',
      radarNumber: 2,
      deviceModel: 'R60',
      time: 1_795_270_500_000,
      heart: 0,
      breath: 0,
      inBed: 0,
      warningType: 14,
      online: 1,
    },
  ],
};

export const mappingTemplates = { plain, bedBelt, radar, sleepCloud, typed, pushed, meter } as const satisfies Record<
  string,
  MappingTemplate
>;
export type TemplateName = keyof typeof mappingTemplates;
export const templateNames = Object.keys(mappingTemplates) as TemplateName[];

/** How messages of MQTT devices are read whose type names no mapping: by the kind of the device. */
export const defaultMapping = (kind: string): Mapping => (kind === 'bed' ? bedBelt : kind === 'radar' ? radar : plain).mapping;
