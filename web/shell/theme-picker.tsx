/** The accent: eight presets, restyling at once. */
import { CheckOutlined } from '@ant-design/icons';
import { useStore } from 'zustand';
import { preferences } from '#web/theme/preferences.ts';
import { ACCENTS } from '#web/theme/tokens.ts';

const names: Record<string, string> = {
  ff4500: '橙红',
  ff8c00: '深橙',
  ffd700: '金色',
  '90ee90': '浅绿',
  '00ced1': '青绿',
  '1e90ff': '道奇蓝',
  c71585: '紫红',
  '007EEF': '默认蓝',
};

export function ThemePicker() {
  const accent = useStore(preferences, (state) => state.accent);
  return (
    <fieldset className="y-accents">
      <legend className="y-unseen">主题色</legend>
      {ACCENTS.map((one) => (
        <label key={one} title={names[one]} className="y-accent">
          <input
            type="radio"
            name="accent"
            className="y-unseen"
            checked={one.toLowerCase() === accent.toLowerCase()}
            onChange={() => preferences.setState({ accent: one })}
          />
          <span style={{ background: `#${one}` }}>{one.toLowerCase() === accent.toLowerCase() && <CheckOutlined aria-hidden />}</span>
          <span className="y-unseen">{names[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
