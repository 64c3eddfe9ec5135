/** Whether a restricted visitor is the one who books or stands at the door. Pure. */

export interface Restriction {
  /** Whom they may not visit; null: not let into the house. */
  person_id: number | null;
  name: string;
  phone: string | null;
  identity_hash: string | null;
  relation: number | null;
  starts_on: string;
  /** The last day. */
  ends_on: string | null;
}

export interface Comer {
  person_id: number | null;
  name: string;
  phone: string;
  identity_hash: string | null;
  relation: number | null;
}

/** A phone or an identity number says who comes; a name only with the person who is visited, and with the relation where both say one. */
export function restricts(entry: Restriction, comer: Comer, day: string): boolean {
  if (day < entry.starts_on || (entry.ends_on !== null && day > entry.ends_on)) return false;
  if (entry.person_id !== null && entry.person_id !== comer.person_id) return false;
  if (entry.phone !== null && entry.phone === comer.phone) return true;
  if (entry.identity_hash !== null && entry.identity_hash === comer.identity_hash) return true;
  return (
    entry.person_id !== null &&
    entry.name === comer.name &&
    (entry.relation === null || comer.relation === null || entry.relation === comer.relation)
  );
}
