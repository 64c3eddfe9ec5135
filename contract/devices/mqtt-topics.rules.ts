/** The topics of a device that signs in with MQTT: its own and no others; those of a hub name the devices behind it. Pure. */

export const upTopic = (id: string) => `devices/${id}/up`;
/** What a device hears: its commands. */
export const downTopic = (id: string) => `devices/${id}/down`;
/** What a hub hears for a device behind it. */
export const behindTopic = (hub: string, id: string) => `${downTopic(hub)}/${id}`;

/** Whether a device may publish there: `devices/{id}/up` and what lies below it. */
export const mayPublish = (topic: string, id: string) =>
  topic === upTopic(id) || (topic.startsWith(`${upTopic(id)}/`) && topic.length <= 200);

/** The device behind a hub that a topic names, `devices/{hub}/up/{number}`; null when it names none. */
export const namedBehind = (topic: string, hub: string): string | null => topic.slice(upTopic(hub).length + 1).split('/')[0] || null;

const NUMBER = /^[0-9A-Za-z_-]{4,32}$/;

/** Whether it may listen there: only to what is said to itself; a hub also to what is said to one or all behind it. */
export function maySubscribe(topic: string, id: string, isHub = false): boolean {
  const own = downTopic(id);
  if (topic === own) return true;
  if (!isHub || !topic.startsWith(`${own}/`)) return false;
  const rest = topic.slice(own.length + 1);
  return rest === '+' || rest === '#' || NUMBER.test(rest);
}

/** The subscriptions by which a device, or one behind a hub, hears its commands: any of them does. */
export const hearing = (id: string, hub: string | null): string[] =>
  hub === null ? [downTopic(id), `${downTopic(id)}/#`] : [behindTopic(hub, id), `${downTopic(hub)}/+`, `${downTopic(hub)}/#`];

/** A topic as one subscribes to it: wildcards stand alone in their level, `#` only at the end. */
export function isTopicFilter(topic: string): boolean {
  if (topic === '' || topic.length > 200 || /[\0\s]/.test(topic) || (topic.startsWith('$') && !topic.startsWith('$share/'))) return false;
  const levels = topic.split('/');
  return levels.every((level, at) => level === '+' || (level === '#' ? at === levels.length - 1 : !/[+#]/.test(level)));
}

/** A level of a topic, from 1; null when there is none. */
export const levelOf = (topic: string, level: number): string | null => topic.split('/')[level - 1] || null;

/** Whether a topic is one that a subscription asks for. */
export function matches(filter: string, topic: string): boolean {
  const wanted = (filter.startsWith('$share/') ? filter.split('/').slice(2).join('/') : filter).split('/');
  const levels = topic.split('/');
  return wanted.at(-1) === '#'
    ? levels.length >= wanted.length - 1 && wanted.slice(0, -1).every((level, at) => level === '+' || level === levels[at])
    : wanted.length === levels.length && wanted.every((level, at) => level === '+' || level === levels[at]);
}
