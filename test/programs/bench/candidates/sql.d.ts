/** esbuild bundles it as text. */
declare module '*.sql' {
  const text: string;
  export default text;
}
