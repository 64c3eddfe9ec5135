/**
 * The application put together: its pages, and what each area has in the frame, in the
 * order in which it is shown. Only here the areas are listed.
 */
import { approvals } from './approvals/slots.ts';
import { calls } from './calls/slots.ts';
import { carer } from './carer/slots.tsx';
import { devices } from './devices/slots.ts';
import { elderly } from './elderly/slots.ts';
import { health } from './health/slots.ts';
import { messages } from './messages/slots.ts';
import { rooms } from './rooms/slots.ts';
import { pages } from './routes.tsx';
import { screens } from './screens/slots.ts';
import { FramedApplication, prepareFirst } from './shell/app.tsx';
import { frame } from './shell/own-slots.tsx';
import type { Slots } from './shell/slots.ts';
import { subscriptions } from './subscriptions/slots.ts';
import { tenants } from './tenants/slots.ts';
import { users } from './users/slots.tsx';
import { warnings } from './warnings/slots.ts';
import { workOrders } from './work-orders/slots.ts';

const { search, theme, links, lock, fullScreen, user } = frame.tools;

const slots: Slots = {
  pages,
  tools: {
    search,
    theme,
    calls: calls.tools.pill,
    warnings: warnings.tools.bell,
    links,
    buy: subscriptions.tools.buy,
    lock,
    fullScreen,
    tenant: tenants.tools.switcher,
    messages: messages.tools.bell,
    user,
  },
  banners: subscriptions.banners,
  background: {
    ...warnings.background,
    ...workOrders.background,
    ...screens.background,
    ...approvals.background,
    ...messages.background,
    ...calls.background,
  },
  userMenu: {
    home: frame.userMenu.home,
    info: users.userMenu.info,
    panel: users.userMenu.panel,
    carer: carer.userMenu.carer,
    settings: frame.userMenu.settings,
    password: users.userMenu.password,
  },
  losses: carer.losses,
  finders: {
    ...workOrders.finders,
    ...health.finders,
    ...elderly.finders,
    ...rooms.finders,
    ...devices.finders,
  },
};

/** Loads what the first picture of this path needs. Gives false when the server does not let us have it. */
export const prepare = (path: string): Promise<boolean> => prepareFirst(pages, path);

export function Application({ toLogin, ready }: { toLogin: (back: string) => void; ready: boolean }) {
  return <FramedApplication slots={slots} toLogin={toLogin} ready={ready} />;
}
