import { mayHoldSecret } from './masking.ts'
import { readRegular } from './regular-file.ts'

type Environment = Record<string, string | undefined>

const ENDING = '_FILE'
/** Far longer than any password, key or URL. */
const LONGEST = 16_384

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

function readSecret(name: string, path: string): string {
  const fail = (sentence: string) => new Error(`${name}=${JSON.stringify(path)}: ${sentence}.`)
  let text: string
  try {
    text = readRegular(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw fail(REASONS[code] ?? `it cannot be read (${code || 'for an unknown reason'})`)
  }
  // Editors add a final line break; nothing else is removed.
  const value = text.replace(/\r?\n$/, '')
  if (value === '') throw fail('the file is empty')
  if (/[\r\n]/.test(value)) throw fail('the file has several lines; the value has to be one')
  if (value.length > LONGEST) throw fail(`the file is longer than ${LONGEST} characters`)
  return value
}

/**
 * Reads secrets from files: for each setting that may contain a secret, its name with `_FILE` is a path, as used by
 * containers, systemd and vaults. Throws an error with one sentence per unreadable file, with its path and none of its
 * content.
 */
export function withSecretFiles(environment: Environment): Environment {
  const settings = { ...environment }
  const problems: string[] = []
  for (const [name, path] of Object.entries(environment)) {
    if (!path || !name.endsWith(ENDING)) continue
    const target = name.slice(0, -ENDING.length)
    if (!mayHoldSecret(target)) continue
    if (environment[target]) {
      problems.push(`${target} and ${name} are both set: use one of them.`)
      continue
    }
    try {
      settings[target] = readSecret(name, path)
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
    delete settings[name]
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return settings
}

/** The same for masking errors: unreadable files are ignored. */
export function withReadableSecretFiles(environment: Environment): Environment {
  try {
    return withSecretFiles(environment)
  } catch {
    return environment
  }
}
