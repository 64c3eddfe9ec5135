/** Where in the house: one spelling for lists, headers, cards, prints, messages and speech. Pure. */

export interface PlaceParts {
  building: string | null;
  floor: string | null;
  roomName: string | null;
  bedName?: string | null;
}

const numbered = (text: string | null | undefined, unit: string) => (text && /^\d+$/.test(text) ? `${text}${unit}` : text);

/** `3号楼 3层 302 3床`; without a bed, the room. Null without a room. In SQL the same is `app.place_text`. */
export const placeText = ({ building, floor, roomName, bedName }: PlaceParts): string | null =>
  roomName === null
    ? null
    : [numbered(building, '号楼'), numbered(floor, '层'), roomName, numbered(bedName, '床')].filter(Boolean).join(' ');

/** `3号楼 3层`: a floor, or a whole building. Empty when neither is known. */
export const floorText = ({ building, floor }: Pick<PlaceParts, 'building' | 'floor'>): string =>
  placeText({ building, floor, roomName: '' }) ?? '';

export interface Whereabouts {
  /** Where the person lies; null when they live at home. */
  bedPlace: string | null;
  /** The room that an alarm came from, when it is not the person's own. */
  alarmPlace?: string | null;
  oldmanAddress: string;
}

/** Where a carer has to go, in one line: within the house the room, else the address. */
export const whereText = ({ bedPlace, alarmPlace, oldmanAddress }: Whereabouts): string =>
  alarmPlace ? [`报警位置 ${alarmPlace}`, bedPlace && `住 ${bedPlace}`].filter(Boolean).join('，') : (bedPlace ?? oldmanAddress);
