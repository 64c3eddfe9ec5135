/** What can be added, by groups: pressed it comes behind the selected question, dragged where it is dropped. */
import { CopyOutlined, FileTextOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo } from 'react';
import { presets, type Preset } from './presets.ts';
import type { Grip } from './use-drag.ts';

interface Props {
  onAdd: (preset: Preset) => void;
  grip: (dragged: Preset) => Grip;
  onPaste: () => void;
  onCopy: () => void;
}

export const Palette = memo(function Palette({ onAdd, grip, onPaste, onCopy }: Props) {
  return (
    <aside className="q-palette" aria-label="题型">
      {presets.map(({ title, presets: below }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <div>
            {below.map((preset) => (
              <Button key={preset.key} size="small" onClick={() => onAdd(preset)} {...grip(preset)}>
                {preset.label}
              </Button>
            ))}
          </div>
        </section>
      ))}
      <section aria-label="批量添加">
        <h3>批量添加</h3>
        <div className="q-palette-wide">
          <Button size="small" icon={<FileTextOutlined aria-hidden />} onClick={onPaste}>
            粘贴文字生成题目
          </Button>
          <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={onCopy}>
            从其他问卷复制
          </Button>
        </div>
      </section>
    </aside>
  );
});
