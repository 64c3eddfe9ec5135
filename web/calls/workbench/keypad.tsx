/** Twelve keys. */
import './workbench.css';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

export const Keypad = ({ onKey, disabled = false }: { onKey: (key: string) => void; disabled?: boolean }) => (
  <div className="cw-keypad" role="group" aria-label="拨号盘">
    {KEYS.map((key) => (
      <button key={key} type="button" disabled={disabled} onClick={() => onKey(key)}>
        {key}
      </button>
    ))}
  </div>
);
