/** The design that the sub-pages of a designer share. */
import { createContext, startTransition, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Design, Designing } from './design.ts';

export const DesignContext = createContext<Designing | null>(null);

export function useDesigning(): Designing {
  const designing = use(DesignContext);
  if (!designing) throw new Error('outside of a designer');
  return designing;
}

export const useDesign = <T>(select: (design: Design) => T): T => useStore(useDesigning().store, select);

/** The questions as they are drawn beside what is typed: they follow it, and a letter does not wait for them. */
export function useFollowingItems(): Design['draft']['items'] {
  const { store } = useDesigning();
  const [items, setItems] = useState(() => store.getState().draft.items);
  useEffect(() => {
    const follow = () => startTransition(() => setItems(store.getState().draft.items));
    follow();
    return store.subscribe(follow);
  }, [store]);
  return items;
}

/** The questionnaire itself: sub-pages are shown once it was read. */
export const useProject = () => useDesign(({ project }) => project!);
