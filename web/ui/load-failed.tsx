/** Says that something could not be read, and reads it again. */
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  onAgain: () => void;
  /** `warning` where what was read before is still shown. */
  type?: 'error' | 'warning';
}

export function LoadFailed({ title, onAgain, type = 'error' }: Props) {
  return (
    <Alert
      type={type}
      showIcon
      title={title}
      action={
        <Button size="small" onClick={onAgain}>
          重试
        </Button>
      }
    />
  );
}
