import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Shorter passwords are too easy to guess. NIST SP 800-63B, 3.1.1.2, asks for 15 without a second factor; we ask for 12. */
export const MIN_PASSWORD_CHARACTERS = 12;
/** NIST asks for at least 64. A passphrase fits, and nobody can have us hash a book. */
export const MAX_PASSWORD_CHARACTERS = 256;

/** OWASP's scrypt parameters, about 170 ms and 32 MiB here. Stored with each hash, so they can be raised later. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024; // Node's default is slightly too small for N=2^15

/** What a password is hashed with, as text: `scrypt$N$r$p$salt`, the salt in base64url. */
export type HashParameters = string;

const PREFIX = ['scrypt', COST.N, COST.r, COST.p, ''].join('$');

export const newParameters = (): HashParameters => PREFIX + randomBytes(SALT_BYTES).toString('base64url');

/** False for hashes from before the cost was raised. */
export const hasCurrentCost = (parameters: HashParameters): boolean => parameters.startsWith(PREFIX);

export const parametersOf = (storedHash: string): HashParameters =>
  storedHash.slice(0, storedHash.lastIndexOf('$'));

/** The parameters and the hash: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string, parameters = newParameters()): Promise<string> {
  const [, N, r, p, salt = ''] = parameters.split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const hash = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return `${parameters}$${hash.toString('base64url')}`;
}

export async function verifyPassword(password: string, storedHash: string): Promise<boolean> {
  return isSameHash(await hashPassword(password, parametersOf(storedHash)), storedHash);
}

/** Takes the same time wherever two hashes differ. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function derive(password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(
      password.normalize('NFKC'),
      salt,
      HASH_BYTES,
      { N, r, p, maxmem: MAX_MEMORY_BYTES },
      (error, hash) => (error ? reject(error) : resolve(hash)),
    ),
  );
}
