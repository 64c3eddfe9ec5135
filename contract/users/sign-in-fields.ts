/** With what an account is signed in to, as every form that makes or changes one takes it. */
import { z } from 'zod';
import { basicPasswordProblem } from './passwords.rules.ts';
import { SIGN_IN_NAME, signInNameMessage } from './sign-in-names.ts';

export const signInName = z.string({ error: '请输入用户名' }).trim().regex(SIGN_IN_NAME, { error: signInNameMessage });

/** The least of all policies; the tenant's own is server/users/password-policies.ts. */
export const newPassword = z
  .string({ error: '请输入密码' })
  .refine((value) => basicPasswordProblem(value) === null, { error: (issue) => basicPasswordProblem(String(issue.input)) });
