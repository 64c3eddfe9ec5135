/** The mark: a roof, the sun at home under it, a smile that holds both. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className="y-mark-ground" width="32" height="32" rx="9" />
      <g className="y-mark-line" fill="none" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M7 15.6 16 8l9 7.6" />
        <path d="M9.6 18.8a6.4 6.4 0 0 0 12.8 0" />
      </g>
      <circle className="y-mark-sun" cx="16" cy="16.2" r="2.3" />
    </svg>
  );
}
