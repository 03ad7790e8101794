import { ApiError, type FailedAnswer } from './api-error.ts';

/** The client throws them. You can construct one in your own tests. */
export type ApiErrorClass<Type extends ApiError> = new (failed: FailedAnswer) => Type;

const classes = new Map<string | undefined, typeof ApiError>();

/**
 * Creates the class of a code and registers it for `apiError`. The calls are marked as pure in spite of that: if a
 * program doesn't name a class, its bundle can drop it, because then the program can't test for it either.
 */
export function errorClass<Type extends ApiError>(code: Type['code'] & string): ApiErrorClass<Type> {
  const name = `${code.replace(/_error$/, '').replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())}Error`;
  const type = class extends ApiError {
    override get name(): string {
      return name;
    }
  };
  Object.defineProperty(type, 'name', { value: name });
  classes.set(code, type);
  return type as never;
}

/** The error for a response, of its code's class if there is one. */
export function apiError(failed: FailedAnswer): ApiError {
  return new (classes.get((failed.body as { code?: string } | undefined)?.code) ?? ApiError)(failed);
}
