/** The questionnaire as it is filled in, on a phone and on a wide screen. Nothing is submitted. */
import { Button, Empty, Segmented } from 'antd';
import { useState } from 'react';
import { showMessage } from '#web/api/messages.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { FillForm } from '../fill-form.tsx';
import { useDesign } from './design-context.ts';

const FRAMES = [
  { value: 'phone', label: '手机' },
  { value: 'wide', label: '电脑' },
];

function Filling() {
  const { items, rules } = useDesign(({ draft }) => draft);
  return (
    <FillForm
      items={items}
      logics={rules}

      sending={false}
      submitLabel="提交（预览）"
      onSubmit={() => showMessage('success', '填写完整，可以提交；预览不保存答案')}
    />
  );
}

export default function PreviewPage() {
  const { name, describe, items } = useDesign(({ draft }) => draft);
  const [frame, setFrame] = useState('phone');
  const [round, setRound] = useState(0);
  return (
    <section className="q-preview" aria-label="预览">
      <div className="q-buttons">
        <Segmented aria-label="屏幕" options={FRAMES} value={frame} onChange={setFrame} />
        <Button onClick={() => setRound(round + 1)}>重新填写</Button>
        <span className="q-hint">预览不提交、不保存答案</span>
      </div>
      <div className="q-frame" data-frame={frame}>
        <article>
          <h3>{name}</h3>
          {describe && <RichText value={describe} />}
          {items.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有题目" /> : <Filling key={round} />}
        </article>
      </div>
    </section>
  );
}
