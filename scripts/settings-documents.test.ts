import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#platform/server/paths.ts'
import { exampleSettings, settingsPage } from './settings-documents.ts'

it('docs/settings.md matches the schemas of the settings (npm run settings-docs writes it)', async () => {
  await expect(settingsPage()).toMatchFileSnapshot(join(ROOT, 'docs', 'settings.md'))
})

it('.env.example has every setting (npm run settings-docs writes it)', async () => {
  await expect(exampleSettings()).toMatchFileSnapshot(join(ROOT, '.env.example'))
})

describe('docs/commands.md', () => {
  const commands = readFileSync(join(ROOT, 'docs', 'commands.md'), 'utf8')

  it('has a row for each script of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const rows = [...commands.matchAll(/^\| `npm (?:run )?([\w-]+)/gm)].map(([, name]) => name)
    expect(rows.sort()).toEqual(Object.keys(scripts).sort())
  })

  /** Variables set by npm, the shell and our own programs for their child processes. */
  const SET_BY_PROGRAMS = [
    'API_URL',
    'EMBEDDED_AS_WELL',
    'INIT_CWD',
    'LD_LIBRARY_PATH',
    'NO_COLOR',
    'PATH',
    'PSEUDO_TEXTS',
    'TESTS_LEFT_TO_CI',
    'UNFINISHED_FILES',
    'npm_execpath',
    'npm_lifecycle_event',
  ]

  it('names each variable that a program reads, unless docs/settings.md does', () => {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT })
    const sources = listed
      .toString()
      .split('\n')
      .filter((file) => /^(app|commands|features|platform|scripts)\/.*\.(ts|tsx|mjs)$/.test(file))
      .filter((file) => !file.endsWith('.test.ts') && existsSync(join(ROOT, file)))
    const read = sources.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/process\.env\.(\w+)/g)].map(
        ([, name = '']) => name,
      ),
    )
    expect(read.length).toBeGreaterThan(10)
    const documents = commands + settingsPage()
    const missing = read.filter(
      (name) => !SET_BY_PROGRAMS.includes(name) && !documents.includes(`\`${name}`),
    )
    expect(missing).toEqual([])
  })
})
