/** HMAC-SHA256 as a runtime has it. Node answers at once, Web Crypto with a promise. */
export interface Hmac {
  /** A key made of the text of a secret, to be used for many deliveries. */
  key(secret: string): HmacKey;
}

export interface HmacKey {
  /**
   * Whether one of the signatures is `sha256=` and the digest of `prefix`, which is ASCII, and `body` in lowercase
   * hexadecimal digits. How long it takes does not tell how near one comes.
   */
  matchesAny(prefix: string, body: Uint8Array, signatures: readonly string[]): boolean | Promise<boolean>;
}
