/** The look of a questionnaire as custom properties of its page. Pure. */
import type { QuestionnaireTheme } from '#contract/questionnaires/themes.ts';

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
export function stylesOf({ btnsColor, backgroundColor, backgroundImg }: Partial<QuestionnaireTheme>): Record<string, string> {
  const button = btnsColor?.trim();
  return {
    ...(button && HEX.test(button)
      ? { '--f-button': button, '--f-button-words': takesDarkWords(button) ? 'var(--y-paper-ink)' : 'var(--y-paper)' }
      : {}),
    ...(backgroundColor ? { '--f-ground': backgroundColor } : {}),
    ...(backgroundImg ? { backgroundImage: `url(${JSON.stringify(backgroundImg)})` } : {}),
  };
}
