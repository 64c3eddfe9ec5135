/** Of several questions to the server the newest one counts: the answer to an older one that comes late says nothing any more. */
import { useState } from 'react';

/** Each call begins a question, and so ends those before it; what it gives says whether it is still the newest. */
export function newest(): () => () => boolean {
  let asked = 0;
  return () => {
    const own = ++asked;
    return () => own === asked;
  };
}

/** `newest` for one place of a page: `const isNewest = ask();` before the call, `if (!isNewest()) return;` after it. */
export const useNewest = () => useState(newest)[0];
