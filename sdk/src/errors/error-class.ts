import { ApiError, type FailedAnswer } from './api-error.ts';

/** Thrown by the client; in your own tests you may make one. */
export type ApiErrorClass<Code> = new (failed: FailedAnswer) => ApiError<Code>;

const classes = new Map<string | undefined, typeof ApiError>();

/**
 * The class of a code, known to `apiError` from here on. Its calls are marked as pure although they write that down: a
 * class that a program does not name may be left out of its bundle, because then it cannot ask for it either.
 */
export function errorClass<Code extends string>(code: Code): ApiErrorClass<Code> {
  const name = `${code.replace(/_error$/, '').replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())}Error`;
  const type = class extends ApiError<Code> {
    override get name(): string {
      return name;
    }
  };
  Object.defineProperty(type, 'name', { value: name });
  classes.set(code, type as never);
  return type;
}

export function apiError(failed: FailedAnswer): ApiError {
  return new (classes.get((failed.body as { code?: string } | undefined)?.code) ?? ApiError)(failed);
}
