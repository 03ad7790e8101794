/** HMAC-SHA256 as a runtime has it. Node answers at once, Web Crypto with a promise. */
export interface Hmac {
  /** A key made of the text of a secret, to be used for many deliveries. */
  key(secret: string): HmacKey;
}

export interface HmacKey {
  /**
   * Whether one of the digests, each of 64 characters, is that of `prefix` and `body` in hexadecimal digits. How long
   * it takes does not tell how near one comes. What is not all digits fits nothing.
   */
  fits(prefix: string, body: Uint8Array, digests: readonly string[]): boolean | Promise<boolean>;
}
