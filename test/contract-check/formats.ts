// The contract's formats as an answer has to keep them. They are written apart from the server's own: what is
// wrong in one is not wrong in the other.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const GTIN = /^(\d{8}|\d{12,14})$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const URI_REFERENCE = /^([\w!#$&'()*+,/:;=?@[\].~-]|%[0-9A-Fa-f]{2})*$/;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** A number's shortest text shows its decimals; below 1e-6 it has an exponent, which does not fit either. */
const decimals = (most: number) => {
  const text = new RegExp(`^-?\\d+(\\.\\d{1,${most}})?$`);
  return (value: number): boolean => text.test(String(value));
};

/** GS1: from the right, weights 1 and 3 in turn over all digits, and the sum is a multiple of ten. */
function hasCheckDigit(gtin: string): boolean {
  const digits = [...gtin].reverse().map(Number);
  return digits.reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** Date rolls the 30th of February over into March: a time that no calendar has comes back changed. */
function isTimestamp(value: string): boolean {
  const time = new Date(value);
  return /^\d{4}-/.test(value) && !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

const text = (validate: (value: string) => boolean) => ({ type: 'string' as const, validate });
const number = (validate: (value: number) => boolean) => ({ type: 'number' as const, validate });

export const formats = {
  money: number(decimals(2)),
  quantity: number(decimals(3)),
  gtin: text((value) => GTIN.test(value) && hasCheckDigit(value)),
  uuid: text((value) => UUID.test(value)),
  'date-time': text(isTimestamp),
  uri: text((value) => SCHEME.test(value) && URI_REFERENCE.test(value) && URL.canParse(value)),
  'uri-reference': text((value) => URI_REFERENCE.test(value)),
  email: text((value) => EMAIL.test(value)),
};
