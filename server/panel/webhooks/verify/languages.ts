export interface Language {
  /** In the page's address: ?language=python. */
  readonly id: string;
  readonly name: string;
  /** The name under which the reader saves the program, and that of its file in snippets/. */
  readonly file: string;
  readonly run: string;
}

const RUN_TYPESCRIPT = 'npm install @tradepost/sdk\nnpx tsx receiver.ts';
const RUN_OPENSSL = 'bash verify.sh "$timestamp" "$signature" < body.json';

export const LANGUAGES: readonly [Language, ...Language[]] = [
  { id: 'typescript', name: 'TypeScript', file: 'receiver.ts', run: RUN_TYPESCRIPT },
  { id: 'python', name: 'Python', file: 'receiver.py', run: 'python3 receiver.py' },
  { id: 'php', name: 'PHP', file: 'receiver.php', run: 'php -S 127.0.0.1:4000 receiver.php' },
  { id: 'java', name: 'Java', file: 'Receiver.java', run: 'java Receiver.java' },
  { id: 'go', name: 'Go', file: 'receiver.go', run: 'go run receiver.go' },
  { id: 'openssl', name: 'openssl', file: 'verify.sh', run: RUN_OPENSSL },
];

/** The language of `?language=`, or the first. */
export const languageOf = (id: string): Language =>
  LANGUAGES.find((language) => language.id === id) ?? LANGUAGES[0];
