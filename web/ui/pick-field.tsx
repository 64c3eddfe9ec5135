/** A field whose value is picked from a list in a drawer: shows what was picked, opens the list by click, Enter or its button. */
import { Button, Input, Space } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import './pick-field.css';

interface Props {
  id?: string | undefined;
  text: string;
  placeholder: string;
  label: string;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  onOpen: () => void;
  /** Given when the value may be empty. */
  onClear?: (() => void) | undefined;
}

export function PickField({ id, text, placeholder, label, icon, disabled = false, onOpen, onClear }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <Space.Compact block>
      <Input
        id={id}
        value={text}
        placeholder={placeholder}
        disabled={disabled}
        allowClear={onClear !== undefined}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        // Typing changes nothing; only the cross does.
        onChange={(event) => event.target.value === '' && onClear?.()}
        className="y-pick"
      />
      <Button disabled={disabled} onClick={onOpen} icon={icon}>
        {label}
      </Button>
    </Space.Compact>
  );
}
