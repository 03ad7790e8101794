import { randomText } from '../../accounts/api-keys/key.ts';
import type { VisitorRequest } from '../request/route.ts';
import { isSigned, tagOf } from '../session/signed.ts';

const DEVICE_COOKIE = 'tradepost_devices';
/** Half a year: who comes back after holidays is still known. */
const DEVICE_SECONDS = 180 * 86_400;
/** People who share a computer. */
const MAX_DEVICES = 5;
/** A name is 62^16, more than 95 bits. */
const NAME_CHARACTERS = 16;
const KIND = 'device';
const DEVICE = /^([0-9A-Za-z]+)\.(\d+)\.([\w-]+)$/;

type Signing = Pick<VisitorRequest, 'cookies' | 'deps'>;

/**
 * Device cookies (OWASP: Slow Down Online Guessing Attacks with Device Cookies). A browser that has logged in as somebody keeps
 * a signed name. It gives no access; its wrong passwords are only counted apart from everybody else's. Undefined without one.
 */
export function deviceOf(request: Signing, email: string): string | undefined {
  const device = devicesIn(request).find((text) => isValid(request, text, email));
  return device && DEVICE.exec(device)![1];
}

/** After a login: a new device for the address, and those of other people. The first secret signs, each of them may verify. */
export function rememberDevice(request: VisitorRequest, email: string): void {
  const { deps } = request;
  const name = randomText(NAME_CHARACTERS, deps.randomInt);
  const expires = Math.floor(deps.nowMs() / 1000) + DEVICE_SECONDS;
  const tag = tagOf(deps.sessionSecrets[0]!, KIND, name, expires, email.toLowerCase());
  const others = devicesIn(request).filter((text) => !isValid(request, text, email));
  const devices = [`${name}.${expires}.${tag}`, ...others].slice(0, MAX_DEVICES).join('~');
  request.setCookie(DEVICE_COOKIE, devices, DEVICE_SECONDS);
}

function isValid({ deps }: Signing, text: string, email: string): boolean {
  const [, name = '', expires = '0', tag = ''] = DEVICE.exec(text) ?? [];
  if (Number(expires) * 1000 < deps.nowMs()) return false;
  return isSigned(deps.sessionSecrets, tag, KIND, name, Number(expires), email.toLowerCase());
}

const devicesIn = ({ cookies }: Signing): string[] =>
  (cookies[DEVICE_COOKIE] ?? '').split('~', MAX_DEVICES).filter((text) => DEVICE.test(text));
