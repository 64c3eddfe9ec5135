/** @jsxImportSource preact */
/** Begins the pages of strangers: a questionnaire by its link, or its public results. */
import { render } from 'preact';
import { fillKeyOf } from '#contract/questionnaires/public-pages.rules.ts';
import { watchErrors } from '#web/api/error-logs.ts';
import { beginComfort } from './comfort.tsx';
import { FillPage } from './fill-page.tsx';
import { ResultPage } from './result-page.tsx';
import '#web/theme/palette.css';
import '#web/theme/base.css';
import './fill.css';

watchErrors(() => '');
beginComfort();
const key = fillKeyOf(location.pathname);
const page =
  key === null ? <ResultPage projectKey={new URLSearchParams(location.search).get('projectKey') ?? ''} /> : <FillPage projectKey={key} />;
render(page, document.querySelector('#root') as HTMLElement);
