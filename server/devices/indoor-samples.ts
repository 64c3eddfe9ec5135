/** Samples of the place that is being taught by a device just now. */

/**
 * The end of a statement whose `incoming` has rows (tenant_id, device_id, received_at and
 * at in epoch ms, access_points jsonb): at most 200 samples a teaching.
 */
export const ADD_TAUGHT_SAMPLES = `
update indoor_teachings t set samples = t.samples || jsonb_build_array(jsonb_build_object('at', i.at, 'heard', i.access_points))
from incoming i
where t.tenant_id = i.tenant_id and t.device_id = i.device_id and t.state = 0 and i.access_points <> '[]'
  and to_timestamp(i.received_at / 1000) between t.started_at and t.ends_at and jsonb_array_length(t.samples) < 200`;
