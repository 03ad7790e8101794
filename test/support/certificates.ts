import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** The authority's own certificate (PEM), for clients to trust. */
  readonly ca: string;
  /** Issues a server certificate for one name. */
  certify(name: string): Certificate;
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A new certificate authority. It runs `openssl`, because Node can't create certificates. */
export function openAuthority(): Authority {
  const ca = make((folder) => openssl(folder, ['req', '-x509', ...EC, '-subj', '/CN=Test CA', '-days', '2']));
  return {
    ca: ca.cert,
    certify: (name) =>
      make((folder) => {
        writeFileSync(path.join(folder, 'ca.pem'), ca.cert);
        writeFileSync(path.join(folder, 'ca.key'), ca.key);
        const names = [
          '-addext',
          `subjectAltName=DNS:${name}`,
          '-addext',
          'basicConstraints=critical,CA:FALSE',
        ];
        const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key'];
        openssl(folder, ['req', '-x509', ...EC, '-subj', `/CN=${name}`, '-days', '2', ...names, ...signed]);
      }),
  };
}

function make(fill: (folder: string) => void): Certificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-ca-'));
  try {
    fill(folder);
    const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
    return { cert: read('made.pem'), key: read('made.key') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function openssl(cwd: string, args: readonly string[]): void {
  execFileSync('openssl', [...args, '-out', 'made.pem', '-keyout', 'made.key'], { cwd, stdio: 'pipe' });
}
