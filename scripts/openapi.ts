/** `npm run openapi`: the OpenAPI 3.1 document of every route, from the contract. */
import { openApi } from '../server/http/openapi.ts';

process.stdout.write(`${JSON.stringify(openApi(), null, 2)}\n`);
