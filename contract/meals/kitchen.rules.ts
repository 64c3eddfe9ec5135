/** How many portions of which dish the kitchen makes, and what has changed since it took note. Pure. */
import { textureNames, type Texture } from './dishes.rules.ts';
import type { Serving } from './servings.rules.ts';

export interface Count {
  dishId: number;
  dishName: string;
  texture: Texture;
  count: number;
}

export interface Difference extends Count {
  /** More or, negative, fewer than were noted. */
  change: number;
}

const keyOf = ({ dishId, texture }: { dishId: number; texture: Texture }) => `${dishId} ${texture}`;

/** Portions by dish and texture, in the order of the dishes and from firm to thin. `guests` eat what their resident is served, as it is. */
export function totalsOf(
  dishes: readonly { id: number; name: string }[],
  diners: readonly { servings: readonly Serving[]; guests: number }[],
): Count[] {
  const counts = new Map<string, number>();
  for (const { servings, guests } of diners)
    for (const serving of servings) counts.set(keyOf(serving), (counts.get(keyOf(serving)) ?? 0) + 1 + guests);
  return dishes.flatMap(({ id, name }) =>
    textureNames.flatMap((texture) => {
      const count = counts.get(keyOf({ dishId: id, texture })) ?? 0;
      return count === 0 ? [] : [{ dishId: id, dishName: name, texture, count }];
    }),
  );
}

/** The counts of now with what they differ by from the noted ones; what is not made any more stands last with 0. */
export function differencesOf(now: readonly Count[], noted: readonly Count[]): Difference[] {
  const before = new Map(noted.map((one) => [keyOf(one), one.count]));
  const there = new Set(now.map(keyOf));
  return [
    ...now.map((one) => ({ ...one, change: one.count - (before.get(keyOf(one)) ?? 0) })),
    ...noted.filter((one) => !there.has(keyOf(one))).map((one) => ({ ...one, count: 0, change: -one.count })),
  ];
}
