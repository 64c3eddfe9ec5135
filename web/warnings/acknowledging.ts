import { warnings } from '#contract/warnings/warnings.ts';
import { useSend } from '#web/api/call.ts';
import { hush } from './alarm-sound.ts';

/** Everything that shows a warning. */
export const WARNING_ROUTES = [
  warnings.top,
  warnings.alarms,
  warnings.page,
  warnings.get,
  warnings.timeline,
  warnings.deliveries,
  warnings.places,
] as const;

/** 确认收到: the sound ends at once. */
export const useAcknowledge = () => useSend(warnings.acknowledge, { changes: WARNING_ROUTES, onSuccess: hush });
