/** The visitor register as inspectors ask for it. */
import { visitorSourceLabels, visitorStateLabels } from '#contract/visitors/visitor-commands.rules.ts';
import { titled } from '#contract/labels.ts';
import { visitorLabels } from '#contract/visitors/visitor-records.labels.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { visitorRows, type Wire } from './visitor-rows.ts';

const yes = (value: boolean) => (value ? '是' : '');

export const visitorSheet: Export<Wire> = {
  name: '访客登记',
  list: ({ tenantId }) => listOf(visitorRows(tenantId)),
  columns: titled(visitorLabels, [
    { key: 'startTime', format: 'dateTime', width: 20 },
    { key: 'state', value: ({ state }) => visitorStateLabels[state] ?? '' },
    { key: 'visitorName' },
    { key: 'visitorPhone', width: 14 },
    { key: 'identityTail' },
    { key: 'people' },
    { key: 'companions', width: 20 },
    { key: 'oldmanName' },
    { key: 'place', width: 22 },
    { key: 'relation' },
    { key: 'purpose', width: 20 },
    { key: 'source', value: ({ source }) => visitorSourceLabels[source] ?? '' },
    {
      key: 'answers',
      width: 40,
      value: ({ answers }) => answers.map(({ text, answer }) => `${text}：${answer ? '是' : '否'}`).join('；'),
    },
    { key: 'temperature' },
    { key: 'arriveTime', format: 'dateTime', width: 20 },
    { key: 'arrivedBy' },
    { key: 'leaveTime', format: 'dateTime', width: 20 },
    { key: 'leftBy' },
    { key: 'restricted', value: ({ restricted }) => yes(restricted) },
    { key: 'overrideReason', width: 30 },
    { key: 'overrideBy' },
    { key: 'reason', width: 30 },
    { key: 'remarks', width: 30 },
    { key: 'code' },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};
