/** The few signs of the screens, drawn with one line. */
const PATHS = {
  mute: 'M4 9v6h4l5 4V5L8 9H4zm13 0 4 6m0-6-4 6',
  place: 'M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  room: 'M4 20V9l8-5 8 5v11h-5v-6H9v6H4z',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="s-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
