/** A chart as its parts take it. */
import type { careCharts } from '#contract/care/care-charts.ts';
import type { Output } from '#contract/http.ts';

export type Chart = Output<typeof careCharts.read>;
export type ChartEntry = Chart['entries'][number];
