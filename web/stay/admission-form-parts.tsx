/** What the printed forms of an admission are put together from: their head, cells to write in, places to sign. */
import type { ReactNode } from 'react';
import { addressOfCode } from '#contract/elderly/person-codes.rules.ts';
import { withBlankRows } from '#contract/stay/admission-forms.rules.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import { PaperFacts } from '#web/subscriptions/paper.tsx';
import type { FormsData } from './admission-forms.ts';

/** A cell that is written in by hand. */
const BLANK = '　';

export const BlankFacts = ({ facts }: { facts: Parameters<typeof PaperFacts>[0]['facts'] }) => <PaperFacts facts={facts} missing={BLANK} />;

/** The institution, whose form it is, and their code; above every form. */
export function FormHead({ data: { who, admission, code } }: { data: FormsData }) {
  const user = useCurrentUser();
  return (
    <header>
      <span>
        {user?.tenantLogo && <img src={user.tenantLogo} alt="" decoding="sync" />}
        {user?.tenantName}
      </span>
      <span>
        {who.userName}
        {admission !== null && `　${admission.number}`}
      </span>
      {code !== null && (
        <PaperQr value={addressOfCode(location.origin, code)} size={60} bordered={false} aria-label={`${who.userName}的身份码`} />
      )}
    </header>
  );
}

/** A table whose empty rows are filled in by hand. */
export function HandTable({
  columns,
  rows = [],
  least,
}: {
  columns: readonly string[];
  rows?: readonly (readonly ReactNode[])[];
  least: number;
}) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {withBlankRows(rows, least).map((row, at) => (
          <tr key={at}>
            {columns.map((title, cell) => (
              <td key={title}>{row?.[cell] || BLANK}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Room for several lines; what is known of them is printed. */
export const HandText = ({ title, text, lines = 3 }: { title: string; text?: string | null; lines?: number }) => (
  <>
    <h2>{title}</h2>
    <div className="s-form-text" style={{ minHeight: `${lines * 8}mm` }}>
      {text}
    </div>
  </>
);

/** Places to sign, with the day. */
export const Signs = ({ of }: { of: readonly string[] }) => (
  <p className="s-form-signs">
    {of.map((who) => (
      <span key={who}>{who}：</span>
    ))}
    <span>日期：</span>
  </p>
);
