/** Texts of refusals that no test names yet, `…` where a value stands. Only take lines away: test/refusals.test.ts holds the list. */
export const UNNAMED: readonly string[] = [
];
