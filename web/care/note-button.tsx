/** One kind of note: a press notes it, the arrow beside it with what was seen. */
import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Form, InputNumber, Select, Space } from 'antd';
import { useState } from 'react';
import { MOST_ML, type NoteDetails } from '#contract/care/care-charts.rules.ts';
import { noteKinds, type NoteKind } from '#contract/care/care-notes.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { noteFields, quickChoices } from './note-choices.ts';

interface Props {
  kind: NoteKind;
  name: string;
  pending: boolean;
  onNote: (values: NoteDetails) => void;
}

const MORE = 'more';

function Detailed({ kind, name, pending, onNote, onClose }: Props & { onClose: () => void }) {
  return (
    <FormDialog<NoteDetails>
      title={`${name}：${noteKinds[kind]}`}
      okText="记录"
      pending={pending}
      width={420}
      onSubmit={(values) => onNote(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)))}
      onClose={onClose}
    >
      {noteFields[kind].map(({ name: field, label, choices, numeric }) => (
        <Form.Item key={field} name={field} label={label}>
          {choices ? (
            <Select
              allowClear
              placeholder="可不选"
              options={Object.entries(choices).map(([value, text]) => ({ value: numeric ? Number(value) : value, label: text }))}
            />
          ) : (
            <InputNumber min={1} max={MOST_ML} precision={0} suffix="ml" placeholder="可不填" />
          )}
        </Form.Item>
      ))}
    </FormDialog>
  );
}

export function NoteButton(props: Props) {
  const { kind, pending, onNote } = props;
  const [asking, setAsking] = useState(false);
  const press = (
    <Button loading={pending} onClick={() => onNote({})}>
      {noteKinds[kind]}
    </Button>
  );
  if (noteFields[kind].length === 0) return press;
  const choices = quickChoices(kind);
  return (
    <Space.Compact>
      {press}
      <Dropdown
        trigger={['click']}
        menu={{
          items: [...choices.map(({ label }, at) => ({ key: String(at), label })), { key: MORE, label: '更多…' }],
          onClick: ({ key }) => (key === MORE ? setAsking(true) : onNote(choices[Number(key)]?.values ?? {})),
        }}
      >
        <Button icon={<DownOutlined aria-hidden />} aria-label={`选择${noteKinds[kind]}的内容`} disabled={pending} />
      </Dropdown>
      {asking && (
        <Detailed
          {...props}
          onNote={(values) => {
            setAsking(false);
            onNote(values);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Space.Compact>
  );
}
