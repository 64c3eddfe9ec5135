/** The port to other systems: without an operator's setting warnings end in a file that only the operator can read. */
import { environment } from '../config.ts';
import type { Dependencies } from '../context.ts';
import { NotPosted, post, writeDown } from '../messages/mails.ts';

/** Whether tenants may name this address: https, on a host that the operator allows; without any allowed host it is only written down. */
export function mayPost(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  if (protocol !== 'https:' || username || password) return false;
  const hosts = environment.webhookHosts();
  return hosts.length === 0 || hosts.includes(host.toLowerCase());
}

/** Posts a warning to another system, signed with HMAC-SHA-256 in `X-Signature`. Throws NotPosted. */
export async function postWarning(deps: Dependencies, address: string, body: object): Promise<void> {
  if (!mayPost(address)) throw new NotPosted('推送地址已不在允许的范围内', true);
  if (environment.webhookHosts().length === 0) return writeDown(deps, 'webhook.log', { address, body });
  await post(address, body, deps.secrets.seal);
}
