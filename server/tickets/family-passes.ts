/** What a family has in place of a session: the institution's link, and for half an hour a pass that says whose phone it is and which ticket. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { WORTHLESS } from '#contract/tickets/family-tickets.ts';
import { MINUTE } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { familyPageOf } from './ticket-settings-rows.ts';

const LIFE = 30 * MINUTE;

export interface FamilyPage {
  tx: Tx;
  tenantId: number;
  secret: string;
  /** In whose name files are kept. */
  userId: number;
}

/** Runs `work` in the tenant whose link it is. Throws 403 when the link is worth nothing. */
export async function withPage<T>(deps: Dependencies, token: string, work: (page: FamilyPage) => Promise<T>): Promise<T> {
  const [tenant, secret] = token.split('.') as [string, string];
  return deps.inTenant(Number(tenant), async (tx) => {
    const page = await familyPageOf(tx);
    if (!page || !timingSafeEqual(Buffer.from(page.secret), Buffer.from(secret))) throw new Refusal(403, WORTHLESS);
    return work({ tx, tenantId: tx.tenantId, secret: page.secret, userId: page.user_id });
  });
}

export interface Held {
  phone: string;
  /** 0: a phone that is proven, and no ticket yet. */
  ticketId: number;
}

const mac = (deps: Dependencies, { tenantId, secret }: FamilyPage, text: string) =>
  createHmac('sha256', deps.secrets.blind).update(`ticket-pass\0${tenantId}\0${secret}\0${text}`).digest('base64url');

/** A new address of the page makes all passes worthless. */
export function passFor(deps: Dependencies, page: FamilyPage, { phone, ticketId }: Held): string {
  const text = `${deps.now() + LIFE}.${ticketId}.${phone}`;
  return `${text}.${mac(deps, page, text)}`;
}

/** Throws 403 when a pass is forged, of another page, or too old. */
export function readPass(deps: Dependencies, page: FamilyPage, pass: string): Held {
  const match = /^((\d{1,15})\.(\d{1,15})\.(\d{11}))\.([\w-]{43})$/.exec(pass);
  const right = match && timingSafeEqual(Buffer.from(match[5]!), Buffer.from(mac(deps, page, match[1]!)));
  if (!right || Number(match[2]) <= deps.now()) throw new Refusal(403, '操作已过期，请重新开始');
  return { phone: match[4]!, ticketId: Number(match[3]) };
}
