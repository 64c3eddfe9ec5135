/** What the state machines of all areas have in common: `decide(state, command, now)` gives one of these (docs/decisions/056). */

/** Why a command is refused. 409: the row is not, or no more, in a state that allows it; the caller is then shown the row as it is now. */
export interface RefusedCommand {
  readonly refusal: string;
  readonly status: 400 | 403 | 404 | 409 | 422;
}

/** What a command makes of a row; null when the row is already so, and nothing is written. */
export type Decision<Change> = { readonly change: Change | null } | RefusedCommand;
