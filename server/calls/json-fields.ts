/** Fields of forms that are kept as jsonb. */

/** The form with these of its fields as the text that a jsonb column takes; what the form leaves out stays out. */
export const asJson = <F extends object>(form: F, ...fields: (keyof F)[]): F => {
  const given = fields.filter((field) => form[field] !== undefined);
  return { ...form, ...Object.fromEntries(given.map((field) => [field, JSON.stringify(form[field])])) };
};
