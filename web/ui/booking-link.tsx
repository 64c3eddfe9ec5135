/** The public address on which families book: as a code, as an address, as a poster. */
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, App, Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { PaperQr } from './paper-qr.tsx';
import './booking-link.css';

interface LinkProps {
  /** Of the page; null until the settings were saved. */
  path: string | null;
  /** Families can open it. */
  open: boolean;
  renewing: boolean;
  /** Makes another address; the promise is kept or broken with it. */
  onRenew: () => Promise<unknown>;
  onPoster: () => void;
}

export function BookingLink({ path, open, renewing, onRenew, onPoster }: LinkProps) {
  const { modal } = App.useApp();
  if (path === null) return <p className="y-booking-hint">保存设置后生成预约链接。</p>;
  const address = `${location.origin}${path}`;
  const ask = () =>
    void modal.confirm({
      title: '更换预约链接？',
      content: '已张贴的海报和发出的链接将全部失效，需要重新打印。',
      okText: '更换',
      okButtonProps: { danger: true },
      cancelText: '取消',
      autoFocusButton: 'cancel',
      onOk: () => onRenew().catch(() => {}),
    });
  return (
    <div className="y-booking-link">
      <PaperQr value={address} size={140} aria-label="预约二维码" />
      <div>
        {!open && <Alert type="warning" showIcon title="家属网上预约未开启，链接暂时打不开" />}
        <Input readOnly value={address} aria-label="预约链接" onFocus={(event) => event.target.select()} />
        <div>
          <Button type="primary" onClick={onPoster}>
            打印海报
          </Button>
          <Button danger loading={renewing} onClick={ask}>
            更换链接
          </Button>
        </div>
      </div>
    </div>
  );
}

interface PosterProps {
  label: string;
  /** Of the code, for who does not see it. */
  codeLabel?: string;
  tenantName: string;
  title: string;
  path: string;
  steps: readonly string[];
  /** When one can come, or where the institution goes. */
  lines: readonly { id: number; text: string }[];
  back: ReactNode;
}

/** The sheet for a wall, with the code that opens the page. */
export const BookingPoster = ({ label, codeLabel = '预约二维码', tenantName, title, path, steps, lines, back }: PosterProps) => (
  <div className="y-poster-page y-prints-alone">
    <div className="y-no-print">
      {back}
      <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
        打印
      </Button>
    </div>
    <article className="y-poster" aria-label={label}>
      <h1>{tenantName}</h1>
      <h2>{title}</h2>
      <PaperQr value={`${location.origin}${path}`} size={320} aria-label={codeLabel} />
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ul>
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </article>
  </div>
);
