/** Whom approvals may name: colleagues by name for everyone who takes part, roles and posts for who makes flows. */
import { z } from 'zod';
import { id, nothing, text } from '../fields.ts';
import { get, post } from '../http.ts';

const group = z.array(z.object({ id: z.number(), name: z.string() }));

export const approvalPeople = {
  /** Those who can sign in, by a part of the name or by their ids; the first ones. */
  find: post('/business/approval/people', '审批可选人员', {
    access: 'session',
    audit: false,
    rate: 'read',
    input: z.object({ name: text(20).default(''), ids: z.array(id).max(100, { error: '最多100人' }).default([]) }),
    output: z.array(z.object({ userId: z.number(), name: z.string(), deptName: z.string().nullable() })),
  }),
  groups: get('/business/approval/groups', '审批可选角色与岗位', {
    access: 'approval_definition_view',
    input: nothing,
    output: z.object({ roles: group, posts: group }),
  }),
};
