/** @jsxImportSource preact */
/** The frame of both pages, and the calm page where there is nothing to fill in. */
import type { ComponentChildren } from 'preact';
import type { QuestionnaireTheme } from '#contract/questionnaires/themes.ts';
import { ComfortButtons } from './comfort.tsx';
import { stylesOf } from './look.ts';

interface Props {
  look?: Partial<QuestionnaireTheme>;
  wide?: boolean;
  children: ComponentChildren;
}

export function Frame({ look = {}, wide = false, children }: Props) {
  return (
    <div class="f-ground" style={stylesOf(look)}>
      <main class="f-card" data-wide={wide ? '' : undefined}>
        <ComfortButtons />
        {look.headImgUrl && <img class="f-head" src={look.headImgUrl} alt="" />}
        {look.logoImg && (
          <p class="f-logo" data-at={look.logoPosition ?? 'left'}>
            <img src={look.logoImg} alt="标志" />
          </p>
        )}
        {children}
      </main>
    </div>
  );
}

/** One calm sentence instead of the questions. */
export function Calm({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <section class="f-calm" role="status">
      <h1>{title}</h1>
      {children}
    </section>
  );
}

/** For what did not load. */
export const Again = ({ onAgain }: { onAgain: () => void }) => (
  <button type="button" class="f-go" onClick={onAgain}>
    重试
  </button>
);
