/** What `npm start` does first, as a process of its own that reports and ends: several of them race in server/db/embedded.test.ts. */
import { readConfig } from '#server/config.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { bootstrap, migrate } from '#server/db/migrate.ts';
import { loadSecrets } from '#server/db/secrets.ts';
import { target } from '#server/dependencies.ts';

const config = readConfig();
const secrets = loadSecrets(config.dataDir);
const server = await startEmbedded(config.dataDir, secrets.passwords.superuser);
const superuser = {
  host: server.socketDir,
  port: server.port,
  database: 'postgres',
  user: 'postgres',
  password: secrets.passwords.superuser,
};
await bootstrap(superuser, 'yian', secrets.passwords);
process.send?.({ ran: await migrate(target(config, secrets, 'owner'), secrets.context) });
process.disconnect?.();
