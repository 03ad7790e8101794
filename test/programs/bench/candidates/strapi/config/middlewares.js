// Strapi doesn't start without these. It's its default list less sessions, the logger and "powered by".
module.exports = [
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::query',
  'strapi::body',
  'strapi::favicon',
  'strapi::public',
];
