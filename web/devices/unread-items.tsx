/** Items that devices sent and nothing reads, each with a rule that suits what it looks like. */
import { Button } from 'antd';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import { ruleText } from '#contract/devices/jt808-readings.rules.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { itemId, ruleOf, suggestedLine, type ItemLine, type ProfileDraft } from './profile-drafts.ts';

interface Props {
  of: NonNullable<ProfileDraft['of']>;
  lines: readonly ItemLine[];
  /** A line for an item, and the item as it stands in a report. */
  onAdd: (line: ItemLine, wire: string) => void;
}

const SHOWN = 48;
const spaced = (digits: string) => (digits.match(/../g) ?? []).join(' ');
const wireOf = (item: string, value: string) => spaced(item + (value.length / 2).toString(16).padStart(2, '0') + value);

export function UnreadItems({ of, lines, onAdd }: Props) {
  const may = useMay();
  const { data } = useCall(deviceProfiles.unread, of, { quiet: true, enabled: may(deviceProfiles.unread) });
  const explained = new Set(lines.map(({ item }) => itemId(item)));
  const unread = (data ?? []).filter(({ item }) => !explained.has(item));
  if (unread.length === 0) return null;
  return (
    <section className="d-unread" aria-label="没有规则的附加信息">
      <p className="d-note">设备最近30天上报过、还没有规则读的附加信息。请对照厂商资料，添加后在下面试读。</p>
      <ul>
        {unread.map(({ item, value, devices, time }) => {
          const line = suggestedLine(item, value);
          const rule = ruleOf(line);
          return (
            <li key={item}>
              <div>
                <b>{item}</b>
                <span>
                  {value.length / 2}字节，{devices}台设备，{time}
                </span>
                <code>
                  {spaced(value.slice(0, SHOWN))}
                  {value.length > SHOWN ? ' …' : ''}
                </code>
              </div>
              <Button size="small" aria-label={`为${item}添加规则`} onClick={() => onAdd(line, wireOf(item, value))}>
                添加规则{typeof rule === 'string' || line.metric === 'heartRate' ? '' : `（像是${ruleText(rule)}）`}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
