/** What is typed, once it has stood still: for what asks the server as one types. */
import { useEffect, useState } from 'react';

const CALM_MS = 250;

/** The text once it has stood still. */
export function useCalm(text: string): string {
  const [calm, setCalm] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), CALM_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return calm;
}
