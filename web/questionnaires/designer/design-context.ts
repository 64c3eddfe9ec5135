/** The design that the sub-pages of a designer share. */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { Design, Designing } from './design.ts';

export const DesignContext = createContext<Designing | null>(null);

export function useDesigning(): Designing {
  const designing = use(DesignContext);
  if (!designing) throw new Error('outside of a designer');
  return designing;
}

export const useDesign = <T>(select: (design: Design) => T): T => useStore(useDesigning().store, select);

/** The questionnaire itself: sub-pages are shown once it was read. */
export const useProject = () => useDesign(({ project }) => project!);
