/** The look: nine accents and seven arrangements of the frame, restyling at once. */
import { CheckOutlined } from '@ant-design/icons';
import { useStore } from 'zustand';
import { frameColors } from '#web/theme/frame-colors.ts';
import { preferences } from '#web/theme/preferences.ts';
import { ACCENTS, THEMES, type ThemeName } from '#web/theme/tokens.ts';
import { useDark } from './use-dark.ts';
import './theme-picker.css';

const accentNames: Record<string, string> = {
  '0f6b5c': '松绿',
  ff4500: '橙红',
  ff8c00: '深橙',
  ffd700: '金色',
  '90ee90': '浅绿',
  '00ced1': '青绿',
  '1e90ff': '道奇蓝',
  c71585: '紫红',
  '007EEF': '经典蓝',
};
const themeNames: Record<ThemeName, string> = {
  yian: '米色',
  white: '白色',
  default: '默认',
  colourful: '炫彩',
  iview: 'iview',
  d2: 'd2',
  hey: 'hey',
};

/** The frame in small. */
function Sketch({ name }: { name: ThemeName }) {
  const accent = useStore(preferences, (state) => state.accent);
  const isDark = useDark();
  const { side, top, tabs } = frameColors(name, `#${accent}`, isDark);
  return (
    <svg viewBox="0 0 64 44" width={64} height={44} aria-hidden="true">
      <rect width="64" height="44" className="y-sketch-page" />
      <rect width="64" height="12" fill={tabs.ground} y="8" />
      <rect width="64" height="9" fill={top.ground} />
      <rect width="17" height="44" fill={side.ground} />
      <rect x="3" y="4" width="11" height="3" rx="1.5" fill={side.text} />
      <rect x="2" y="12" width="13" height="6" rx="2" fill={side.selectedGround} />
      <rect x="4" y="14" width="9" height="2" rx="1" fill={side.selected} />
      <path d="M4 23h9M4 29h7M4 35h8" stroke={side.muted} strokeWidth="2" strokeLinecap="round" />
      <path d="M21 4.5h14M54 4.5h6" stroke={top.text} strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

export default function ThemePicker() {
  const accent = useStore(preferences, (state) => state.accent);
  const theme = useStore(preferences, (state) => state.theme);
  return (
    <div className="y-looks">
      <fieldset className="y-accents">
        <legend>主题色</legend>
        {ACCENTS.map((one) => (
          <label key={one} title={accentNames[one]} className="y-accent">
            <input
              type="radio"
              name="accent"
              className="y-unseen"
              checked={one.toLowerCase() === accent.toLowerCase()}
              onChange={() => preferences.setState({ accent: one })}
            />
            <span style={{ background: `#${one}` }}>{one.toLowerCase() === accent.toLowerCase() && <CheckOutlined aria-hidden />}</span>
            <span className="y-unseen">{accentNames[one]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="y-themes">
        <legend>主题</legend>
        {THEMES.map((one) => (
          <label key={one} className="y-theme">
            <input
              type="radio"
              name="theme"
              className="y-unseen"
              checked={one === theme}
              onChange={() => preferences.setState({ theme: one })}
            />
            <Sketch name={one} />
            <span>{themeNames[one]}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
