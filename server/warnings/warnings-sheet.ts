/** The spreadsheet of warnings. */
import type { z } from 'zod';
import { disposalLabels, modeLabels, severityLabels } from '#contract/warnings/warnings.rules.ts';
import type { Warning } from '#contract/warnings/warnings.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Warning>;

export const warningSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '预警',
  list: () => list,
  columns: [
    { key: 'severity', title: '级别', value: ({ severity }) => severityLabels[severity] ?? severity, width: 8 },
    { key: 'name', title: '姓名' },
    { key: 'warningText', title: '预警类型' },
    { key: 'warningContent', title: '预警内容', width: 24 },
    { key: 'lastValue', title: '最近值' },
    { key: 'limitValue', title: '界限' },
    { key: 'clearTime', title: '恢复时间', format: 'dateTime', width: 20 },
    { key: 'isDisposed', title: '状态', value: ({ isDisposed }) => disposalLabels[isDisposed] ?? isDisposed },
    { key: 'dataHappenTime', title: '发生时间', format: 'dateTime', width: 20 },
    { key: 'lastTime', title: '最近时间', format: 'dateTime', width: 20 },
    { key: 'count', title: '次数', width: 8 },
    { key: 'mobile', title: '联系电话', width: 14 },
    { key: 'roomName', title: '房间' },
    { key: 'lastAddress', title: '位置', width: 40 },
    { key: 'source', title: '来源' },
    { key: 'imei', title: '设备编号', width: 18 },
    { key: 'acknowledgeTime', title: '确认时间', format: 'dateTime', width: 20 },
    { key: 'acknowledgeName', title: '确认人' },
    { key: 'handleTime', title: '处理时间', format: 'dateTime', width: 20 },
    { key: 'handlerName', title: '处理人' },
    {
      key: 'processMode',
      title: '处理方式',
      value: ({ processMode }) => (processMode === null ? null : (modeLabels[processMode] ?? processMode)),
    },
    { key: 'remark', title: '处理备注', width: 30 },
  ],
});
