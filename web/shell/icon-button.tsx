/** A round-cornered button with nothing but an icon; its label is also its tooltip. */
import { Tooltip } from 'antd';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, children, ...rest }: Props) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4} placement="bottom">
      <button type="button" className="y-icon-button" aria-label={label} {...rest}>
        {children}
      </button>
    </Tooltip>
  );
}
