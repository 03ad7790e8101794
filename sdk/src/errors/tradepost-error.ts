/** In each copy of the package the same, so that one knows the errors of another. */
const BRAND = /* @__PURE__ */ Symbol.for('@tradepost/sdk');

/** Frames of fetch, retries and pages, which would leave no room for the caller's in V8's 10. */
const OWN_FRAMES = 20;

/** The base class of every error that this package throws. It is never thrown itself. */
export class TradepostError extends Error {
  /** @internal */
  constructor(message?: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error;
    // Without a word where Error is frozen.
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit + OWN_FRAMES);
    super(message, options);
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  }

  /** The name of the class. */
  // A getter and not a field: the stack begins with the right name, and JSON and the console don't show it as a member.
  override get name(): string {
    return 'TradepostError';
  }

  /**
   * By the names of the classes, because a program may have several copies of the package: an ES module and a CommonJS
   * one, or two versions. A class of yours that extends one of these has no such name, and is compared as always.
   * @internal
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class that is asked may be one of these or yours
    const { prototype } = this;
    const hasName = Object.hasOwn(prototype, 'name');
    for (let type = Object(value); type; type = Object.getPrototypeOf(type)) {
      if (type === prototype) return true;
      if (hasName && BRAND in type && Object.hasOwn(type, 'name') && type.name === prototype.name)
        return true;
    }
    return false;
  }

  /** @internal */
  get [BRAND](): true {
    return true;
  }
}

/**
 * The package was configured or called incorrectly: an API key with a line break, a price that is NaN, an empty secret, a
 * webhook body that was parsed before it was verified. No response and no delivery causes it, so retrying doesn't help.
 */
export class ConfigurationError extends TradepostError {
  override get name(): string {
    return 'ConfigurationError';
  }
}
