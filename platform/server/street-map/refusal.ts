import { ConfigError } from '../config.ts'

/** What ends a start because of a file of the street map; `flaw` is the rest of a sentence about it. */
export const refuse = (path: string, flaw: string) =>
  new ConfigError(`STREET_MAP: ${path} ${flaw}.`)
