/** A proven number may be in the accounts of several institutions: its owner says which is meant. */
import { useId } from 'react';

export interface AccountOption {
  userId: number;
  tenantName: string;
  name: string;
  username: string;
}

/** What the data of a refusal offers to choose from; null when it asks for nothing of the kind. */
export function optionsOf(data: unknown): AccountOption[] | null {
  const choose = (data as { choose?: unknown } | null)?.choose;
  return Array.isArray(choose) ? (choose as AccountOption[]) : null;
}

/** The account that is chosen in a form; null where nothing is asked. */
export function chosenIn(form: HTMLFormElement | null): number | null {
  const field = form?.elements.namedItem('account');
  return field instanceof HTMLSelectElement ? Number(field.value) : null;
}

export function AccountChoice({ options }: { options: AccountOption[] | null }) {
  const id = useId();
  if (!options) return null;
  return (
    <div className="l-field">
      <label htmlFor={id}>选择账号</label>
      <select id={id} name="account" autoFocus>
        {options.map(({ userId, tenantName, name, username }) => (
          <option key={userId} value={userId}>
            {tenantName} · {name}（{username}）
          </option>
        ))}
      </select>
    </div>
  );
}
