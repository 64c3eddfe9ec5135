import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { isMetric, metrics } from '../health/metrics.ts';
import { kindsOf, metricsOf, SIMULATED_NUMBER, simulatedMetrics, simulationPresets, wellValues } from './simulations.rules.ts';

describe('the numbers of simulated devices', () => {
  const isSimulated = (imei: string) => new RegExp(SIMULATED_NUMBER).test(imei);

  it('are the demonstration’s own', () => {
    for (const imei of [
      '863788000000115',
      '863788000002129',
      '863788100000014',
      '13810000011',
      'HUB1000001001',
      'BELT1000002004',
      'RADAR1000001001',
    ])
      assert.ok(isSimulated(imei), imei);
    for (const imei of [
      '863719000000115',
      '863788400000014',
      '13810000111',
      'BED-0001',
      'HUB1000001',
      '8800000011',
      'xHUB1000001001',
      'HUB10000010011',
    ])
      assert.ok(!isSimulated(imei), imei);
  });

  it('leave the first ten watches to the command line', () => {
    const own = [1, 9, 10, 11, 19, 20, 100, 101].filter((n) => isSimulated(`863788${String(n).padStart(8, '0')}5`));
    assert.deepEqual(own, [11, 19, 20, 100, 101]);
  });
});

describe('what a device can be made to say', () => {
  const kinds = (type: string, protocol: string | null, hubId: number | null = null) => kindsOf({ type, protocol, hubId }).join(' ');

  it('is what its protocol has words for', () => {
    assert.equal(kinds('watch', 'watch'), 'sos fall removed lowBattery leave measure offline online');
    assert.equal(kinds('pendant', 'ev07b'), 'sos fall lowBattery leave measure offline online');
    assert.equal(kinds('pendant', 'gt06'), 'sos fall removed lowBattery leave offline online');
    assert.equal(kinds('radar', 'mqtt'), 'fall measure offline online');
    assert.equal(kinds('bed', 'mqtt'), 'measure offline online');
    assert.equal(kinds('bed', 'mqtt', 7), 'measure', 'its gateway is what has a connection');
    assert.equal(kinds('hub', 'mqtt'), 'offline online');
    for (const protocol of ['http', 'none', null]) assert.equal(kinds('watch', protocol), '');
  });

  it('is measured only by what measures it, plausibly', () => {
    assert.deepEqual(metricsOf({ type: 'pendant', protocol: 'gt06' }), []);
    assert.deepEqual(metricsOf({ type: 'hub', protocol: 'mqtt' }), []);
    assert.deepEqual(metricsOf({ type: 'bed', protocol: 'mqtt' }), ['heartRate', 'breathing']);
    for (const values of [wellValues, ...simulationPresets.map((preset) => preset.values)])
      for (const [name, value] of Object.entries(values)) {
        assert.ok(isMetric(name) && (simulatedMetrics as readonly string[]).includes(name), name);
        const [low, high] = metrics[name].plausible;
        assert.ok(value >= low && value <= high, name);
      }
  });
});
