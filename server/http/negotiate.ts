import type { RequestHandler } from 'express';
import type { Operation } from '../contract.ts';
import { ApiProblem } from '../errors.ts';
import { offeredMediaTypes, preferredMediaType } from './media.ts';
import { requestContext } from './request-context.ts';

/** Settles what the answer will be, or refuses before any work is done. */
export function negotiate(operation: Operation): RequestHandler {
  return (req, res, next) => {
    const media = preferredMediaType(req, operation);
    if (media === false) {
      const offered = offeredMediaTypes(operation).join(', ');
      throw new ApiProblem(
        'not_acceptable',
        `The Accept header is ${req.headers.accept}; this operation answers ${offered}.`,
        {
          errors: [{ header: 'Accept', code: 'not_acceptable', detail: `must include one of ${offered}` }],
        },
      );
    }
    requestContext(res).mediaType = media;
    next();
  };
}
