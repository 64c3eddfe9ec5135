/** The value of a parameter, typed the way the product reads it. */
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd';
import { knownParameters } from '#contract/system/known-parameters.ts';
import { showMessage } from '#web/api/messages.ts';

interface FieldProps {
  id?: string;
  value?: string;
  onChange?: (text: string) => void;
}

interface ControlProps extends FieldProps {
  /** The parameter's key. */
  name: string | undefined;
  disabled?: boolean;
  /** For a screen reader, where no label belongs to it. */
  label?: string | undefined;
  /** Id of the text that says what is wrong or what it means. */
  describedBy?: string | undefined;
}

const known = (key: string | undefined) => (key !== undefined && Object.hasOwn(knownParameters, key) ? knownParameters[key] : undefined);

/** The control that fits a parameter: a number with its unit, a switch, a choice, a line, or several. */
export function ParameterControl({ id, name, value = '', onChange, disabled = false, label, describedBy }: ControlProps) {
  const one = known(name);
  const common = { id, disabled, 'aria-label': label, 'aria-describedby': describedBy };
  if (one?.kind === 'number')
    return (
      <InputNumber<number>
        {...common}
        value={value === '' ? null : Number(value)}
        min={one.min ?? Number.MIN_SAFE_INTEGER}
        max={one.max ?? Number.MAX_SAFE_INTEGER}
        precision={0}
        {...(one.unit ? { suffix: one.unit } : {})}
        onChange={(number) => onChange?.(number === null ? '' : String(number))}
      />
    );
  if (one?.kind === 'yesno')
    return (
      <Switch
        {...common}
        checked={value === 'true'}
        checkedChildren="是"
        unCheckedChildren="否"
        onChange={(on) => onChange?.(String(on))}
      />
    );
  if (one?.kind === 'choice')
    return (
      <Select
        {...common}
        value={value}
        options={Object.entries(one.choices ?? {}).map(([text, words]) => ({ value: text, label: words }))}
        onChange={(text: string) => onChange?.(text)}
      />
    );
  if (one?.kind === 'text' || one?.kind === 'address')
    return (
      <Input
        {...common}
        value={value}
        maxLength={2000}
        placeholder={one.kind === 'address' ? 'https://… 或 /…，可留空' : '可留空'}
        onChange={({ target }) => onChange?.(target.value)}
      />
    );
  return (
    <Input.TextArea
      {...common}
      value={value}
      maxLength={2000}
      showCount
      autoSize={{ minRows: 3, maxRows: 12 }}
      className={one?.kind === 'json' ? 'm-json' : ''}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}

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
      <ParameterControl {...(id ? { id } : {})} name={key} value={value} {...(onChange ? { onChange } : {})} />
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
