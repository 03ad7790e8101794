import fastify from 'fastify';
import { receiver } from './receiver.ts';

const { PORT = 4000 } = process.env;
const bodyLimit = receiver.maxBodyBytes; // 2 MiB; Fastify's own limit is 1 MiB
const app = fastify();
// As a plugin, so that other routes get their JSON parsed and this one its raw bytes.
app.register(async (hooks) => {
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
  hooks.post<{ Body: Buffer }>('/hooks', { bodyLimit }, async ({ method, headers, body }, reply) => {
    const response = await receiver.receive({ method, headers, body });
    return reply.code(response.status).headers(response.headers).send(response.body);
  });
});
await app.listen({ port: Number(PORT) });
