/** The base map without a map: meridians and parallels with their degrees, drawn in the page's own colours. */
import L from 'leaflet';

/** Degrees between two lines; the smallest that is at least so many pixels wide is taken. */
const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002];
const APART = 128;
const TILE = 256;
/** Pixels of the longest label. */
const ROOM = 64;

const color = (name: string, fallback: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim() || fallback;

/** The step of a zoom level, in degrees. */
export function stepOf(zoom: number): number {
  const perDegree = (TILE * 2 ** zoom) / 360;
  return STEPS.findLast((step) => step * perDegree >= APART) ?? (STEPS[0] as number);
}

function draw(canvas: HTMLCanvasElement, coords: L.Coords): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = devicePixelRatio || 1;
  canvas.width = canvas.height = TILE * ratio;
  context.scale(ratio, ratio);
  context.fillStyle = color('--ant-color-fill-quaternary', '#f4f5f4');
  context.fillRect(0, 0, TILE, TILE);
  context.fillStyle = color('--ant-color-text-tertiary', '#626c74');
  context.font = '11px sans-serif';
  context.lineWidth = 1;
  const origin = L.point(coords.x * TILE, coords.y * TILE);
  const { CRS } = L;
  const north = CRS.EPSG3857.pointToLatLng(origin, coords.z);
  const south = CRS.EPSG3857.pointToLatLng(origin.add([TILE, TILE]), coords.z);
  const step = stepOf(coords.z);
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  };
  const vertical = (lng: number) => Math.round(CRS.EPSG3857.latLngToPoint(L.latLng(0, lng), coords.z).x - origin.x) + 0.5;
  const horizontal = (lat: number) => Math.round(CRS.EPSG3857.latLngToPoint(L.latLng(lat, 0), coords.z).y - origin.y) + 0.5;
  const fine = step / 5;
  context.strokeStyle = color('--ant-color-border-secondary', '#e7e9e5');
  for (let index = Math.ceil(north.lng / fine); index * fine < south.lng; index += 1)
    line(vertical(index * fine), 0, vertical(index * fine), TILE);
  for (let index = Math.ceil(south.lat / fine); index * fine < north.lat; index += 1)
    line(0, horizontal(index * fine), TILE, horizontal(index * fine));
  context.strokeStyle = color('--ant-color-border', '#d3d6d1');
  for (let index = Math.ceil(north.lng / step); index * step < south.lng; index += 1) {
    const x = vertical(index * step);
    line(x, 0, x, TILE);
    // A label is not cut off at the edge of its tile.
    const left = x > TILE - ROOM;
    context.textAlign = left ? 'right' : 'left';
    context.fillText(`${(index * step).toFixed(digits)}°`, left ? x - 4 : x + 4, 13);
  }
  for (let index = Math.ceil(south.lat / step); index * step < north.lat; index += 1) {
    const y = horizontal(index * step);
    line(0, y, TILE, y);
    context.textAlign = 'left';
    context.fillText(`${(index * step).toFixed(digits)}°`, 4, y < 16 ? y + 13 : y - 4);
  }
}

/** Leaflet makes a layer's tiles by a method of its class. */
const Grid = L.GridLayer.extend({
  createTile(coords: L.Coords) {
    const canvas = document.createElement('canvas');
    draw(canvas, coords);
    return canvas;
  },
}) as unknown as new (options: L.GridLayerOptions) => L.GridLayer;

/** A Leaflet layer; needs no network. */
export const gridLayer = (): L.GridLayer => new Grid({ attribution: '未配置地图服务，显示经纬网格', maxZoom: 19 });
