/**
 * A planted fault, as a process: the ingest of the product, except that it says "stored" before anything is. The crash test proves with it
 * that it would notice. Reads the same environment.
 */
import { readConfig } from '#server/config.ts';
import { createPool } from '#server/db/pool.ts';
import { connect, target } from '#server/dependencies.ts';
import { createDirectory } from '#server/ingest/directory.ts';
import { createPipeline, pipelineLimits } from '#server/ingest/pipeline.ts';
import { startTcpGateway } from '#server/ingest/tcp/gateway.ts';
import { watchProtocol } from '#server/ingest/tcp/watch-protocol.ts';

const config = readConfig();
const deps = connect(config, 'hasty');
const pool = createPool(target(config, deps.secrets, 'ingest'), 'hasty batches', pipelineLimits.writers, () => {});
const directory = createDirectory({ pool: deps.pool, inTenant: deps.inTenant, now: deps.now });
const pipeline = createPipeline({ deps, pool, directory });
const sink = {
  async accept(frame: Parameters<typeof pipeline.accept>[0]) {
    void pipeline.accept(frame).catch(() => {});
    return { stored: frame.events.length };
  },
};
await startTcpGateway({
  protocol: watchProtocol,
  port: config.watchPort,
  host: config.host,
  directory,
  sink,
  clock: deps.now,
  log: deps.log,
});
process.send?.('listening');
process.on('disconnect', () => process.exit(0));
