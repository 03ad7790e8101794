import type { ProblemCode } from '../../../generated/sdk-types.ts';
import { ApiError, type FailedAnswer } from './api-error.ts';

/** The client throws them. You can construct one in your own tests. */
export type ApiErrorClass<Type extends ApiError> = new (failed: FailedAnswer) => Type;

const classes = new Map<string, typeof ApiError>();

/**
 * The class of a code. It's created when somebody names it or when an error with the code is thrown, whichever comes first,
 * so the same class is thrown whether or not a bundler has dropped its export.
 */
export function errorClass<Type extends ApiError>(code: string): ApiErrorClass<Type> {
  const existing = classes.get(code);
  if (existing) return existing as never;
  const name = `${code.replace(/_error$/, '').replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())}Error`;
  const { [name]: type } = {
    [name]: class extends ApiError {
      override get name(): string {
        return name;
      }
    },
  } as Record<string, typeof ApiError>;
  classes.set(code, type!);
  return type as never;
}

/** The error for a response, of its code's class. */
export function apiError(failed: FailedAnswer): ApiError {
  const { code } = Object(failed.body);
  const isCode = typeof code === 'string' && /^[a-z]+(_[a-z]+)*$/.test(code);
  return new (isCode ? errorClass(code) : ApiError)(failed);
}

/** An error with this code. */
export interface ApiErrorOf<Code extends ProblemCode> extends ApiError {
  /** The problem's code. */
  readonly code: Code;
}

/**
 * Whether it's an ApiError, with this code if you name one, such as `not_found`. It needs no import of a class, and holds
 * for errors of another copy of the package, as `instanceof` does.
 */
export function isApiError(error: unknown): error is ApiError;
/** Whether it's an ApiError with this code. */
export function isApiError<Code extends ProblemCode>(error: unknown, code: Code): error is ApiErrorOf<Code>;
export function isApiError(error: unknown, code?: ProblemCode): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
