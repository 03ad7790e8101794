// `npm run program trace GET /products/1001` prints the server's files that one request passes, in the order in which they first run, and
// how many they are. `POST /orders --key` sends the contract's example with an Idempotency-Key. `--count` prints only the number.
import { parseArgs } from 'node:util';
import { exampleBody } from './example-body.ts';
import { traceRequests } from './trace-requests.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'boolean', default: false }, count: { type: 'boolean', default: false } },
});
const [method = 'GET', path = '/products/1001'] = positionals;

const body = exampleBody(method, path);
const [files = []] = await traceRequests({ method, path, body, withKey: values.key });
if (!values.count) console.log(files.join('\n'));
console.log(values.count ? String(files.length) : `\n${files.length} files`);
