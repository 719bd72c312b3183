import type { Orm } from '#platform/server/db/client.ts'
import { dkimEntry, readDkim } from '#platform/server/mail/dkim.ts'
import { findDkim, OLD_ENTRY_DAYS } from '#platform/server/mail/dkim-keys.ts'
import { findEntry, type LookUp, textsOfName } from '#platform/server/mail/name-server.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import type { ShownKey } from '../contract.admin.ts'
import { KEY_IDS, KEY_TABLE, type KeyId, type RotatedKeyId } from '../key-table.ts'
import english from '../texts/en.json' with { type: 'json' }
import { KEY_STEPS } from './key-steps.ts'
import { type KeysDeps, listKeys } from './listing.ts'
import { activateDkim, prepareDkim, type RotateDeps, rotate } from './rotating.ts'

/** The command cannot be carried out. The message is meant for the operator. */
export class KeyRefusedError extends Error {}

const words = english['admin-keys']

export const isKeyId = (name: string): name is KeyId => KEY_IDS.some((id) => id === name)

const isRotated = (id: KeyId): id is RotatedKeyId =>
  KEY_TABLE.some((entry) => entry.id === id && entry.rotation === 'command')

export const ROTATED_KEYS = KEY_IDS.filter(isRotated)

const dayOf = (instant: string) => instant.slice(0, 10)
const stepsOf = (id: KeyId) =>
  KEY_STEPS[id].map((step, at) => withTypedCommands(`${at + 1}. ${step}`))

function stateInWords({ is_set, made_at, count, previous_until, next_waits }: ShownKey): string {
  if (count !== null) return `${count} open`
  const parts = [
    ...(is_set === null ? [] : [is_set ? 'set' : 'not set']),
    ...(made_at === null ? [] : [`since ${dayOf(made_at)}`]),
    ...(previous_until === null ? [] : [`the previous one until ${dayOf(previous_until)}`]),
    ...(next_waits ? ['the next one waits for its entry in the name server'] : []),
  ]
  return parts.join(', ')
}

/** Where a key is stored, with the names of its settings. */
const placeInWords = ({ place, settings }: ShownKey) =>
  place === 'settings' || place === 'file' ? settings.join(', ') : place

/** One line for every key and its rotation; never a value. */
export async function keyLines(orm: Orm, deps: KeysDeps): Promise<string[]> {
  const rows = await listKeys(orm, deps)
  const width = Math.max(...rows.map(({ id }) => id.length)) + 2
  const line = (row: ShownKey) =>
    row.id.padEnd(width) + [stateInWords(row), placeInWords(row)].filter(Boolean).join('; ')
  const groups = (['command', 'settings', 'member', 'expires', 'elsewhere'] as const).flatMap(
    (rotation) => {
      const lines = rows.filter((row) => row.rotation === rotation).map(line)
      return lines.length === 0 ? [] : ['', `${words.groups[rotation]}:`, ...lines]
    },
  )
  return [
    ...groups.slice(1),
    '',
    'rotate-key NAME rotates the keys of the first group; for all others it prints what to do. See docs/keys.md.',
  ]
}

/** What a rotation breaks, shown before the confirmation. */
export const whatBreaks = (id: KeyId): string => words.keys[id].breaks

export interface RotateCommand {
  id: KeyId
  atOnce: boolean
  /** For the key that signs mails: do not check its DNS entry. */
  activate: boolean
}

/** The steps for a key that the server cannot rotate; null for one that it can. */
export function stepsInstead({ id, atOnce, activate }: RotateCommand, deps: KeysDeps) {
  if (activate && id !== 'dkim') throw new KeyRefusedError('--activate is an option for dkim only.')
  const isStored = id === 'push' || id === 'mail-addresses' || id === 'captcha'
  if (atOnce && !isStored) {
    throw new KeyRefusedError(
      '--at-once is for push, mail-addresses and captcha: for all others, the previous key is never accepted anyway.',
    )
  }
  const isInSettings = id === 'push' && deps.config.push.keys !== undefined
  if (isRotated(id) && !isInSettings) return null
  return [`${words.keys[id].name}: the server does not rotate it by itself.`, ...stepsOf(id)]
}

async function dkimLines(
  orm: Orm,
  deps: RotateDeps,
  { activate }: RotateCommand,
  lookUp: LookUp,
): Promise<string[]> {
  const file = readDkim(deps.config)
  if (!file) {
    throw new KeyRefusedError(
      withTypedCommands(
        'Mails are not signed here: npm run dkim-key -- FILE makes the first key; then set DKIM_KEY to it.',
      ),
    )
  }
  const before = await findDkim(orm, file)
  if (activate && !before.next) {
    throw new KeyRefusedError(
      'No key is waiting: run the command without --activate to make the next one.',
    )
  }
  await orm.transaction((tx) => prepareDkim(tx, deps, file))
  const { next, signing } = await findDkim(orm, file)
  if (!next) return [`Mails are signed with ${signing.keySelector} already.`]
  const { name, text } = dkimEntry(next)
  // A DNS server that does not respond counts as a missing entry.
  const isSeen = !activate && (await findEntry(next, lookUp).catch(() => 'missing')) === 'published'
  if (activate || isSeen) {
    await orm.transaction((tx) => activateDkim(tx, deps, 'command'))
    return [
      ...(isSeen ? [`The entry at ${name} was found.`] : []),
      `Mails are signed with ${next.keySelector} from now on, by every running process.`,
      `Keep the entry of ${signing.keySelector} for ${OLD_ENTRY_DAYS} days, because mails signed with it are still under way.`,
    ]
  }
  return [
    'The next key was made and signs nothing yet. Publish this TXT entry in the name server:',
    name,
    text,
    `Until it is found there, ${signing.keySelector} keeps signing. The server checks every 10 minutes, this command at`,
    'once, and --activate skips the check.',
  ]
}

/** Rotates a key that the server makes itself. Throws {@link KeyRefusedError}. */
export async function rotateLines(
  orm: Orm,
  deps: RotateDeps,
  command: RotateCommand,
  lookUp: LookUp = textsOfName,
): Promise<string[]> {
  const { id, atOnce } = command
  if (!isRotated(id)) throw new KeyRefusedError(`${id} is not rotated by this command.`)
  if (id === 'dkim') return dkimLines(orm, deps, command, lookUp)
  const until = await orm.transaction((tx) => rotate(tx, deps, id, { atOnce }))
  return [
    `Rotated: ${words.keys[id].name}. Running processes know it already.`,
    until === null
      ? 'The previous key is no longer accepted.'
      : `The previous key is accepted until ${until.toISOString()}.`,
  ]
}
