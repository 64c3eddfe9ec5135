/** The value of a parameter, typed the way the product reads it. */
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd';
import { knownParameters } from '#contract/system/known-parameters.ts';
import { showMessage } from '#web/api/messages.ts';

interface FieldProps {
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
}

const known = (key: string | undefined) => (key !== undefined && Object.hasOwn(knownParameters, key) ? knownParameters[key] : undefined);

export function ParameterValue({ id, value = '', onChange }: FieldProps) {
  const form = Form.useFormInstance();
  const key = Form.useWatch<string | undefined>('publicKey', form);
  const given = Form.useWatch<string | null | undefined>('defaultValue', { form, preserve: true });
  const one = known(key);
  const pretty = () => {
    try {
      onChange?.(JSON.stringify(JSON.parse(value), null, 2));
    } catch {
      showMessage('error', 'JSON格式不正确');
    }
  };
  return (
    <div className="m-value">
      {one?.kind === 'number' ? (
        <InputNumber<number>
          id={id}
          value={value === '' ? null : Number(value)}
          min={one.min ?? Number.MIN_SAFE_INTEGER}
          max={one.max ?? Number.MAX_SAFE_INTEGER}
          precision={0}
          onChange={(number) => onChange?.(number === null ? '' : String(number))}
        />
      ) : one?.kind === 'yesno' ? (
        <Switch id={id} checked={value === 'true'} checkedChildren="是" unCheckedChildren="否" onChange={(on) => onChange?.(String(on))} />
      ) : one?.kind === 'choice' ? (
        <Select
          id={id}
          value={value}
          options={Object.entries(one.choices ?? {}).map(([text, label]) => ({ value: text, label }))}
          onChange={onChange}
        />
      ) : one?.kind === 'text' || one?.kind === 'address' ? (
        <Input
          id={id}
          value={value}
          maxLength={2000}
          placeholder={one.kind === 'address' ? 'https://… 或 /…，可留空' : '可留空'}
          onChange={({ target }) => onChange?.(target.value)}
        />
      ) : (
        <Input.TextArea
          id={id}
          value={value}
          maxLength={2000}
          showCount
          autoSize={{ minRows: 3, maxRows: 12 }}
          className={one?.kind === 'json' ? 'm-json' : ''}
          onChange={({ target }) => onChange?.(target.value)}
        />
      )}
      {(one?.kind === 'json' || (given !== undefined && given !== null)) && (
        <div className="m-value-buttons">
          {one?.kind === 'json' && (
            <Button size="small" onClick={pretty}>
              整理格式
            </Button>
          )}
          {given !== undefined && given !== null && (
            <Button size="small" disabled={value === given} onClick={() => onChange?.(given)}>
              恢复默认
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
