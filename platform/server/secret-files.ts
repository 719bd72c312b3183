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

/** A setting whose file cannot be used, and a sentence with the path and none of the content. */
export interface UnreadSecret {
  name: string
  problem: string
}

/**
 * Reads secrets from files: for each setting that may contain a secret, its name with `_FILE` is a path, as used by
 * containers, systemd and vaults.
 * @returns the settings with the secrets that were read, and those that were not
 */
export function readSecretFiles(environment: Environment): {
  settings: Environment
  unread: UnreadSecret[]
} {
  const settings = { ...environment }
  const unread: UnreadSecret[] = []
  for (const [name, path] of Object.entries(environment)) {
    if (!path || !name.endsWith(ENDING)) continue
    const target = name.slice(0, -ENDING.length)
    if (!mayHoldSecret(target)) continue
    delete settings[name]
    if (environment[target]) {
      unread.push({ name: target, problem: `${target} and ${name} are both set: use one of them.` })
      continue
    }
    try {
      settings[target] = readSecret(name, path)
    } catch (error) {
      unread.push({ name: target, problem: error instanceof Error ? error.message : String(error) })
    }
  }
  return { settings, unread }
}
