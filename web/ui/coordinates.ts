/** The two systems of the product: the database and GPS hold WGS-84, Chinese maps show GCJ-02. */
import gcoord from 'gcoord';

export type System = 'wgs84' | 'gcj02';

const { transform, CRSTypes } = gcoord;
const CRS = { wgs84: CRSTypes.WGS84, gcj02: CRSTypes.GCJ02 } as const;

/** Longitude and latitude in another system, to 1e-6 degrees. */
export function convert(lng: number, lat: number, from: System, to: System): [lng: number, lat: number] {
  if (from === to) return [lng, lat];
  const [x, y] = transform([lng, lat], CRS[from], CRS[to]);
  return [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6];
}
