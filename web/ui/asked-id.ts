/** What an address asks a page to open, by its id: `?finish=7`. */
import { useSearchParams } from 'react-router';

/** The id that the address names, null without one; the second part opens another, or with null closes, and says so in the address. */
export function useAskedId(name: string): [number | null, (id: number | null) => void] {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get(name));
  const ask = (next: number | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete(name);
        else after.set(name, String(next));
        return after;
      },
      { replace: true },
    );
  return [Number.isSafeInteger(id) && id > 0 ? id : null, ask];
}
