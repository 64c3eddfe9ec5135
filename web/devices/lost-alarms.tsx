/** Calls for help that a setting keeps from being raised: said in red wherever it stands, and confirmed by typing before it is saved. */
import { Alert, Form, Input, Tag, Tooltip } from 'antd';

/** What staff type to confirm it. */
const WORD = '不再报警';

interface ConfirmProps {
  lost: readonly string[];
  open: readonly string[];
  devices: number;
  value?: string[];
  onChange?: (accepted: string[]) => void;
}

function Confirm({ lost, open, devices, onChange }: ConfirmProps) {
  return (
    <Alert
      type="error"
      showIcon
      title={`保存后，以下求助发生时不会报警${devices > 0 ? `，涉及${devices}台设备` : ''}`}
      description={
        <>
          <ul>
            {lost.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {open.length > 0 && (
            <label>
              确实如此，请输入“{WORD}”：
              <Input
                // What is lost besides is confirmed anew.
                key={open.join()}
                maxLength={10}
                autoComplete="off"
                onChange={({ target }) => onChange?.(target.value.trim() === WORD ? [...open] : [])}
              />
            </label>
          )}
        </>
      }
    />
  );
}

/** The field `acceptedLoss` of a form: what would be lost, of which `known` was lost before. Nothing where nothing is lost. */
export function LossField({ lost, known, devices }: { lost: readonly string[]; known: readonly string[]; devices: number }) {
  if (lost.length === 0) return null;
  const open = lost.filter((text) => !known.includes(text));
  const validator = (_rule: unknown, accepted: string[] = []) =>
    open.every((text) => accepted.includes(text))
      ? Promise.resolve()
      : Promise.reject(new Error(`请输入“${WORD}”，确认以上求助发生时不会报警`));
  return (
    <Form.Item name="acceptedLoss" className="y-form-wide" rules={[{ validator }]} validateTrigger="onSubmit">
      <Confirm lost={lost} open={open} devices={devices} />
    </Form.Item>
  );
}

/** In a list: how many calls for help are not raised, and which. */
export function LossTag({ lost }: { lost: readonly string[] }) {
  if (lost.length === 0) return <>无</>;
  return (
    <Tooltip title={lost.join('；')}>
      <Tag color="error">{lost.length}项不报警</Tag>
    </Tooltip>
  );
}

/** Where settings are looked at. */
export function LossAlert({ lost }: { lost: readonly string[] }) {
  if (lost.length === 0) return null;
  return <Alert type="error" showIcon title={`以下求助发生时不会报警：${lost.join('；')}`} />;
}
