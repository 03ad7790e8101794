import type { RequestHandler } from 'express';
import helmet from 'helmet';

const headers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      // htmx and the live list ask our own server only.
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      // A page that shows what a consumer sent can never run it, even if the escaping failed.
      objectSrc: ["'none'"],
    },
  },
  // The address of a page has ids. It's nobody else's business.
  referrerPolicy: { policy: 'same-origin' },
});

export const securityHeaders: RequestHandler = (req, res, next) => {
  res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  res.setHeader('Cache-Control', 'no-store');
  // Somebody may publish a link to an order.
  res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  headers(req, res, next);
};
