/** The name by which an account is signed in to: its form, and the words for it. The pages before sign-in take it from here without zod. */

export const SIGN_IN_NAME = /^[A-Za-z0-9_.@-]{3,32}$/;
/** For a hint beside the field. */
export const signInNameRule = '3到32位字母、数字或_.@-';
export const signInNameMessage = `用户名应为${signInNameRule}`;
