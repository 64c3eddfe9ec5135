/** What `like` compares with: `%`, `_` and `\` of a search stand for themselves. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The pattern of texts that contain `part`. */
export const containing = (part: string) => `%${literal(part)}%`;
/** The pattern of texts that begin with `start`. */
export const startingWith = (start: string) => `${literal(start)}%`;
