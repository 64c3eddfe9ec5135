/** /applet/applet/index: where an address with an auth_code ends up. The code is of a social sign-in, which /authredirect finishes (docs/decisions/013-shell.md). */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { afterApplet } from './applet-address.ts';
import { go } from './go.ts';

export default function Applet() {
  const { search } = useLocation();
  useEffect(() => go(afterApplet(search), { replace: true }), [search]);
  return null;
}
