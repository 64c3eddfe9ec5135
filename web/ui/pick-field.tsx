/** Fields whose value is picked from a list in a drawer: they show what was picked and open the list by click, Enter or their button. */
import { Button, Form, Input, Space } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Route } from '#contract/http.ts';
import { useMay } from './may.ts';
import './pick-field.css';

/** What a picker needs to stand behind a field: `<StaffPicker {...list} onPick={…} />`. */
interface List {
  open: boolean;
  onClose: () => void;
}

interface Props {
  id?: string | undefined;
  text: string;
  placeholder: string;
  disabled?: boolean | undefined;
  /** Asked before the list opens; false keeps it closed. */
  before?: (() => boolean) | undefined;
  /** Given when the value may be empty. */
  onClear?: (() => void) | undefined;
  renderList: (list: List) => ReactNode;
}

export function PickField({ id, text, placeholder, disabled, before, onClear, renderList }: Props) {
  const [open, setOpen] = useState(false);
  const onOpen = () => (before?.() ?? true) && setOpen(true);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onOpen();
  };
  // Not false: that would open the fields of a form that is disabled as a whole.
  const closed = disabled || undefined;
  return (
    <>
      <Space.Compact block>
        <Input
          id={id}
          value={text}
          placeholder={placeholder}
          disabled={closed}
          allowClear={onClear !== undefined}
          onClick={onOpen}
          onKeyDown={onKeyDown}
          // Typing changes nothing; only the cross does.
          onChange={(event) => event.target.value === '' && onClear?.()}
          className="y-pick"
        />
        <Button disabled={closed} onClick={onOpen}>
          选择
        </Button>
      </Space.Compact>
      {renderList({ open, onClose: () => setOpen(false) })}
    </>
  );
}

interface IdProps {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  /** The form's field in which the name is carried beside the id. */
  nameIn: string;
  /** What lists them. Whoever may not call it keeps what is there. */
  route: Route;
  placeholder: string;
  renderList: (pick: (id: number, name: string) => void, list: List) => ReactNode;
}

/** Picks by id, for a form item of its own; may be empty. */
export function PickIdField({ id, value, onChange, nameIn, route, placeholder, renderList }: IdProps) {
  const form = Form.useFormInstance();
  const name = Form.useWatch<string | undefined>(nameIn, form);
  const may = useMay()(route);
  const pick = (picked: number, text: string) => {
    form.setFields([{ name: nameIn, value: text, touched: true }]);
    onChange?.(picked);
  };
  return (
    <PickField
      id={id}
      text={value ? (name ?? '') : ''}
      placeholder={may ? placeholder : '未指定'}
      disabled={!may}
      onClear={() => onChange?.(null)}
      renderList={(list) => renderList(pick, list)}
    />
  );
}
