declare module 'swagger-ui-dist/absolute-path.js' {
  /** The folder with Swagger UI's files. */
  export default function absolutePath(): string;
}
