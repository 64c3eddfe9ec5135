/** From a route and its input to what goes over the wire. Pure. */
import { pathParameters, type Route } from '#contract/http.ts';

/** Path, query and body of an input: `{id}` into the path, GET and DELETE the rest into the query with arrays as repeated keys. */
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
    for (const [name, value] of rest) body.append(name, value instanceof Blob ? value : String(value));
    return { url: path, body };
  }
  if (route.method === 'POST' || route.method === 'PUT') return { url: path, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams();
  for (const [name, value] of rest) for (const one of [value].flat()) if (one !== null && one !== '') query.append(name, String(one));
  return { url: query.size ? `${path}?${query}` : path, body: null };
}
