/** The title and the description of a questionnaire, written where they will stand. */
import { EditOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { RichText } from '#web/ui/rich-text.tsx';
import { RichTextInput } from '#web/ui/rich-text-field.tsx';
import { TITLE } from './rebase.ts';
import { useDesign, useDesigning } from './design-context.ts';

export function CanvasHead() {
  const designing = useDesigning();
  const name = useDesign(({ draft }) => draft.name);
  const describe = useDesign(({ draft }) => draft.describe);
  const problem = useDesign(({ refused }) => refused[TITLE]);
  const [open, setOpen] = useState(false);
  const write = (part: { name?: string; describe?: string }, mark: string) =>
    designing.edit([{ do: 'title', name, describe, ...part }], { mark });
  return (
    <header className="q-canvas-head">
      <Input
        variant="borderless"
        aria-label="问卷名称"
        placeholder="请输入问卷名称"
        maxLength={100}
        value={name}
        status={problem ? 'error' : ''}
        onChange={(event) => write({ name: event.target.value }, 'name')}
      />
      {problem && <p className="q-card-problem">未保存：{problem}</p>}
      {open ? (
        <div className="q-describe">
          <RichTextInput
            label="问卷说明"
            max={5000}
            value={describe}
            placeholder="显示在问卷标题下方，可不填"
            onChange={(html) => html !== describe && write({ describe: html }, 'describe')}
          />
          <Button size="small" onClick={() => setOpen(false)}>
            完成
          </Button>
        </div>
      ) : (
        <div className="q-describe" data-closed>
          {describe ? <RichText value={describe} /> : <p>没有说明</p>}
          <Button type="link" size="small" icon={<EditOutlined aria-hidden />} onClick={() => setOpen(true)}>
            编辑说明
          </Button>
        </div>
      )}
    </header>
  );
}
