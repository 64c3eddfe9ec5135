/** What a password must be (specification 2, section 5). Pure. */

/** The key that existing clients encrypt passwords with; an installation may set another. It hides nothing: TLS does. */
export const DEFAULT_PASSWORD_KEY = 'pigxpigxpigxpigx';

/** Why a password is refused, or null. 6–12 characters with digits and letters. */
export function passwordProblem(value: string): string | null {
  if (value === '') return '请输入密码';
  if (value.length > 12) return '密码长度不能超过12位';
  if (value.length < 6) return '密码长度不能少于6位';
  return /\d/.test(value) && /[A-Za-z]/.test(value) ? null : '密码必须包含数字和字母';
}

/** The strict rule: 6–16 characters with upper and lower case, a digit and a special symbol. */
export function strictPasswordProblem(value: string): string | null {
  if (value === '') return '请输入密码';
  const enough = value.length >= 6 && value.length <= 16 && [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9\s]/].every((kind) => kind.test(value));
  return enough ? null : '密码应为6到16位，且包含大写字母、小写字母、数字和特殊符号';
}

/** A new password satisfies either rule; the words of the first are what staff read. */
export const newPasswordProblem = (value: string): string | null => (strictPasswordProblem(value) === null ? null : passwordProblem(value));
