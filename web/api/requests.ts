/** From a route and its input to what goes over the wire. Pure. */
import { pathParameters, type Route } from '#contract/http.ts';

/** A path with these values behind it, arrays as repeated keys; files have no place there. */
function queried(path: string, values: readonly [string, unknown][]): string {
  const query = new URLSearchParams();
  for (const [name, value] of values)
    for (const one of [value].flat()) if (one !== null && one !== '' && !(one instanceof Blob)) query.append(name, String(one));
  return query.size ? `${path}?${query}` : path;
}

/** Path, query and body of an input: `{id}` into the path, of GET, DELETE and uploads the rest into the query. */
export function requestOf(route: Pick<Route, 'method' | 'path' | 'multipart'>, input: Record<string, unknown> | readonly unknown[]) {
  if (Array.isArray(input)) return { url: route.path, body: JSON.stringify(input) };
  const names = pathParameters(route.path);
  const path = names.reduce(
    (at, name) => at.replace(`{${name}}`, encodeURIComponent(String((input as Record<string, unknown>)[name]))),
    route.path,
  );
  const rest = Object.entries(input).filter(([name, value]) => !names.includes(name) && value !== undefined);
  if (route.multipart) {
    const body = new FormData();
    for (const [name, value] of rest) if (value instanceof Blob) body.append(name, value);
    return { url: queried(path, rest), body };
  }
  if (route.method === 'POST' || route.method === 'PUT') return { url: path, body: JSON.stringify(Object.fromEntries(rest)) };
  return { url: queried(path, rest), body: null };
}
