/** Every refusal that a caller may read, and the one table from PostgreSQL's codes to it. */

/** Thrown by handlers; becomes the envelope `{code, msg, data}` with its HTTP status. */
export class Refusal extends Error {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, data: unknown = null, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.data = data;
    this.headers = headers;
  }
}

/** 404; the same words whether it is missing or another tenant's. */
export const notFound = (what: string) => new Refusal(404, `${what}不存在`);
/** 409: somebody was faster; `fresh` is the row as it is now. */
export const conflict = (message: string, fresh: unknown = null) => new Refusal(409, message, fresh);
/** 422: the input is well-formed, a rule forbids it. */
export const refused = (message: string, data: unknown = null) => new Refusal(422, message, data);
export const invalid = (message: string) => new Refusal(400, message);
export const forbidden = (message = '权限不足，不允许访问') => new Refusal(403, message);
export const unauthorized = (message = '用户凭证已过期', data: unknown = null) => new Refusal(401, message, data);
export const tooMany = (seconds: number, message = '请求过于频繁，请稍后再试') =>
  new Refusal(429, message, null, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) });
export const unavailable = (message = '系统正在恢复，请稍后重试') => new Refusal(503, message, null, { 'retry-after': '2' });

/** The specification's text for whatever must not be shown. */
export const UNKNOWN = '系统未知错误，请反馈给管理员';

const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  '08001',
  '53300',
]);

/** Whether an error means that the database is away for now. */
export function databaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code && LOST.has(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/i.test(
    message ?? '',
  );
}

/** What a caller is told about any error; null when it is our fault and must be logged as such. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (databaseAway(error)) return unavailable();
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  switch (code) {
    case '23505':
      return conflict('数据已存在，请勿重复提交');
    case '23503':
      return refused('数据正在被使用或引用的数据不存在');
    case '23514':
    case '23502':
    case '22003':
    case '22001':
      return invalid('数据不符合要求');
    case '22P02':
    case '22007':
    case '22008':
    case '22021':
      return invalid('请求内容格式不正确');
    case '40001':
    case '40P01':
    case '55P03':
      return conflict('数据正在被他人修改，请重试');
    case '57014':
      return new Refusal(503, '查询超时，请缩小范围后重试', null, { 'retry-after': '1' });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new Refusal(413, '请求内容过大');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(415, '不支持的内容类型');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal(statusCode, '请求内容格式不正确');
  return null;
}
