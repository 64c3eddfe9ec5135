/** A page whose form for a new row is asked for by its address: `?add=1`. With `add=home` the first page is shown again after it was saved. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { home } from '#contract/screens/home.ts';
import { keyOf } from '#web/api/call.ts';

const NAME = 'add';
const HOME = '/wel/index';

/**
 * Opens the form when the address asks for it, and takes that out of the address: a reload does not open it again.
 * Gives what is to be called after a new row was saved.
 */
export function useAskedAdd(open: () => void): () => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const returns = useRef(false);
  const asked = params.get(NAME);
  const begin = useEffectEvent((how: string) => {
    returns.current = how === 'home';
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete(NAME);
        return next;
      },
      { replace: true },
    );
    open();
  });
  useEffect(() => {
    if (asked !== null) begin(asked);
  }, [asked]);
  return () => {
    if (!returns.current) return;
    returns.current = false;
    // What is done there has just changed.
    void client.invalidateQueries({ queryKey: keyOf(home.read) });
    void navigate(HOME);
  };
}
