/** HMAC-SHA256 of a runtime. Node's is synchronous, Web Crypto's asynchronous. */
export interface Hmac {
  /** A key from the text of a secret, used for many deliveries. */
  key(secret: string): HmacKey;
}

export interface HmacKey {
  /**
   * Whether one of the signatures is `sha256=` and the digest of `prefix` (ASCII) and `body` in lowercase hex. The time
   * it takes doesn't depend on how close a signature is.
   */
  matchesAny(prefix: string, body: Uint8Array, signatures: readonly string[]): boolean | Promise<boolean>;
}
