/** The sound of a call that the cloud carried: its address is asked for anew each time, its bytes pass through us to who may hear. */
import { z } from 'zod';
import { MINUTE, SECOND } from '#contract/time.ts';
import { environment } from '../../config.ts';
import type { Dependencies } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { isGood, outboundStream, type OutboundAnswer } from '../../net/outbound.ts';
import { OutboundError } from '../../net/outbound-error.ts';
import { outerOr } from '../../net/reach.ts';
import { askCloud } from './cloud.ts';
import { cloudOf } from './records.ts';

const MOST_BYTES = 200 * 1024 * 1024;
const Found = z.looseObject({ fileUrl: z.url() });
const lost = () => new Refusal(502, '没有从阿里云取到录音，请稍后再试');

/** The answer of the cloud's store; its body is to be read. No transaction may be open. Throws 502 in words, without the address. */
export async function cloudSound(deps: Dependencies, tenantId: number, contactId: string): Promise<OutboundAnswer> {
  const cloud = await deps.inTenant(tenantId, (tx) => cloudOf(tx, deps));
  if (!cloud) throw new Refusal(422, '该录音在阿里云，机构现在没有使用阿里云联络中心');
  const query = { InstanceId: cloud.instanceId, ContactId: contactId };
  const { data } = await askCloud(deps, cloud, 'GetMultiChannelRecording', query);
  const url = Found.safeParse(data).data?.fileUrl;
  if (!url) throw lost();
  const options = { reach: outerOr(environment.privateHosts()), timeoutMs: 10 * MINUTE, silenceMs: 10 * SECOND, mostBytes: MOST_BYTES };
  const answer = await outboundStream(url, options).catch((error: unknown) => {
    throw error instanceof OutboundError ? lost() : error;
  });
  if (isGood(answer)) return answer;
  answer.body.destroy();
  throw lost();
}
