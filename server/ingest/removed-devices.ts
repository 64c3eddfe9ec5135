/**
 * What a device says that staff removed: it may still be on a wrist, and the person who presses its button does not know. Its calls for
 * help are taken as long as it may come back; nothing else of it is (docs/decisions/069).
 */
import { isCall } from './alarms.ts';
import type { Directory } from './directory.ts';
import type { EventSink } from './events.ts';

/** Makes the filter of one process. */
export function removedDevices(directory: Pick<Directory, 'current'>) {
  const counts = { calls: 0, left: 0 };
  return {
    counts,
    /** The sink before all others. */
    around: (sink: EventSink): EventSink => ({
      async accept(frame) {
        // Whom the database cannot tell is taken whole: the sink itself waits for it.
        const device = await directory.current(frame.device.key).catch(() => null);
        if (!device?.removed) return sink.accept(frame);
        const events = frame.events.filter((event) => event.kind === 'alarm' && isCall(event));
        counts.calls += events.length;
        counts.left += frame.events.length - events.length;
        return events.length > 0 ? sink.accept({ ...frame, events }) : { stored: 0 };
      },
    }),
  };
}
