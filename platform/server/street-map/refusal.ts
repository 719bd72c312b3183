import { ConfigError } from '../config.ts'

/** The error for an unusable file of the street map, which prevents the start. `flaw` is the rest of the sentence. */
export const refuse = (path: string, flaw: string) =>
  new ConfigError(`STREET_MAP: ${path} ${flaw}.`)
