/**
 * With Aliyun's call centre as provider an action of a seat is signed with that seat's key (or the service's) and sent on. The instance
 * and the user are those of the seat; the official SDK in the page carries the sound.
 */
import { sql } from 'kysely';
import type { WorkbenchAction } from '#contract/calls/workbench.ts';
import type { Context } from '../../context.ts';
import { refused } from '../../errors.ts';
import { accessKeyOf, openCallSecret } from '../call-secrets.ts';
import type { SeatRow } from '../seats.ts';
import { askCloud, hostOf, type Cloud } from './cloud.ts';

interface Way extends Cloud {
  instanceId: string;
  userId: string;
}

/** Where the seat's actions go and as whom. The key of a seat is unsealed here and nowhere else. */
async function wayOf({ tx, deps }: Context, seat: SeatRow): Promise<Way> {
  const row = await tx.row<{
    id: number;
    instanceId: string;
    regionId: string;
    endpoint: string;
    secret: Buffer | null;
    userId: string;
    own: Buffer | null;
  }>(sql`
    select v.id, v.instance_id as "instanceId", v.region_id as "regionId", v.endpoint, v.secret_cipher as secret, s.external_id as "userId",
      s.external_cipher as own
    from call_services v join call_seats s on s.tenant_id = v.tenant_id and s.id = ${seat.id}
    where v.tenant_id = ${tx.tenantId} and v.enabled and v.provider = 3`);
  if (!row || row.userId === '') throw refused('您的坐席没有填写阿里云坐席账号，请联系管理员');
  const own = accessKeyOf(openCallSecret(deps.secrets, tx.tenantId, 'call_seats:key', seat.id, row.own));
  const key = own ?? accessKeyOf(openCallSecret(deps.secrets, tx.tenantId, 'call_services', row.id, row.secret));
  if (!key) throw refused('没有可用的阿里云AccessKey，请联系管理员');
  return { instanceId: row.instanceId, userId: row.userId, host: hostOf(row.endpoint, row.regionId), key };
}

/** Parameters as RPC has them: first letters in upper case, what is no text as JSON. */
function parametersOf(request: Readonly<Record<string, unknown>>): Record<string, string> {
  const pairs = Object.entries(request)
    .filter(([name, value]) => /^[A-Za-z]\w{0,60}$/.test(name) && value !== null && value !== undefined)
    .map(([name, value]) => [
      name.charAt(0).toUpperCase() + name.slice(1),
      typeof value === 'object' ? JSON.stringify(value) : String(value as string),
    ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Sends one action of the seat on; gives CCC's answer. Throws as `askCloud` does. */
export async function forward(context: Context, seat: SeatRow, action: WorkbenchAction, request: Readonly<Record<string, unknown>>) {
  const { instanceId, userId, ...cloud } = await wayOf(context, seat);
  const query = { ...parametersOf(request), InstanceId: instanceId, UserId: userId };
  return context.tx.outside(() => askCloud(context.deps, cloud, action, query));
}
