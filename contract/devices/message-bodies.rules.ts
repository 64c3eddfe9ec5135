/** The body of a message as a value: JSON, or a form whose fields may hold JSON themselves. Pure. */

const MOST_FIELDS = 200;

function formOf(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MOST_FIELDS) break;
    fields[name] = /^\s*[[{]/.test(value) ? (jsonOf(value) ?? value) : value;
  }
  return { ...fields };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The value; undefined when it is neither. A form is told by how it begins: `name=`. */
export function bodyOf(text: string): unknown {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return undefined;
  const json = jsonOf(trimmed);
  if (json !== undefined) return json;
  return /^[\w.%[\]-]{1,80}=/.test(trimmed) ? formOf(trimmed) : undefined;
}
