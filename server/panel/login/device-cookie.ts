import { type RandomInt, randomText } from '../../accounts/api-keys/key.ts';
import { isSigned, tagOf } from '../session/signed.ts';

export const DEVICE_COOKIE = 'tradepost_devices';
/** Half a year: who comes back after holidays is still known. */
export const DEVICE_SECONDS = 180 * 86_400;
/** People who share a computer. */
const MAX_DEVICES = 5;
/** A name is 62^16, more than 95 bits. */
const NAME_CHARACTERS = 16;
const KIND = 'device';
const DEVICE = /^([0-9A-Za-z]+)\.(\d+)\.([\w-]+)$/;

/**
 * Device cookies (OWASP: Slow Down Online Guessing Attacks with Device Cookies). A browser that has logged in as somebody keeps
 * a signed name. It gives no access; its wrong passwords are only counted apart from everybody else's.
 */
export class DeviceCookies {
  readonly #secrets: readonly string[];
  readonly #nowMs: () => number;
  readonly #randomInt: RandomInt;

  /** The first secret signs, each of them may verify. */
  constructor(secrets: readonly string[], nowMs: () => number, randomInt: RandomInt) {
    this.#secrets = secrets;
    this.#nowMs = nowMs;
    this.#randomInt = randomInt;
  }

  /** The name of the device that logged in with this address, or undefined. */
  find(cookie: string | undefined, email: string): string | undefined {
    const device = devicesIn(cookie).find((text) => this.#isValid(text, email));
    return device === undefined ? undefined : DEVICE.exec(device)![1];
  }

  /** The cookie after a login: a new device for the address, and those of other people. */
  add(cookie: string | undefined, email: string): string {
    const name = randomText(NAME_CHARACTERS, this.#randomInt);
    const expires = Math.floor(this.#nowMs() / 1000) + DEVICE_SECONDS;
    const tag = tagOf(this.#secrets[0]!, KIND, name, expires, email.toLowerCase());
    const added = `${name}.${expires}.${tag}`;
    const others = devicesIn(cookie).filter((text) => !this.#isValid(text, email));
    return [added, ...others].slice(0, MAX_DEVICES).join('~');
  }

  #isValid(text: string, email: string): boolean {
    const [, name = '', expires = '0', tag = ''] = DEVICE.exec(text) ?? [];
    if (Number(expires) * 1000 < this.#nowMs()) return false;
    return isSigned(this.#secrets, tag, KIND, name, Number(expires), email.toLowerCase());
  }
}

const devicesIn = (cookie = ''): string[] =>
  cookie.split('~', MAX_DEVICES).filter((text) => DEVICE.test(text));
