/** Signed, short-lived addresses of a picture: who looks at which camera until when, and which parts a playlist of ours has named. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { TICKET_SECONDS } from '#contract/devices/cameras.ts';
import type { Secrets } from '../db/secrets.ts';

export interface Ticket {
  tenantId: number;
  deviceId: number;
  lookId: number;
}

/** What a ticket opens: the picture of a camera; or a recording of an alarm or a call, or the frame of a seat, by the device's number. */
type Opens = 'camera' | 'clip' | 'call' | 'sdk';

const sign = ({ blind }: Pick<Secrets, 'blind'>, text: string, opens: Opens = 'camera') =>
  createHmac('sha256', blind).update(`${opens}\0${text}`).digest('base64url');

const same = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Good from `now` (epoch ms) for three minutes. */
export function issueTicket(
  secrets: Pick<Secrets, 'blind'>,
  { tenantId, deviceId, lookId }: Ticket,
  now: number,
  opens: Opens = 'camera',
): string {
  const facts = [tenantId, deviceId, lookId, Math.ceil(now / 1000) + TICKET_SECONDS].join('.');
  return `${facts}.${sign(secrets, facts, opens)}`;
}

/** Null when it is forged or too old. */
export function readTicket(secrets: Pick<Secrets, 'blind'>, text: string, now: number, opens: Opens = 'camera'): Ticket | null {
  const match = /^((\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,12}))\.([\w-]{43})$/.exec(text);
  if (!match || !same(match[6] as string, sign(secrets, match[1] as string, opens)) || Number(match[5]) * 1000 < now) return null;
  return { tenantId: Number(match[2]), deviceId: Number(match[3]), lookId: Number(match[4]) };
}

const place = ({ tenantId, deviceId }: Ticket, url: string) => `part\0${tenantId}\0${deviceId}\0${url}`;

/** The address under which a part of this camera's playlist is fetched through us. */
export function partAddress(secrets: Pick<Secrets, 'blind'>, ticket: Ticket, ticketText: string, url: string): string {
  return `/tenant-device/camera/stream/${ticketText}?u=${Buffer.from(url).toString('base64url')}&s=${sign(secrets, place(ticket, url))}`;
}

/** The part that such an address means; null when we have not named it. */
export function partOf(secrets: Pick<Secrets, 'blind'>, ticket: Ticket, u: string, s: string | undefined): string | null {
  const url = Buffer.from(u, 'base64url').toString('utf8');
  return s !== undefined && same(s, sign(secrets, place(ticket, url))) ? url : null;
}
