/** Where the panel is, which of its entries is open, and what was typed into it: kept in this browser, over navigation and reload. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export const entries = {
  inbound: '呼入',
  outbound: '呼出',
  records: '通话记录',
  transfer: '转接',
  conference: '会议',
  supervise: '监听',
  work: '我的工作',
  devices: '设备检测',
} as const;
export type Entry = keyof typeof entries;

export const WIDTH = 290;
export const HEIGHT = 552;
const KEY = 'yian.calls.panel';

interface Panel {
  open: boolean;
  docked: boolean;
  entry: Entry;
  /** From the left and the top, where it floats. */
  x: number;
  y: number;
  microphone: string | null;
  speaker: string | null;
  /** Where it rings: another loudspeaker than that of talk. */
  ringer: string | null;
  /** What was typed about a call that is not saved yet. */
  draft: { jobId: string; summary: string; outcome: string } | null;
}

const fallback: Panel = {
  open: false,
  docked: true,
  entry: 'work',
  x: 0,
  y: 0,
  microphone: null,
  speaker: null,
  ringer: null,
  draft: null,
};

function kept(): Panel {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Panel>;
    return { ...fallback, ...found, entry: found.entry && found.entry in entries ? found.entry : fallback.entry };
  } catch {
    return fallback;
  }
}

export const panel = createStore<Panel>(kept);
panel.subscribe((state) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // It holds for this page then.
  }
});
export const usePanel = (): Panel => useStore(panel);
/** Opens the panel at an entry. */
export const showEntry = (entry: Entry): void => panel.setState({ open: true, entry });
