import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Operation } from '../../contract.ts';
import { invalidRequest, type ValidationIssue } from '../../errors.ts';

const undecodable = new WeakSet<IncomingMessage>();

/** Remembers that the path of a request isn't percent-encoded UTF-8: the later steps see it as the text that it is. */
export const markUndecodablePath = (req: IncomingMessage): void => void undecodable.add(req);

/**
 * Refuses such a path where it names a row by a text of the client's own: `%ff` would be taken for an id, and a PUT would
 * create a row that no well-encoded request finds. Integers are refused by their type.
 */
export function requireDecodablePath({ parameters }: Operation): RequestHandler {
  const texts = parameters.filter(
    (parameter) => parameter.in === 'path' && parameter.schema.type !== 'integer',
  );
  return (req, _res, next) => {
    if (texts.length > 0 && undecodable.has(req)) throw invalidRequest(texts.map(encodingIssue));
    next();
  };
}

const encodingIssue = ({ name }: { readonly name: string }): ValidationIssue => ({
  parameter: name,
  code: 'encoding',
  detail: 'must be percent-encoded UTF-8',
});
