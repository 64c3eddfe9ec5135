/** What the fields of the log of page errors are called. */
import type { LabelsOf } from '../labels.ts';
import type { errorLogs } from './error-logs.ts';

export const errorLogLabels = {
  kind: '类型',
  title: '标题',
  message: '内容',
  url: '页面',
  times: '次数',
  createBy: '用户',
  happenTime: '发生时间',
  createTime: '首次上传',
  updateTime: '最近上传',
  stack: '错误堆栈',
  remoteAddr: '地址',
  userAgent: '浏览器',
  requestId: '请求编号',
  startTime: '最近上传',
} satisfies LabelsOf<typeof errorLogs>;
