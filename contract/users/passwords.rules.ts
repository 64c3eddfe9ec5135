/** What a password must be (specification 2, section 5). Pure. */

/** The key that existing clients encrypt passwords with; an installation may set another. It hides nothing: TLS does. */
export const DEFAULT_PASSWORD_KEY = 'pigxpigxpigxpigx';

/** The default rule of the specification, and what every password must be: at least 6 characters. */
export function basicPasswordProblem(value: string): string | null {
  if (value === '') return '请输入密码';
  if (value.length < 6) return '密码长度不能少于6位';
  return value.length > 64 ? '密码长度不能超过64位' : null;
}

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

/** What a tenant's parameter `PASSWORD_POLICY` may say; anything else, or nothing, is `either`. */
export const passwordPolicies = ['either', 'basic', 'normal', 'strict'] as const;
export type PasswordPolicy = (typeof passwordPolicies)[number];

const RULES: Record<PasswordPolicy, { words: string; problem: (value: string) => string | null }> = {
  either: { words: '6到12位，包含数字和字母；或6到16位，包含大小写字母、数字和特殊符号。', problem: newPasswordProblem },
  basic: { words: '至少6位。', problem: basicPasswordProblem },
  normal: { words: '6到12位，包含数字和字母。', problem: passwordProblem },
  strict: { words: '6到16位，包含大写字母、小写字母、数字和特殊符号。', problem: strictPasswordProblem },
};

/** The policy that a parameter's value names. */
export const asPasswordPolicy = (value: string | null | undefined): PasswordPolicy =>
  passwordPolicies.find((policy) => policy === value) ?? 'either';

/** The rule as people read it. */
export const passwordRule = (policy: PasswordPolicy): string => RULES[policy].words;

/** Why a policy refuses a password, or null. */
export const policyProblem = (policy: PasswordPolicy, value: string): string | null => RULES[policy].problem(value);
