/**
 * Mappings to begin with: the shapes in which vendors are known to send, and those that MQTT devices without a mapping of their own are read by.
 * Field names that a vendor's sheet does not fix are usual ones: the panel where a message is tried shows at once what does not fit.
 */
import type { IntegrationKind } from './device-integrations.ts';
import { sleepParts, type Mapping } from './mappings.ts';

export interface MappingTemplate {
  label: string;
  kinds: readonly IntegrationKind[];
  note: string;
  mapping: Mapping;
  /** What the vendor waits for as the answer to a delivery. */
  reply?: { status: number; type: 'json' | 'text'; body: string };
  sample: unknown;
}

const reading = (
  metric: 'heartRate' | 'breathing' | 'oxygen' | 'steps' | 'battery' | 'signal' | 'rolls',
  path: string,
  when?: { path: string; is: string[] }[],
) => ({ target: 'reading', metric, path, ...(when ? { when } : {}) }) as const;
const only = (path: string, ...is: string[]) => [{ path, is }];

/** A night in the words of our own documentation. */
const night = {
  target: 'sleep',
  path: 'sleep.bed',
  left: 'sleep.left',
  kind: 'ms',
  unit: 'minutes',
  parts: Object.fromEntries(Object.keys(sleepParts).map((name) => [name, `sleep.${name}`])),
} as const;

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
  sample: { mac: 'BED-0001', id: 1_795_270_500_000, inbed: 1, body_movement: 0, respiration_rate: 15, heart_rate: 64, temp: 26.5, humidity: 48, waves: [] },
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

const typed: MappingTemplate = {
  label: '腕表云平台（type 信封，百度坐标）',
  kinds: ['webhook', 'poller'],
  note: '每条报文只有一种内容，由type说明；坐标为BD-09，时间为毫秒。',
  mapping: {
    device: 'deviceNum',
    time: { path: 'createTime', kind: 'ms' },
    fields: [
      {
        target: 'alarm',
        path: 'data.alarmType',
        codes: { sos: 'sos', fall: 'fall', lowPower: 'lowBattery', takeOff: 'removed' },
        otherwise: 'other',
        when: only('type', 'alarm'),
      },
      reading('heartRate', 'data.heart', only('type', 'heart')),
      { target: 'reading', metric: 'systolic', path: 'data.high', unit: 'mmHg', when: only('type', 'bloodPressure') },
      { target: 'reading', metric: 'diastolic', path: 'data.low', unit: 'mmHg', when: only('type', 'bloodPressure') },
      reading('oxygen', 'data.oxygen', only('type', 'oxygen')),
      { target: 'reading', metric: 'temperature', path: 'data.temperature', unit: '℃', when: only('type', 'temperature') },
      {
        target: 'position',
        lng: 'data.longitude',
        lat: 'data.latitude',
        system: 'bd09',
        fix: { path: 'data.locationType', is: ['GPS', 'gps', '1'] },
        when: only('type', 'location'),
      },
      { target: 'state', state: 'wear', path: 'data.wear', codes: { '1': 'on', '0': 'off' }, when: only('type', 'wear') },
      { target: 'state', state: 'online', path: 'type', codes: { online: 'yes', offline: 'no' }, when: only('type', 'online', 'offline') },
    ],
  },
  reply: { status: 200, type: 'json', body: '{"code":200,"msg":"success"}' },
  sample: { type: 'bloodPressure', deviceNum: '863788000000152', createTime: 1_795_270_500_000, data: { high: 128, low: 79 } },
};

const pushed: MappingTemplate = {
  label: '综合设备平台（pushType 编码）',
  kinds: ['webhook', 'poller'],
  note: 'pushType区分内容：1、7为SOS，2为健康数据，3为位置，4为围栏，9低电量，10脱落，11跌倒，115拉绳SOS，118雷达跌倒。',
  mapping: {
    device: 'imei',
    time: { path: 'time', kind: 'text', utcOffsetMinutes: 480 },
    fields: [
      {
        target: 'alarm',
        path: 'pushType',
        codes: {
          '1': 'sos',
          '7': 'sos',
          '115': 'sos',
          '11': 'fall',
          '118': 'fall',
          '9': 'lowBattery',
          '10': 'removed',
          '116': 'other',
          '124': 'other',
          '123': 'other',
          '125': 'other',
        },
        otherwise: 'none',
      },
      { target: 'alarm', path: 'Action', codes: { '4': 'enteredFence', '5': 'leftFence', '6': 'none' }, otherwise: 'none', when: only('pushType', '4') },
      reading('heartRate', 'H', only('pushType', '2')),
      reading('oxygen', 'O', only('pushType', '2')),
      { target: 'reading', metric: 'temperature', path: 'W', unit: '℃', when: only('pushType', '2') },
      { target: 'reading', metric: 'systolic', path: 'X', unit: 'mmHg', when: only('pushType', '2') },
      { target: 'reading', metric: 'diastolic', path: 'Y', unit: 'mmHg', when: only('pushType', '2') },
      { target: 'position', lng: 'lon', lat: 'lat', system: 'wgs84', when: only('pushType', '1', '3', '7') },
      { target: 'state', state: 'door', path: 'status', codes: { '1': 'open', '0': 'closed' }, when: only('pushType', '113') },
    ],
  },
  reply: { status: 200, type: 'text', body: 'success' },
  sample: { imei: '863788000000152', pushType: 2, time: '2026-11-21 08:15:30', H: 74, O: 97, W: 36.6, X: 131, Y: 82 },
};

const meter: MappingTemplate = {
  label: '血压计、血糖仪（单位随报文）',
  kinds: ['webhook', 'poller'],
  note: 'BPUnit为0是mmHg，为1是kPa；血糖单位由unit说明。表单格式的推送同样适用。',
  mapping: {
    device: 'deviceId',
    time: { path: 'measureTime', kind: 's' },
    fields: [
      { target: 'reading', metric: 'systolic', path: 'HP', unitBy: { path: 'BPUnit', codes: { '0': 'mmHg', '1': 'kPa' } } },
      { target: 'reading', metric: 'diastolic', path: 'LP', unitBy: { path: 'BPUnit', codes: { '0': 'mmHg', '1': 'kPa' } } },
      reading('heartRate', 'HR'),
      { target: 'reading', metric: 'glucose', path: 'BG', unitBy: { path: 'unit', codes: { 'mmol/L': 'mmol/L', 'mg/dL': 'mg/dL' } } },
    ],
  },
  reply: { status: 200, type: 'text', body: 'OK' },
  sample: { deviceId: 'BPM-0001', measureTime: 1_795_270_500, HP: 17.1, LP: 10.5, BPUnit: 1, HR: 70 },
};

const sleepCloud: MappingTemplate = {
  label: '睡眠监测云（dataKey 分类，含睡眠报告）',
  kinds: ['broker', 'webhook', 'poller'],
  note: 'dataKey区分连接状态、实时数据、报警和睡眠报告；实时数据要在厂商平台上逐台开启。字段名请用实际报文核对。',
  mapping: {
    device: 'deviceId',
    time: { path: 'timestamp', kind: 's' },
    fields: [
      { target: 'alarm', path: 'data.type', codes: { sos: 'sos', fall: 'fall' }, otherwise: 'other', when: only('dataKey', 'alarm') },
      reading('heartRate', 'data.heartRate', only('dataKey', 'realtime')),
      reading('breathing', 'data.breathRate', only('dataKey', 'realtime')),
      { target: 'state', state: 'bed', path: 'data.inBed', codes: { '1': 'in', '0': 'out', true: 'in', false: 'out' }, when: only('dataKey', 'realtime') },
      { target: 'state', state: 'online', path: 'data.status', codes: { '1': 'yes', '0': 'no' }, when: only('dataKey', 'connectionStatus') },
      {
        target: 'sleep',
        path: 'data.bedTime',
        left: 'data.leaveTime',
        kind: 's',
        unit: 'minutes',
        parts: {
          asleep: 'data.sleepTime',
          awakened: 'data.wakeTime',
          deep: 'data.deepDuration',
          light: 'data.lightDuration',
          rem: 'data.remDuration',
          awake: 'data.awakeDuration',
          turns: 'data.turnOver',
          heartRate: 'data.averageHeartRate',
          breathing: 'data.averageBreathRate',
          score: 'data.score',
        },
        when: only('dataKey', 'sleepReport'),
      },
    ],
  },
  sample: {
    dataKey: 'sleepReport',
    deviceId: 'SLEEP-0001',
    timestamp: 1_795_217_400,
    data: {
      bedTime: 1_795_182_300,
      sleepTime: 1_795_183_800,
      wakeTime: 1_795_215_000,
      leaveTime: 1_795_216_200,
      deepDuration: 96,
      lightDuration: 320,
      remDuration: 74,
      awakeDuration: 30,
      turnOver: 21,
      averageHeartRate: 61,
      averageBreathRate: 15,
      score: 84,
    },
  },
};

export const mappingTemplates = { plain, bedBelt, radar, sleepCloud, typed, pushed, meter } as const satisfies Record<string, MappingTemplate>;
export type TemplateName = keyof typeof mappingTemplates;
export const templateNames = Object.keys(mappingTemplates) as TemplateName[];

/** How messages of MQTT devices are read whose type names no mapping: by the kind of the device. */
export const defaultMapping = (kind: string): Mapping => (kind === 'bed' ? bedBelt : kind === 'radar' ? radar : plain).mapping;
