/** A labelled input of the login pages, and the line that says what is wrong. */
import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  name: string;
  /** Beside the input, inside the field. */
  children?: ReactNode;
}

export function Field({ label, children, ...input }: Props) {
  const id = `l-${input.name}`;
  return (
    <div className="l-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} autoCapitalize="none" spellCheck={false} {...input} />
      {children}
    </div>
  );
}

export const Problem = ({ children }: { children: ReactNode }) => (
  <p className="l-problem" role="alert">
    {children}
  </p>
);

export const Submit = ({ busy, label, doing }: { busy: boolean; label: string; doing: string }) => (
  <button className="l-submit" type="submit" aria-disabled={busy}>
    {busy ? doing : label}
  </button>
);

/** An input of a form by its name. */
export const inputOf = (form: HTMLFormElement | null, name: string) => form?.elements.namedItem(name) as HTMLInputElement;

/** Puts the cursor where something has to be typed again. */
export function retype(form: HTMLFormElement | null, name: string): void {
  inputOf(form, name).focus();
  inputOf(form, name).select();
}
