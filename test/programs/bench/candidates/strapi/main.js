const { createStrapi } = require('@strapi/strapi');

// The same list as an experienced Strapi programmer would get it: a collection with the products' fields, served by the core
// controller, without authentication, permissions or a rate limit. The admin panel isn't built or served.
async function main() {
  const app = await createStrapi({ appDir: __dirname, distDir: __dirname }).start();
  const { port } = app.server.httpServer.address();
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${port}` })}\n`);
}

main();
