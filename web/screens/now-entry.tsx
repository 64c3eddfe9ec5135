/** Entering the values of a person out of 现在. */
import { EntryDrawer } from '#web/health/entry-drawer.tsx';
import type { NowItem } from './now-rows.ts';

export default function NowEntry({ row, personId, onClose }: { row: NowItem; personId: number; onClose: () => void }) {
  const task = row.kind === 'observation' ? { id: row.id, orthostatic: row.mark } : undefined;
  return <EntryDrawer personId={personId} name={row.name} task={task} onClose={onClose} />;
}
