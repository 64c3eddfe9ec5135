/** What was read from a message, in the words of staff who try a mapping. Pure. */
import { cellsText, pointsText } from './heard.rules.ts';
import type { Mapped } from './mappings.rules.ts';
import { mappedAlarms, mappedMetrics, mappedStates } from './mappings.ts';
import { sleepText } from './sleep-reports.rules.ts';

/** What a field would record, as staff read it. */
export function told(event: Mapped): string {
  switch (event.kind) {
    case 'reading':
      return `${mappedMetrics[event.metric].label} ${Math.round(event.value * 10) / 10} ${mappedMetrics[event.metric].units[0]}`;
    case 'alarm':
      return `报警：${mappedAlarms[event.alarm]}（${event.code.slice(0, 20)}）${event.clip === undefined ? '' : '，带录像'}`;
    case 'position':
      return `位置 ${event.lng.toFixed(6)}，${event.lat.toFixed(6)}${event.fix ? '' : '（无卫星定位，仅供参考）'}`;
    case 'state': {
      const { label, values } = mappedStates[event.state];
      return `${label}：${(values as Record<string, string>)[event.value]}`;
    }
    case 'sleep':
      return sleepText(event.report);
    case 'points':
      return pointsText(event.points, event.beacons);
    case 'cells':
      return cellsText(event.cells);
    case 'reply':
      return `指令 ${event.id} ${event.done ? '已执行' : '被设备拒绝'}`;
  }
}
