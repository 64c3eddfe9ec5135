/** 整改措施 of an incident: what, who, until when, and what came of it. */
import { z } from 'zod';
import { byId, date, id, ok, orNull, required, text } from '../fields.ts';
import { del, post, put } from '../http.ts';
import { INCIDENT_ACCESS } from './incidents.ts';

const BASE = '/members/adverseeventmeasure';

export const incidentMeasures = {
  create: post(BASE, '新增整改措施', {
    access: INCIDENT_ACCESS.edit,
    input: z.object({ incidentId: id, text: required(500, '请填写整改措施'), ownerId: orNull(id), dueDate: date }),
    output: id,
    message: '已新增',
  }),
  /** By its owner, or by who may change incidents; also after the incident was closed. */
  finish: put(`${BASE}/finish`, '完成整改措施', {
    access: INCIDENT_ACCESS.add,
    input: z.object({ id, version: z.int().optional(), result: orNull(text(300)) }),
    output: ok,
    message: '已完成',
  }),
  remove: del(`${BASE}/{id}`, '删除整改措施', { access: INCIDENT_ACCESS.edit, input: byId, output: ok, message: '删除成功' }),
};
