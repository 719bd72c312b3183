import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Wrong use of a command. The message says what is wrong; the help shows the usage. */
export class UsageError extends Error {}

/**
 * Parses the options and names of a command.
 * @throws {UsageError} for unknown ones
 */
export function readCommandLine<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
