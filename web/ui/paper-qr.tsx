/** A QR code in the colours of paper, in every theme: cameras want it so. */
import { QRCode, type QRCodeProps } from 'antd';

export const PaperQr = (props: QRCodeProps) => <QRCode type="svg" color="var(--y-paper-ink)" bgColor="var(--y-paper)" {...props} />;
