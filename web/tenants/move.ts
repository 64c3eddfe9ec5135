/**
 * Changing the tenant: the session ends and another begins, here and in every open tab of
 * it. Everything that was read of the old tenant goes with a fresh page: query cache, tabs, sockets, what the session stored.
 */
import { memberships } from '#contract/tenants/memberships.ts';
import { fetchRoute } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { asPermissions, endHere, holdStill, session, tokensOf, type Session } from '#web/api/session.ts';
import { TIMEOUT_MS, type TokenAnswer } from '#web/api/token-exchange.ts';

/** `was` is the refresh token of the session that is left: only its tabs listen. */
type Notice =
  | { type: 'moving'; was: string }
  | { type: 'stayed'; was: string }
  | { type: 'moved'; was: string; next: string; name: string };

const ARRIVED = 'yian.arrived';
const HOME = '/wel/index';
const channel = new BroadcastChannel('yian.move');
let patience: ReturnType<typeof setTimeout> | undefined;

function wait(): void {
  holdStill(true);
  clearTimeout(patience);
  // The tab that was moving may have been closed.
  patience = setTimeout(holdStill, 2 * TIMEOUT_MS, false);
}

function stay(): void {
  clearTimeout(patience);
  holdStill(false);
}

function arrive(next: Session, name: string, to = HOME): void {
  sessionStorage.clear();
  session.setState(next);
  sessionStorage.setItem(ARRIVED, name);
  location.replace(to);
}

channel.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
  if (session.getState().tokens?.refresh !== data.was) return;
  if (data.type === 'moving') wait();
  else if (data.type === 'stayed') stay();
  else arrive(JSON.parse(data.next) as Session, data.name);
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
const tell = (notice: Notice) => channel.postMessage(notice);

/** Goes to another tenant; the page is made anew there, at `to`. Throws CallError, and then stays. */
export async function moveTo(tenantId: number, name: string, to = HOME): Promise<void> {
  const { tokens, lock } = session.getState();
  if (!tokens) return;
  const was = tokens.refresh;
  tell({ type: 'moving', was });
  wait();
  try {
    const answer = (await (await fetchRoute(memberships.switchUser, { tenantId }, { quiet: true })).json()) as TokenAnswer;
    const names = (answer.user_info.authorities ?? []).map(({ authority }) => authority);
    const next: Session = { tokens: tokensOf(answer), user: answer.user_info, permissions: asPermissions(names), lock, scope: 'server' };
    tell({ type: 'moved', was, next: JSON.stringify(next), name });
    arrive(next, name, to);
  } catch (error) {
    tell({ type: 'stayed', was });
    stay();
    const { status, message } = error as CallError;
    if (status === 401) endHere(message);
    throw error;
  }
}

/** The name of the tenant that this page has just been made for, once. */
export function arrivedAt(): string | null {
  const name = sessionStorage.getItem(ARRIVED);
  sessionStorage.removeItem(ARRIVED);
  return name;
}
