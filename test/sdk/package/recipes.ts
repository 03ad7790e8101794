import { readdirSync, readFileSync } from 'node:fs';
import { transform } from 'esbuild';

const folder = new URL('../../../sdk/examples/webhooks/', import.meta.url);
const LEGACY_DECORATORS = { compilerOptions: { experimentalDecorators: true } };

/** The programs of `examples/webhooks/`, by their names. */
export const recipes: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]),
);

/** The same as ES modules, as files of a project. */
export async function compiledRecipes(): Promise<Record<string, string>> {
  const compiled = Object.entries(recipes).map(async ([file, text]) => {
    const { code } = await transform(text, { loader: 'ts', format: 'esm', tsconfigRaw: LEGACY_DECORATORS });
    return [file.replace(/ts$/, 'mjs'), code.replaceAll(/\.\/receiver\.ts/g, './receiver.mjs')];
  });
  return Object.fromEntries(await Promise.all(compiled));
}

/** A server that calls the function of lambda.ts as Amazon's gateways and load balancers do; `?as=` says which. */
export const LAMBDA_SERVER = `
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { handler } from './lambda.mjs';
const lists = (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
const capitals = (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) =>
  [name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()), value]));
const EVENTS = {
  'http-api': ({ method, headers }) => ({ version: '2.0', headers, requestContext: { http: { method } } }),
  'rest-api': ({ method, headers }) => ({ httpMethod: method, headers: capitals(headers), multiValueHeaders: lists(capitals(headers)) }),
  'load-balancer': ({ method, headers }) => ({ httpMethod: method, headers, requestContext: { elb: {} } }),
  'load-balancer-lists': ({ method, headers }) => ({ httpMethod: method, multiValueHeaders: lists(headers), requestContext: { elb: {} } }),
};
createServer(async (request, response) => {
  const { searchParams } = new URL(request.url, 'http://localhost');
  if (!searchParams.has('as')) return response.writeHead(404).end();
  const isBase64Encoded = searchParams.has('base64');
  const body = (await buffer(request)).toString(isBase64Encoded ? 'base64' : 'utf8');
  const result = await handler({ ...EVENTS[searchParams.get('as')](request), body, isBase64Encoded });
  const headers = searchParams.get('as').endsWith('lists') ? result.multiValueHeaders : result.headers;
  response.writeHead(result.statusCode, headers).end(result.body);
}).listen(process.env.PORT);
`;

export const WORKERD_CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
      compatibilityFlags = ["nodejs_compat"],
      bindings = [
        (name = "HYPERDRIVE", json = "DATABASE"),
        (name = "TRADEPOST_WEBHOOK_SECRET", text = "SECRET"),
      ],
      globalOutbound = "local",
    )),
    (name = "local", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:PORT", http = (), service = "main")],
);
`;
