/** Short messages: a port with adapters that the environment chooses. What is in a message reaches no log. */
import type { Dependencies } from '../context.ts';
import { Refusal } from '../errors.ts';
import { sendByAliyun } from './aliyun.ts';
import { SmsFailure, type Sms } from './exchange.ts';
import { sendByHttp } from './http-gateway.ts';
import { appendToOutbox } from './outbox.ts';

const ATTEMPTS = 3;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Hands a message to the gateway once. Throws SmsFailure, whose message is for operators and staff: not what or whom. */
export async function handOver({ config }: Pick<Dependencies, 'config'>, sms: Sms): Promise<void> {
  const settings = config.sms ?? { adapter: 'log' };
  if (settings.adapter === 'http') return sendByHttp(settings, sms);
  if (settings.adapter === 'aliyun') return sendByAliyun(settings, sms);
  return appendToOutbox(config.dataDir, sms);
}

/**
 * Hands a message to the gateway, three times at most. Throws 503 when it does not take
 * it; the log tells the operator why, but not what or whom.
 */
export async function sendSms(deps: Dependencies, sms: Sms): Promise<void> {
  for (let round = 1; ; round++) {
    try {
      return await handOver(deps, sms);
    } catch (error) {
      const failure = error instanceof SmsFailure ? error : new SmsFailure((error as Error).message, false);
      deps.log.warn({ round, reason: failure.message }, 'the SMS gateway did not take a message');
      if (!failure.again || round >= ATTEMPTS) throw new Refusal(503, '短信发送失败，请稍后重试', null, { 'retry-after': '60' });
      await pause(200 * round);
    }
  }
}
