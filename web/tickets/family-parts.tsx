/** Fields of the page for families, large and plain. */
import { useId, useState, type ComponentProps } from 'react';
import { CallError } from '#web/api/refusals.ts';
import { ask, type Picture } from './family-calls.ts';

const MOST_PICTURES = 5;
const MOST_BYTES = 5 * 1024 * 1024;

type FieldProps = ComponentProps<'input'> & { label: string };

export function Field({ label, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="t-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} />
    </div>
  );
}

interface WordsProps {
  name?: string;
  label: string;
  value: string;
  most: number;
  onChange: (value: string) => void;
}

export function Words({ name, label, value, most, onChange }: WordsProps) {
  const id = useId();
  return (
    <div className="t-field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} name={name} rows={5} maxLength={most} value={value} onChange={(event) => onChange(event.target.value)} />
      <small>
        {value.length}/{most}
      </small>
    </div>
  );
}

export const STILL_SENDING = '图片正在上传，请稍候再提交';

interface PicturesProps {
  pass: string;
  value: readonly Picture[];
  onChange: (pictures: Picture[]) => void;
  /** What is sent meanwhile would be sent without them. */
  sending: boolean;
  onSending: (sending: boolean) => void;
  say: (problem: string | null) => void;
}

/** Pictures are sent when they are chosen; what is written names them. */
export function Pictures({ pass, value, onChange, sending, onSending, say }: PicturesProps) {
  async function send(files: readonly File[]) {
    say(null);
    const room = files.slice(0, MOST_PICTURES - value.length);
    if (room.some(({ size }) => size > MOST_BYTES)) return say('单张图片不能超过 5MB');
    const sent = [...value];
    onSending(true);
    try {
      for (const file of room) {
        const body = new FormData();
        body.append('file', file);
        sent.push(await ask<Picture>(`/picture?pass=${encodeURIComponent(pass)}`, body));
        onChange([...sent]);
      }
    } catch (error) {
      say((error as CallError).message);
    } finally {
      onSending(false);
    }
  }
  return (
    <div className="t-field">
      <span>图片（选填，最多 {MOST_PICTURES} 张）</span>
      <div className="t-pictures">
        {value.map(({ name, link }, index) => (
          <button
            key={name}
            type="button"
            aria-label={`删除第 ${index + 1} 张图片`}
            onClick={() => onChange(value.filter((one) => one.name !== name))}
          >
            <img src={link} alt={`第 ${index + 1} 张图片`} />
            <span aria-hidden>×</span>
          </button>
        ))}
        {value.length < MOST_PICTURES && (
          <label className="t-add">
            <span aria-hidden>＋</span>
            选择图片
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp"
              multiple
              disabled={sending}
              onChange={({ target }) => {
                void send([...(target.files ?? [])]);
                target.value = '';
              }}
            />
          </label>
        )}
      </div>
      {sending && <small role="status">正在上传…</small>}
    </div>
  );
}

/** Runs one call at a time; gives whether one is running, what went wrong, how to say that something is missing, and how to run. */
export function useAsking() {
  const [busy, setBusy] = useState(false);
  const [problem, say] = useState<string | null>(null);
  async function run<T>(work: () => Promise<T>, then: (result: T) => void): Promise<void> {
    if (busy) return;
    setBusy(true);
    say(null);
    try {
      then(await work());
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      say(error.message);
    } finally {
      setBusy(false);
    }
  }
  /** Says what is missing, and goes to its field. */
  function miss(form: HTMLFormElement, name: string, text: string): void {
    say(text);
    (form.elements.namedItem(name) as HTMLElement | null)?.focus();
  }
  return { busy, problem, say, miss, run };
}

export const Problem = ({ children }: { children: string | null }) => (
  <p role="alert" className="t-problem">
    {children}
  </p>
);
