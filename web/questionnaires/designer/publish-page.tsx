/** How a questionnaire reaches people: its address, the code of it, a poster, and a frame for another site. */
import { ArrowLeftOutlined, CopyOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { plainText } from '#contract/rich-text.rules.ts';
import { questionnaireStatus as status } from '#contract/questionnaires/questionnaires.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { publicQuestionnaire } from '#web/shell/addresses.ts';
import { BookingPoster } from '#web/ui/booking-link.tsx';
import { copyAndTell } from '#web/ui/copy.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import { useDesign, useProject } from './design-context.ts';

const NOTES: Record<number, string> = {
  [status.draft]: '问卷还没有发布，链接暂时打不开。检查题目后点右上角“发布问卷”。',
  [status.stopped]: '问卷已停止收集，链接打开后不能填写。点右上角“重新发布”继续收集。',
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const embedding = (address: string, title: string) =>
  `<iframe src="${address}" title="${escaped(title)}" width="100%" height="800" style="border:0"></iframe>`;

export default function PublishPage() {
  const project = useProject();
  const { name, describe, items } = useDesign(({ draft }) => draft);
  const tenantName = useCurrentUser()?.tenantName ?? '';
  const [poster, setPoster] = useState(false);
  const path = publicQuestionnaire(project.key);
  const address = `${location.origin}${path}`;
  const embedded = embedding(address, name);
  const asked = items.filter(({ displayType }) => !displayType).length;
  if (poster)
    return (
      <BookingPoster
        label="问卷海报"
        codeLabel="问卷二维码"
        tenantName={tenantName}
        title={name}
        path={path}
        steps={['手机扫码打开问卷', `填写${asked}道题目`, '点“提交”完成']}
        lines={describe ? [{ id: 1, text: plainText(describe).slice(0, 120) }] : []}
        back={
          <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={() => setPoster(false)}>
            返回发布
          </Button>
        }
      />
    );
  const note = NOTES[project.status];
  return (
    <section className="q-publish" aria-label="发布">
      {note && <Alert type="warning" showIcon title={note} />}
      <div className="q-publish-ways">
        <PaperQr value={address} size={180} aria-label="问卷二维码" />
        <div>
          <label htmlFor="q-link">填写链接</label>
          <div className="q-line">
            <Input id="q-link" readOnly value={address} onFocus={(event) => event.target.select()} />
            <Button type="primary" icon={<CopyOutlined aria-hidden />} onClick={() => copyAndTell(address)}>
              复制链接
            </Button>
          </div>
          <div className="q-buttons">
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPoster(true)}>
              打印海报
            </Button>
            <Button href={path} target="_blank" disabled={project.status !== status.published}>
              打开填写页
            </Button>
          </div>
          <label htmlFor="q-embed">嵌入其他网页</label>
          <div className="q-line">
            <Input.TextArea id="q-embed" readOnly rows={3} value={embedded} onFocus={(event) => event.target.select()} />
            <Button icon={<CopyOutlined aria-hidden />} onClick={() => copyAndTell(embedded)}>
              复制代码
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
