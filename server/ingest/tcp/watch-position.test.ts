import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNetwork } from '#server/ingest/tcp/watch-network.ts';
import { blockTime, coordinate, readPosition } from '#server/ingest/tcp/watch-position.ts';

const block = (text: string, offset = 0): ReturnType<typeof readPosition> => readPosition(text.split(','), offset);
const fixed = 'UD,211126,081530,A,30.259200,N,120.1303000,E,2.50,145.0,12.0,9,96,81,3390,4,00000010';

test('reads all sixteen fields', () => {
  assert.deepEqual(block(fixed), {
    time: Date.UTC(2026, 10, 21, 8, 15, 30),
    written: '211126081530',
    place: {
      fix: true,
      lat: 30.2592,
      lng: 120.1303,
      speed: 2.5,
      course: 145,
      altitude: 12,
      satellites: 9,
      accuracy: null,
      cells: [],
      accessPoints: [],
    },
    signal: 96,
    battery: 81,
    steps: 3390,
    rolls: 4,
    status: 0x10,
  });
});

test('hemisphere: S and W are negative whatever the sign, otherwise the sign stands', () => {
  const cases: [string, string, number | null][] = [
    ['22.5', 'N', 22.5],
    ['22.5', 'S', -22.5],
    ['-22.5', 'S', -22.5],
    ['-22.5', 'N', -22.5],
    ['-22.5', '', -22.5],
    ['  22.5', '', 22.5],
    ['22.5', 'w', -22.5],
    ['', 'N', null],
    ['91', 'N', null],
    ['x', 'N', null],
    ['1e1', 'N', null],
  ];
  for (const [value, side, expected] of cases) assert.equal(coordinate(value, side, 90), expected, `${value}${side}`);
});

test('V, 0,0 and impossible coordinates are no fix', () => {
  const stale = block(fixed.replace(',A,', ',V,')).place;
  assert.deepEqual([stale.fix, stale.lat, stale.lng], [false, 30.2592, 120.1303]);
  for (const where of ['0.000000,N,0.0000000,E', ',,,', '95.1,N,120.1,E', '30.1,N,200.1,E', 'a,N,b,E']) {
    const { fix, lat, lng } = block(fixed.replace('30.259200,N,120.1303000,E', where)).place;
    assert.deepEqual([fix, lat, lng], [false, null, null], where);
  }
});

test('dates that do not exist are refused, the offset of the model is taken off', () => {
  assert.equal(blockTime('211126', '081530', 480), Date.UTC(2026, 10, 21, 0, 15, 30));
  assert.equal(blockTime('290224', '235959', 0), Date.UTC(2024, 1, 29, 23, 59, 59));
  for (const [date, time] of [
    ['310226', '000000'],
    ['290226', '000000'],
    ['001126', '000000'],
    ['211326', '000000'],
    ['211126', '240000'],
    ['211126', '006000'],
    ['211126', '000060'],
    ['21112', '081530'],
    ['21112', '6081530'],
    ['290225', '000000'],
    ['', ''],
    ['2111-6', '081530'],
  ] as const) {
    assert.equal(blockTime(date, time, 0), null, `${date} ${time}`);
  }
});

test('network: cells, access points, accuracy', () => {
  const tail = '2,1,460,0,9346,4401,130,9346,4402,120,2,home,24:69:68:5b:c2:10,-61,a,b,B0-95-8E-3F-77-02,-78,25.0';
  assert.deepEqual(readNetwork(tail.split(',')), {
    cells: [
      { mcc: 460, mnc: 0, lac: 9346, cid: 4401, rssi: -130 },
      { mcc: 460, mnc: 0, lac: 9346, cid: 4402, rssi: -120 },
    ],
    accessPoints: [
      { mac: '24:69:68:5b:c2:10', rssi: -61 },
      { mac: 'b0:95:8e:3f:77:02', rssi: -78 },
    ],
    accuracy: 25,
  });
});

test('network: hex cells', () => {
  const { cells } = readNetwork('1,0,460,0,55C0,3B882A2,135,0,15.0'.split(','));
  assert.deepEqual(cells, [{ mcc: 460, mnc: 0, lac: 0x55c0, cid: 0x3b882a2, rssi: -135 }]);
});

test('network: cells that cannot be are left out, those beside them are not', () => {
  const cellsOf = (head: string, cells: string) =>
    readNetwork(`3,0,${head},${cells},9346,4401,130,9346,4402,120,0,15.0`.split(',')).cells.map(({ cid }) => cid);
  for (const impossible of ['0,4400,140', '9346,0,140', '65535,4400,140', '9346,16777215,140', 'ffff,4400,140', '-9346,4400,140'])
    assert.deepEqual(cellsOf('460,0', impossible), [4401, 4402], impossible);
  for (const network of ['0,0', '1460,0', '460,1000', '460,-1', '-460,0']) assert.deepEqual(cellsOf(network, '9346,4400,140'), [], network);
  assert.deepEqual(cellsOf('999,999', '9346,4400,140'), [4400, 4401, 4402]);
});

test('a broken or missing tail never costs the position', () => {
  const tails = [
    '',
    '00',
    '10',
    '0,,,,0',
    '0,0,2,x,y,z',
    '9,0,460,0',
    '9,0,460,0,1,2',
    'a,b,c,d',
    '-5,0,460,0,1,2,3',
    '999999,0,460,0,1,2,3',
  ];
  for (const tail of tails) {
    const { place, status } = block(`${fixed},${tail}`);
    assert.deepEqual([place.lat, place.fix, status], [30.2592, true, 0x10], tail);
  }
  assert.equal(readNetwork(`40,0,460,0${',1,2,3'.repeat(100)}`.split(',')).cells.length, 32);
});
