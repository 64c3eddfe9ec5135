/** The spreadsheet of warnings. */
import type { z } from 'zod';
import { disposalLabels, modeLabels, severityLabels } from '#contract/warnings/warnings.rules.ts';
import type { Warning } from '#contract/warnings/warnings.ts';
import { titled } from '#contract/labels.ts';
import { warningLabels } from '#contract/warnings/warnings.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Warning>;

export const warningSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '预警',
  list: () => list,
  columns: titled(warningLabels, [
    { key: 'severity', value: ({ severity }) => severityLabels[severity] ?? severity, width: 8 },
    { key: 'name' },
    { key: 'warningText' },
    { key: 'warningContent', width: 24 },
    { key: 'lastValue' },
    { key: 'limitValue' },
    { key: 'clearTime', format: 'dateTime', width: 20 },
    { key: 'isDisposed', value: ({ isDisposed }) => disposalLabels[isDisposed] ?? isDisposed },
    { key: 'dataHappenTime', title: '发生时间', format: 'dateTime', width: 20 },
    { key: 'lastTime', format: 'dateTime', width: 20 },
    { key: 'count', width: 8 },
    { key: 'mobile', width: 14 },
    { key: 'roomName' },
    { key: 'lastAddress', width: 40 },
    { key: 'source' },
    { key: 'imei', title: '设备编号', width: 18 },
    { key: 'acknowledgeTime', format: 'dateTime', width: 20 },
    { key: 'acknowledgeName' },
    { key: 'handleTime', format: 'dateTime', width: 20 },
    { key: 'handlerName' },
    {
      key: 'processMode',
      value: ({ processMode }) => (processMode === null ? null : (modeLabels[processMode] ?? processMode)),
    },
    { key: 'remark', title: '处理备注', width: 30 },
  ]),
});
