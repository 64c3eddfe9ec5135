/** The evidence pack of a warning: what it lacks, its hash, and the files. */
import { FilePdfOutlined, FileProtectOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Skeleton, Typography, Upload } from 'antd';
import { useState } from 'react';
import { canonical } from '#contract/warnings/evidence.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { call, useCall } from '#web/api/call.ts';
import { saveAs, useDownload } from '#web/ui/downloads.ts';
import { useMay } from '#web/ui/may.ts';

interface Verdict {
  type: 'success' | 'warning' | 'error';
  text: string;
}

/** What a file says of itself, hashed again here, and what the server says of its seal. */
async function verdictOf(id: number, file: File): Promise<Verdict> {
  let pack: { content?: { warning?: { id?: number } }; gaps?: unknown; hash?: string; seal?: string };
  try {
    pack = JSON.parse(await file.text()) as typeof pack;
  } catch {
    return { type: 'error', text: '这不是证据包的 JSON 文件' };
  }
  // Browsers give it to pages with a certificate only.
  if (!('subtle' in crypto)) return { type: 'error', text: '此页面没有用 HTTPS 打开，浏览器不能计算哈希；请用 HTTPS 地址打开后核验' };
  const { content, gaps, hash = '', seal = '' } = pack;
  if (content?.warning?.id !== id) return { type: 'error', text: '这不是本条预警的证据包' };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical({ content, gaps })));
  const computed = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (computed !== hash) return { type: 'error', text: '文件内容与其哈希不符，已被改动' };
  const { genuine, unchanged } = await call(warnings.verifyEvidence, { id, hash, seal });
  if (!genuine) return { type: 'error', text: '签章不是本系统出具的' };
  return unchanged
    ? { type: 'success', text: '文件真实，且与系统当前记录一致' }
    : { type: 'warning', text: '文件真实；系统在此之后又有新的记录' };
}

function Verify({ id }: { id: number }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const check = async (file: File) =>
    setVerdict(await verdictOf(id, file).catch((error: Error): Verdict => ({ type: 'error', text: error.message })));
  return (
    <div className="w-verify">
      <Upload accept=".json,application/json" showUploadList={false} beforeUpload={(file) => (void check(file), false)}>
        <Button size="small" icon={<SafetyCertificateOutlined aria-hidden />}>
          核验 JSON 文件
        </Button>
      </Upload>
      {verdict && <Alert type={verdict.type} showIcon title={verdict.text} />}
    </div>
  );
}

function Pack({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, isPending, error } = useCall(warnings.evidence, { id }, { quiet: true, staleTime: 0 });
  const download = useDownload();
  const save = () => data && saveAs(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `预警证据包${id}.json`);
  return (
    <Modal
      open
      title="证据包"
      onCancel={onClose}
      width="min(560px, 94vw)"
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button disabled={!data} onClick={save}>
            下载 JSON
          </Button>
          <Button
            type="primary"
            icon={<FilePdfOutlined aria-hidden />}
            loading={download.bytes !== null}
            onClick={() => void download.start(warnings.evidencePdf, { id }, `预警证据包${id}.pdf`, '已下载')}
          >
            下载 PDF
          </Button>
        </>
      }
    >
      {isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {error && <Typography.Text type="danger">{error.message}</Typography.Text>}
      {data && (
        <>
          <h4>缺失项（{data.gaps.length}）</h4>
          <ul className="w-gaps">
            {data.gaps.map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
          <h4>内容哈希（SHA-256）</h4>
          <Typography.Text code copyable className="w-hash">
            {data.hash}
          </Typography.Text>
          <Verify id={id} />
        </>
      )}
    </Modal>
  );
}

export function HandlingEvidence({ id }: { id: number }) {
  const may = useMay();
  const [open, setOpen] = useState(false);
  if (!may(warnings.evidence)) return null;
  return (
    <>
      <Button size="small" icon={<FileProtectOutlined aria-hidden />} onClick={() => setOpen(true)}>
        证据包
      </Button>
      {open && <Pack id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
