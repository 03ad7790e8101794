export interface Language {
  /** In the page's address: ?language=python. */
  readonly id: string;
  readonly name: string;
  /** The name under which the reader saves the program. */
  readonly file: string;
  /** Its file in snippets/. The TypeScript one isn't compiled with the server, which doesn't import the SDK. */
  readonly source: string;
  readonly run: string;
}

export const LANGUAGES: readonly [Language, ...Language[]] = [
  {
    id: 'typescript',
    name: 'TypeScript',
    file: 'receiver.ts',
    source: 'receiver.ts.txt',
    run: 'npm install @tradepost/sdk\nnpx tsx receiver.ts',
  },
  {
    id: 'python',
    name: 'Python',
    file: 'receiver.py',
    source: 'receiver.py',
    run: 'python3 receiver.py',
  },
  {
    id: 'php',
    name: 'PHP',
    file: 'receiver.php',
    source: 'receiver.php',
    run: 'php -S 127.0.0.1:4000 receiver.php',
  },
  {
    id: 'java',
    name: 'Java',
    file: 'Receiver.java',
    source: 'Receiver.java',
    run: 'java Receiver.java',
  },
  {
    id: 'go',
    name: 'Go',
    file: 'receiver.go',
    source: 'receiver.go',
    run: 'go run receiver.go',
  },
  {
    id: 'openssl',
    name: 'openssl',
    file: 'verify.sh',
    source: 'verify.sh',
    run: 'bash verify.sh "$timestamp" "$signature" < body.json',
  },
];

/** The language of `?language=`, or the first. */
export const languageOf = (id: string): Language =>
  LANGUAGES.find((language) => language.id === id) ?? LANGUAGES[0];
