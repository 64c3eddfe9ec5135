/** Two signs that the board draws a hundred times: a path each, nothing else. */
const PATHS = {
  lamp: 'M8 1.5a4.5 4.5 0 0 0-2.6 8.2c.4.3.6.7.6 1.1v.7h4v-.7c0-.4.2-.8.6-1.1A4.5 4.5 0 0 0 8 1.5M6.2 13.5h3.6',
  print: 'M4.5 6V2h7v4M4.5 11.5h-2V6.2h11v5.3h-2M4.5 9.5h7V14h-7z',
} as const;

export const Glyph = ({ name }: { name: keyof typeof PATHS }) => (
  <svg className="b-glyph" viewBox="0 0 16 16" aria-hidden>
    <path d={PATHS[name]} />
  </svg>
);
