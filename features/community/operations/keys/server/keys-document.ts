import { columnsOf, KEY_TABLE, type KeyId, settingsOf } from '../key-table.ts'
import english from '../texts/en.json' with { type: 'json' }
import { KEY_STEPS } from './key-steps.ts'

const { keys, groups, places, makers } = english['admin-keys']

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function sectionOf(id: KeyId): string[] {
  const entry = KEY_TABLE.find((each) => each.id === id)
  if (!entry) throw new Error(`Unexpected ${id}`)
  const settings = settingsOf(id)
  const columns = columnsOf(id)
  const [place] = places[entry.place].split(' that ')
  return [
    `### ${keys[id].name} (\`${id}\`)`,
    '',
    `- **Where.** ${place}${settings.length > 0 ? `: ${code(settings)}` : ''}${columns.length > 0 ? `; columns ${code(columns)}` : ''}.`,
    `- **Made by.** ${makers[entry.maker]}.`,
    `- **What rotating breaks.** ${keys[id].breaks}`,
    '',
    ...KEY_STEPS[id].map((step, at) => `${at + 1}. ${step}`),
    '',
  ]
}

/** Generates docs/keys.md from the table of keys; a test compares them. */
export const keysDocument = (): string =>
  [
    '# Keys',
    '',
    'This page lists every key and secret: where it is stored, what rotating it breaks, and how to rotate it. It is generated',
    'from `features/community/operations/keys/key-table.ts`, and the back office shows the same under "Keys". The kinds of keys are described in',
    '[protected data](protected-data.md#keys). A secret setting may also come from a file, as with `METRICS_TOKEN_FILE`',
    '([how](operation.md#secrets-in-files-of-their-own)).',
    '',
    '    npm run admin -- keys               lists all keys, where they are and since when; never a value',
    '    npm run admin -- rotate-key NAME    rotates a key that the server made; for other keys it prints what to do',
    '',
    'With the Debian package the command is `letterlend admin keys`. It asks before it changes anything (`--yes` skips the',
    'question). It runs beside the servers, which notice the new key at once and need no restart. With the embedded database, stop',
    'the server first, because that database belongs to one process. Each rotation is one transaction: a command that is killed',
    'has changed nothing. The audit log records the rotation, and administrators are told by mail; neither contains a key. The back',
    'office cannot rotate keys, so that a stolen session does not reach them.',
    '',
    '## When to rotate',
    '',
    '- **A person who knew keys leaves, or a copy of the settings was lost:** everything under "In the settings of the server".',
    '- **A copy of the database or a backup was lost:** `links`, `sessions`, `calendar-feeds`, then `push`, `mail-addresses` and',
    '  `captcha` with `--at-once`, then `dkim`; then `reset-second-factor` for each account with tasks. Passwords, sessions and links',
    '  are stored as hashes, but a copy contains links in mails that waited, and the keys themselves.',
    '- **Otherwise** rotate those in the settings once a year. The others need no calendar.',
    '',
    'Without `--at-once` members notice nothing: what was made with the previous key is accepted until it expires anyway.',
    '',
    ...(['command', 'settings', 'member', 'expires', 'elsewhere'] as const).flatMap((rotation) => [
      `## ${groups[rotation]}`,
      '',
      ...KEY_TABLE.filter((entry) => entry.rotation === rotation).flatMap(({ id }) =>
        sectionOf(id),
      ),
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
