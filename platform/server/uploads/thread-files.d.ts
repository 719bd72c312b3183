/** A module as a file of its own, see thread-files.ts. */
declare module '*?thread' {
  export const file: string
}
