/** The time zone of a tenant that was created without one. */
export const DEFAULT_TIME_ZONE = 'America/Sao_Paulo';

/** Whether this is a name of the IANA database. Newer versions of Intl also accept offsets such as +03:00, which have no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
