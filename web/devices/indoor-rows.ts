/** A row of 室内定位 and its name. */
import type { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { placeText } from '#contract/rooms/places.rules.ts';
import type { RowOf } from '#web/ui/data-table.tsx';

export type IndoorRow = RowOf<typeof indoorPlaces.page>;

export const placeName = ({ building, floor, name }: Pick<IndoorRow, 'building' | 'floor' | 'name'>) =>
  placeText({ building, floor, roomName: name }) as string;
