import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The command was given wrongly; its message says what is wrong, its help how it goes. */
export class UsageError extends Error {}

/** Options and names of a command as they were typed. Throws {@link UsageError} for unknown ones. */
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
