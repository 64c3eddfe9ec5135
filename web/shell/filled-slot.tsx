/** Draws what is in a slot; what is still loading leaves its place empty and holds up nothing else. */
import { Suspense } from 'react';
import { useSlots } from './slots.ts';

/** Takes the name of a slot; draws its components in their order. */
export function FilledSlot({ name }: { name: 'tools' | 'banners' | 'background' }) {
  return Object.entries(useSlots()[name]).map(([key, Part]) => (
    <Suspense key={key} fallback={null}>
      <Part />
    </Suspense>
  ));
}
