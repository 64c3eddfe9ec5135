/** What a failed call means to the person in front of it (specification 2, section 8). Pure. */

/** The server refused, or could not be reached (`status` 0). `data` is what came with it: for a 409 the row as it is now. */
export class CallError extends Error {
  readonly status: number;
  readonly data: unknown;
  constructor(status: number, message: string, data: unknown = null) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.data = data;
  }
}

/**
 * `signOut`: show the text, end the session here, go to /login. `show`: show the text and
 * reject. `stop`: the same, and nothing else will work either.
 */
export type Reaction = 'signOut' | 'show' | 'stop';

export const UNKNOWN = '系统未知错误，请反馈给管理员';
export const UNREACHABLE = '网络连接失败，请检查网络后重试';
export const TIMED_OUT = '请求超时，请稍后重试';
const BUSY = '系统繁忙，请重新登录';

const TEXTS: Record<number, string> = {
  401: '当前操作没有权限',
  403: '当前操作没有权限',
  404: '资源不存在',
  417: '未绑定登录账号，请使用密码登录后绑定',
  423: '演示环境不能操作',
  426: '用户名不存在或密码错误',
  428: '验证码错误，请重新输入',
  429: '请求过于频繁，请稍后再试',
  479: '演示环境，没有权限操作',
};

/** Traces of a database or a framework: nobody but us should read those. */
const INTERNAL =
  /\b(select|insert|update|delete)\s.+\s(from|into|set|where)\b|sql|jdbc|mybatis|hibernate|postgres|mysql|relation "|constraint|syntax error|exception|nested|feign|spring|java\.|\.ts:\d|\bat \S+ \(|undefined is not|cannot read propert/i;

/** The text to show: the server's own unless it is empty or shows its insides. */
export function textOf(status: number, message: string | null | undefined): string {
  const own = message?.trim();
  if (own && own !== 'null') return INTERNAL.test(own) ? UNKNOWN : own;
  return TEXTS[status] ?? UNKNOWN;
}

const TENANT_CLOSED = /租户.*(过期|到期|冻结)/;
const CODE_LOST = /请先发送验证码|请先发送短信|验证码(已过期|已失效)/;

/** What to do and what to say. */
export function reactionTo(status: number, message: string | null | undefined): { reaction: Reaction; text: string } {
  const text = textOf(status, message);
  if (status === 401 && TENANT_CLOSED.test(text)) return { reaction: 'stop', text };
  if (status === 500 && CODE_LOST.test(text)) return { reaction: 'signOut', text: BUSY };
  if (status === 401 || status === 426) return { reaction: 'signOut', text };
  return { reaction: 'show', text };
}
