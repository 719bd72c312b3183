import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withTypedCommands } from './typed-commands.ts'

const PACKAGE = '/usr/lib/letterlend/versions/0.1.0'

it.each([
  ['npm run admin -- link  prints a link', 'letterlend admin link  prints a link'],
  ['is there an admin? (npm run admin -- list)', 'is there an admin? (letterlend admin list)'],
  ['Usage: npm run check-config [-- options]', 'Usage: letterlend check-config [options]'],
  ['npm run backup -- [FILE.gz | -]', 'letterlend backup [FILE.gz | -]'],
  [
    'when the record is visible, run npm run check-config',
    'when the record is visible, run letterlend check-config',
  ],
  ['npm run check-config -- --online says', 'letterlend check-config --online says'],
  ['npm run street-map needs a checkout', 'npm run street-map needs a checkout'],
])('the Debian package turns "%s" into "%s"', (text, expected) => {
  expect(withTypedCommands(text, PACKAGE)).toBe(expected)
})

it('a checkout keeps npm commands, and a release runs the program with Node', () => {
  const text = 'npm run admin -- list'
  expect(withTypedCommands(text)).toBe(text)
  const release = mkdtempSync(join(tmpdir(), 'letterlend-release-'))
  try {
    const program = join(release, 'dist', 'server', 'admin.js')
    expect(withTypedCommands(text, release)).toBe(`node ${program} list`)
  } finally {
    rmSync(release, { recursive: true })
  }
})
