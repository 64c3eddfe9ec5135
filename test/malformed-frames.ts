/** Broken watch frames: falsified lengths, flipped bits, cut-off ends. The same seed gives the same frames. */
import type { Random } from '../scripts/simulator/random.ts';

export const where = '211126,081530,A,30.259200,N,120.130300,E,2.50,145.0,12.0,9,96,81,3390,4';
export const network = '2,1,460,0,9346,4401,130,9346,4402,120,2,home,24:69:68:5b:c2:10,-61,next,B0:95:8E:3F:77:02,-78,25.0';
const samples = [
  'LK,50,3,100',
  `UD,${where},00000010,${network}`,
  `AL_LTE,${where},00010001,${network}`,
  `UD2,${where},00000000,00`,
  'heart,72',
  'bphrt,126,78,66,,,,',
  'oxygen,0,98',
  'btemp2,1,36.5',
  'CONFIG,TY:g36a,UL:600,LS:1+8',
  'TK,#!AMR}\x01}\x02}\x03',
  'JXTK,0,a.amr,1,2,#!AMR',
  'img,5,261121081500,\xff\xd8\xff\xe0',
  'UPLOAD,600',
  'INIT,13800000000,a,1,2',
];

/** The n-th malformed frame; some of them are whole after all. */
export function malformedFrame(n: number, random: Random): Buffer {
  const index = n % 3 === 0 ? `${random.between(0, 0xffff).toString(16).padStart(4, '0')}*` : '';
  const content = samples[n % samples.length]!;
  const length = n % 4 === 0 ? random.between(0, 0xffff) : content.length;
  const vendor = ['3G', 'SG', 'CS', 'ZJ'][n % 4];
  const bytes = Buffer.from(`[${vendor}*8800000015*${index}${length.toString(16).padStart(4, '0')}*${content}]`, 'latin1');
  for (let flips = random.between(0, 4); flips > 0; flips--) bytes[random.between(0, bytes.length - 1)]! ^= 1 << random.between(0, 7);
  return n % 5 === 0 ? bytes.subarray(0, random.between(0, bytes.length)) : bytes;
}
