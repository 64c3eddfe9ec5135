/** What was just done at the desk, with the way to the badge. */
import { Alert, Button } from 'antd';
import { go } from '#web/shell/go.ts';

export interface Receipt {
  id: number;
  text: string;
  /** The visitor came in: a badge can be printed. */
  badge: boolean;
}

/** The page of a badge. */
export const badgeAddress = (id: number) => `/visitors/badge?id=${id}`;

export const ReceiptLine = ({ id, text, badge }: Receipt) => (
  <Alert
    type="success"
    showIcon
    role="status"
    title={text}
    action={
      badge && (
        <Button size="small" type="primary" onClick={() => go(badgeAddress(id))}>
          打印访客证
        </Button>
      )
    }
  />
);
