/** How much waits behind a path of the menu. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onEnding } from '#web/api/session.ts';

export type Badges = Readonly<Record<string, number>>;

export const badges = createStore<Badges>(() => ({}));
onEnding(() => badges.setState({}, true));

export const useBadges = () => useStore(badges);
