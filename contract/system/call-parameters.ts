/** What agents are told of those who stand behind their calls: a parameter of institutions. */
import type { KnownParameter } from './parameter-kinds.ts';

export const callParameters: Readonly<Record<string, KnownParameter>> = {
  CALL_MONITOR_TOLD: {
    title: '监听时告知坐席',
    topic: 'staff',
    kind: 'yesno',
    hint: '班长监听坐席的通话时，坐席的工作台是否显示正在被监听。每次监听都记入操作日志和通话过程。',
  },
};
