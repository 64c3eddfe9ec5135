/** The catalogue of themes, by style and colour. */
import { Empty, Radio } from 'antd';
import { useState } from 'react';
import { themeColors, themeStyles, type ThemeRow } from '#contract/questionnaires/themes.ts';
import { themeColorNames, themesOf } from '#contract/questionnaires/theme-catalogue.ts';
import './theme-page.css';

interface Props {
  value: number | null;
  onChange: (theme: ThemeRow | null) => void;
}

export function ThemeGallery({ value, onChange }: Props) {
  const [style, setStyle] = useState('');
  const [color, setColor] = useState('');
  const found = themesOf({ style, color });
  return (
    <section className="y-look-gallery" aria-label="主题">
      <Radio.Group
        aria-label="风格"
        optionType="button"
        size="small"
        value={style}
        onChange={({ target }) => setStyle(target.value as string)}
        options={[{ value: '', label: '全部' }, ...Object.entries(themeStyles).map(([key, label]) => ({ value: key, label }))]}
      />
      <Radio.Group
        aria-label="颜色"
        size="small"
        value={color}
        onChange={({ target }) => setColor(target.value as string)}
        options={[
          { value: '', label: '不限颜色' },
          ...themeColors.map((one) => ({
            value: one,
            label: (
              <span className="y-look-color">
                <i style={{ background: one }} aria-hidden />
                {themeColorNames[one]}
              </span>
            ),
          })),
        ]}
      />
      {found.length === 0 && <Empty description="没有这种风格与颜色的主题" />}
      <div className="y-look-themes" role="group" aria-label="主题列表">
        <button type="button" aria-pressed={value === null} onClick={() => onChange(null)}>
          <span className="y-look-none" aria-hidden />
          不用主题
        </button>
        {found.map((theme) => (
          <button key={theme.id} type="button" aria-pressed={value === theme.id} onClick={() => onChange(theme)}>
            <img src={theme.headImgUrl} alt="" loading="lazy" />
            {theme.name}
          </button>
        ))}
      </div>
    </section>
  );
}
