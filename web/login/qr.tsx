/** A QR code without the component library that the application draws its own with. */
import { QRCodeSVG } from '@rc-component/qrcode';

/** Black on white in both themes: cameras want it so. */
export const Qr = ({ text, label, size = 176 }: { text: string; label: string; size?: number }) => (
  <span className="l-qr" role="img" aria-label={label}>
    <QRCodeSVG title={label} value={text} size={size} level="M" fgColor="var(--y-paper-ink)" bgColor="var(--y-paper)" />
  </span>
);
