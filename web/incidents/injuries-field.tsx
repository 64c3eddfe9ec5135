/** Injuries, picked on the figure: each part with what was found there and how large it is. */
import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { partLabel } from '#contract/body-parts.rules.ts';
import { injuryKinds, injuryText, type Injury } from '#contract/incidents/body-map.rules.ts';
import { numbered } from '#web/ui/display.ts';
import { BodyMap } from '#web/ui/body-map.tsx';
import './incidents.css';

/** What is not chosen yet has kind 0, which the contract refuses. */
const NOT_CHOSEN = 0;

interface Props {
  id?: string;
  value?: readonly Injury[];
  onChange?: (injuries: Injury[]) => void;
}

export function InjuriesField({ id, value = [], onChange }: Props) {
  const pick = (part: string) => {
    const has = value.some((one) => one.part === part);
    onChange?.(has ? value.filter((one) => one.part !== part) : [...value, { part, kind: NOT_CHOSEN, note: null }]);
  };
  const set = (at: number, change: Partial<Injury>) => onChange?.(value.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <div className="n-injuries" id={id}>
      <BodyMap marks={value.map((one) => ({ part: one.part, text: injuryText(one) }))} none="没有伤情" onPick={pick} />
      <div>
        <p className="n-hint">点选受伤的部位，再选择伤情；再点一次取消。左右以服务对象本人为准。</p>
        <ul aria-label="伤情">
          {value.map(({ part, kind, note }, at) => (
            <li key={`${part}.${kind}`}>
              <b>{partLabel(part)}</b>
              <Select
                aria-label={`${partLabel(part)}的伤情`}
                placeholder="伤情"
                options={numbered(injuryKinds)}
                value={kind === NOT_CHOSEN ? undefined : kind}
                status={kind === NOT_CHOSEN ? 'warning' : ''}
                onChange={(next: number) => set(at, { kind: next })}
              />
              <Input
                aria-label={`${partLabel(part)}的说明`}
                placeholder="如 2×3厘米"
                maxLength={100}
                value={note ?? ''}
                onChange={({ target }) => set(at, { note: target.value === '' ? null : target.value })}
              />
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除${partLabel(part)}`}
                onClick={() => onChange?.(value.filter((_, index) => index !== at))}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
