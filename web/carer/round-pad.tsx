/** The number pad of a round: keys for a thumb. A press leaves the cursor in its field. */
const ROWS = ['1', '2', '3', 'back', '4', '5', '6', 'next', '7', '8', '9', '.', '0'] as const;
const NAMES: Partial<Record<(typeof ROWS)[number], string>> = { back: '退格', next: '下一项', '.': '小数点' };
const SHOWN: Partial<Record<(typeof ROWS)[number], string>> = { back: '⌫', next: '下一项' };

export function RoundPad({ onKey, onNext }: { onKey: (key: string) => void; onNext: () => void }) {
  return (
    <div className="c-pad" role="group" aria-label="数字键盘">
      {ROWS.map((key) => (
        <button
          key={key}
          type="button"
          data-key={key}
          aria-label={NAMES[key] ?? key}
          tabIndex={-1}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => (key === 'next' ? onNext() : onKey(key))}
        >
          {SHOWN[key] ?? key}
        </button>
      ))}
    </div>
  );
}
