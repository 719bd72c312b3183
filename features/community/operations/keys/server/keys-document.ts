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
    'Which keys and secrets there are, where they lie, what rotating them breaks, and how it is done. This page is made of the',
    'table in `features/community/operations/keys/key-table.ts`, and the back office shows the same under "Keys". What kinds of keys they are stands in',
    '[protected data](protected-data.md#keys). Those in the settings may stand in a file each, as `METRICS_TOKEN_FILE`',
    '([how](operation.md#secrets-in-files-of-their-own)).',
    '',
    '    npm run admin -- keys               which there are, where and since when; never a value',
    '    npm run admin -- rotate-key NAME    rotates one that the server makes itself; of the others it says what to do',
    '',
    'From the Debian package it is `letterlend admin keys`. The command asks before it changes anything (`--yes` does not ask), and',
    'runs beside the servers, which notice the new key at once and without a restart; with the embedded database the server has to be',
    'stopped, since that belongs to one process. Each rotation is one transaction: a command that is killed has changed nothing.',
    'It stands in the audit log, and whoever administers is told by mail. Neither ever holds a key. In the back office nothing can be',
    'rotated: whoever has come by a session should not get to the keys by it.',
    '',
    '## When',
    '',
    '- **Somebody who knew them leaves, or a copy of the settings was lost:** everything under "In the settings of the server".',
    '- **A copy of the database or a backup was lost:** `links`, `sessions`, `calendar-feeds`, then `push`, `mail-addresses` and',
    '  `captcha` with `--at-once`, `dkim`; then `reset-second-factor` for each account with tasks. Of passwords, sessions and links',
    '  only hashes are kept, but mails that waited hold links, and the keys themselves are in it.',
    '- **Otherwise** those in the settings once a year; the others need no calendar.',
    '',
    'Without `--at-once` nobody notices anything: what was made with the key before is taken for as long as it lives anyway.',
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
