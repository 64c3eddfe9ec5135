/** The name of a person in lists, as a link to the page of that person for those who may open it: the same wherever a name stands. */
import { Link } from 'react-router';
import { people } from '#contract/elderly/people.ts';
import { personAddress, type PersonTab } from '#web/shell/addresses.ts';
import { MISSING } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';

interface Props {
  id: number | null;
  name: string | null;
  /** Of the page, where it opens. */
  tab?: PersonTab;
}

export function PersonLink({ id, name, tab }: Props) {
  const may = useMay();
  if (!name) return <span className="y-missing">{MISSING}</span>;
  return id !== null && may(people.get) ? <Link to={personAddress(id, tab)}>{name}</Link> : <>{name}</>;
}
