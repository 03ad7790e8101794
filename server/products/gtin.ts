const GTIN = /^(\d{8}|\d{12,14})$/;

/** GTIN-8, -12, -13 or -14 with the check digit of the GS1 General Specifications, 7.9: weights 3 and 1 from the right. */
export function isGtin(text: string): boolean {
  if (!GTIN.test(text)) return false;
  const digits = [...text].map(Number).reverse();
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 1 ? 3 : 1), 0) % 10 === 0;
}
