/** With what an account is signed in to, as every form that makes or changes one takes it. */
import { z } from 'zod';
import { basicPasswordProblem } from './passwords.rules.ts';

export const signInName = z
  .string({ error: '请输入用户名' })
  .trim()
  .regex(/^[A-Za-z0-9_.@-]{3,32}$/, { error: '用户名应为3到32位字母、数字或_.@-' });

/** The least of all policies; the tenant's own is server/users/password-policies.ts. */
export const newPassword = z
  .string({ error: '请输入密码' })
  .refine((value) => basicPasswordProblem(value) === null, { error: (issue) => basicPasswordProblem(String(issue.input)) });
