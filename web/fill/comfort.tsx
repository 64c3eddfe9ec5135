/** @jsxImportSource preact */
/** Large text and high contrast, for old eyes: kept in this browser. */
import { useState } from 'preact/hooks';

const KEY = 'yian.fill.comfort';

interface Comfort {
  large: boolean;
  contrast: boolean;
}

function kept(): Comfort {
  try {
    const { large, contrast } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Comfort>;
    return { large: large === true, contrast: contrast === true };
  } catch {
    return { large: false, contrast: false };
  }
}

function apply({ large, contrast }: Comfort): void {
  document.documentElement.dataset.size = large ? 'large' : 'normal';
  document.documentElement.dataset.contrast = contrast ? 'high' : 'normal';
}

/** Makes the page as it was liked last, and by day or by night as the phone is. */
export function beginComfort(): void {
  apply(kept());
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light');
  follow();
  dark.addEventListener('change', follow);
}

export function ComfortButtons() {
  const [comfort, setComfort] = useState(kept);
  const set = (change: Partial<Comfort>) => {
    const next = { ...comfort, ...change };
    setComfort(next);
    apply(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // It holds for this page then.
    }
  };
  return (
    <div class="f-comfort" role="group" aria-label="显示方式">
      <button type="button" aria-pressed={comfort.large} onClick={() => set({ large: !comfort.large })}>
        大字
      </button>
      <button type="button" aria-pressed={comfort.contrast} onClick={() => set({ contrast: !comfort.contrast })}>
        高对比度
      </button>
    </div>
  );
}
