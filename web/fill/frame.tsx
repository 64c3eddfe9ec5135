/** @jsxImportSource preact */
/** The frame of both pages, and the calm page where there is nothing to fill in. */
import type { ComponentChildren } from 'preact';
import type { QuestionnaireTheme } from '#contract/questionnaires/themes.ts';
import { ComfortButtons } from './comfort.tsx';

/** A figure such as #1F6B5C; other spellings keep the page's own colour of words. */
const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i;

/** Whether dark words are read better on a colour than white ones (WCAG's luminance above the middle). */
function takesDarkWords(color: string): boolean {
  const [, ...parts] = HEX.exec(color) ?? [];
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = parseInt(part, 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

/** Custom properties of a look: only what was chosen. */
function stylesOf({ btnsColor, backgroundColor, backgroundImg }: Partial<QuestionnaireTheme>): Record<string, string> {
  const button = btnsColor?.trim();
  return {
    ...(button && HEX.test(button)
      ? { '--f-button': button, '--f-button-words': takesDarkWords(button) ? 'var(--y-paper-ink)' : 'var(--y-paper)' }
      : {}),
    ...(backgroundColor ? { '--f-ground': backgroundColor } : {}),
    ...(backgroundImg ? { backgroundImage: `url(${JSON.stringify(backgroundImg)})` } : {}),
  };
}

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
