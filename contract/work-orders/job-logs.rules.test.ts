import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobLogText } from './job-logs.rules.ts';

describe('the log of a job says', () => {
  for (const [action, note, text] of [
    ['create', '助浴', '前台 创建工单'],
    ['send', '助浴派给王芳', '前台 派给王芳'],
    ['edit', '助浴改期：01-01 09:00 → 01-02 09:00，家属要求', '前台 改期：01-01 09:00 → 01-02 09:00，家属要求'],
    ['edit', '新增陪诊', '前台 新增陪诊'],
    ['start', '助浴，景山前街4号', '前台 签到 景山前街4号'],
    ['stop', '助浴，外出', '前台 暂停工单 外出'],
    ['cancel', '', '前台 取消工单'],
    ['create', '助浴、陪诊', '前台 创建工单 陪诊'],
  ] as const)
    it(`“${text}” of ${action} ${note}`, () => assert.equal(jobLogText({ userName: '前台', action, note }, '助浴'), text));
});
