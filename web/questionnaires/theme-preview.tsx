/** A questionnaire with a look, as whoever fills it in sees it: its head, its first questions, its button. */
import type { Output } from '#contract/http.ts';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import type { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { themeOf } from '#contract/questionnaires/theme-catalogue.ts';
import { useFileLink } from '#web/ui/file-link.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import './theme-page.css';

export interface Look {
  themeId: number | null;
  logoImg: string | null;
  logoPosition: 'left' | 'center' | 'right' | null;
  submitBtnText: string;
  backgroundColor: string | null;
  backgroundImg: string | null;
  showTitle: boolean;
  showDescribe: boolean;
  showNumber: boolean;
}

const SHOWN = 6;

interface Props {
  details: Output<typeof questionnaires.details>;
  look: Look;
}

export function ThemePreview({ details: { project, projectItems }, look }: Props) {
  const theme = themeOf(look.themeId);
  const logo = useFileLink(look.logoImg ?? '');
  const ground = useFileLink(look.backgroundImg ?? '');
  const asked = projectItems.filter(({ displayType }) => !displayType);
  return (
    <section className="y-look-preview" aria-label="预览">
      <div
        className="y-look-ground"
        style={{
          ...(look.backgroundColor ? { backgroundColor: look.backgroundColor } : {}),
          ...(ground ? { backgroundImage: `url("${ground}")` } : {}),
        }}
      >
        <article className="y-look-paper">
          {theme && <img className="y-look-head" src={theme.headImgUrl} alt="" />}
          <div className="y-look-body">
            {logo && (
              <p className="y-look-logo" data-at={look.logoPosition ?? 'left'}>
                <img src={logo} alt="标志" />
              </p>
            )}
            {look.showTitle && <h2>{project.name}</h2>}
            {look.showDescribe && project.describe && <RichText value={project.describe} />}
            <ol>
              {asked.slice(0, SHOWN).map(({ formItemId, label, required }, at) => (
                <li key={formItemId}>
                  {required && <b aria-hidden>*</b>} {look.showNumber && `${at + 1}. `}
                  {labelText(label)}
                  <i aria-hidden />
                </li>
              ))}
            </ol>
            {asked.length > SHOWN && <p className="y-look-more">其余{asked.length - SHOWN}题省略</p>}
            {asked.length === 0 && <p className="y-look-more">还没有题目</p>}
            <p>
              <span className="y-look-submit" style={theme ? { background: theme.btnsColor } : {}}>
                {look.submitBtnText || '提交'}
              </span>
            </p>
          </div>
        </article>
      </div>
    </section>
  );
}
