/** @jsxImportSource preact */
/** Begins the page of a link that calls. */
import { render } from 'preact';
import { callTokenOf } from '#contract/calls/call-page.rules.ts';
import { watchErrors } from '#web/api/error-logs.ts';
import { CallPage } from './call-page.tsx';
import '#web/theme/palette.css';
import '#web/theme/base.css';
import './call-page.css';

watchErrors(() => '');
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light');
follow();
dark.addEventListener('change', follow);
render(<CallPage token={callTokenOf(location.pathname) ?? ''} />, document.querySelector('#root') as HTMLElement);
