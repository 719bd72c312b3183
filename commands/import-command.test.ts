import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  createTestDatabase,
  startedBefore,
  type TestDatabase,
} from '#app/server/testing/test-database.ts'
import { lockDataDir } from '#platform/server/db/data-dir-lock.ts'
import { importCommand } from './import-command.ts'

let folder: string
let test: TestDatabase
let environment: { DATA_DIR: string } & Record<string, string | undefined>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-import-'))
  test = await createTestDatabase()
  environment = { NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), DATABASE_URL: test.url }
  await startedBefore(environment.DATA_DIR)
  await writeFile(
    join(folder, 'two.csv'),
    'address;postcode;city;items\nWeg 1;8400;Winterthur;drill\nWeg 2;8400;Winterthur;Bormaschine\n',
  )
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true })
})

async function run(...args: string[]) {
  const text = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      text[name] += String(chunk)
      return true
    }),
  )
  try {
    const code = await importCommand(args, { ...environment, IMPORT_FROM: folder })
    return { code, ...text }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

it('the import command reports each odd or rejected row in one line, and ends with 1 if a row was rejected', async () => {
  const dry = await run('two.csv', '--dry-run')
  expect(dry.stdout).toContain('Dry run: nothing was written.')
  const strict = await run('two.csv', '--strict')
  expect(strict.stdout).toContain('Nothing was written, because --strict was given.')
  expect(strict.code).toBe(1)
  const first = await run('two.csv')
  expect(first.stderr).toBe('')
  expect(first.stdout).toContain(
    'line 3: unknown item "Bormaschine": did you mean "Bohrmaschine"? Imported without it\n',
  )
  expect(first.stdout).toContain('2 new, 0 updated, 0 unchanged, 0 rejected, 1 warning.')
  expect(first.stdout).toContain('2 letterboxes stand in the middle of the place')
  expect(first.code).toBe(0)
  const lines =
    'address;postcode;city;items\nWeg 1;8400;Winterthur;drill\n=Weg 2;;Winterthur;drill\n'
  await writeFile(join(folder, 'bad.csv'), lines)
  const second = await run('bad.csv', '--geocoder', 'offline', '--rejects', 'rejects.csv')
  expect(second.stdout).toContain('0 new, 0 updated, 1 unchanged, 1 rejected.')
  expect(second.code).toBe(1)
  expect(await readFile(join(folder, 'rejects.csv'), 'utf8')).toBe(
    '\uFEFFaddress;postcode;city;items;letterlend line;letterlend reason\r\n' +
      "'=Weg 2;;Winterthur;drill;3;the postcode is missing or longer than 20 characters\r\n",
  )
})

it('the import command places letterboxes of the community’s own region at their houses', async () => {
  const lines = 'address;postcode;city;country;items\nStädtle 32;9490;Vaduz;LI;drill\n'
  await writeFile(join(folder, 'own.csv'), lines)
  const { code, stdout } = await run('own.csv')
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 new, 0 updated')])
  expect(stdout).not.toContain('middle of the place')
})

it('the import command refuses an embedded database that a running server holds', async () => {
  const dataDir = join(folder, 'held')
  await mkdir(dataDir)
  const release = await lockDataDir(dataDir)
  const before = environment
  environment = { ...environment, DATA_DIR: dataDir, DATABASE_URL: undefined }
  const { code, stderr } = await run('two.csv')
  environment = before
  await release()
  expect(code).toBe(2)
  expect(stderr).toBe(
    `Another Letterlend is already running on ${dataDir}: stop it first, or set DATA_DIR to another folder.\n`,
  )
})

it.each([
  [[], 'Name one CSV file.'],
  [['a.csv', 'b.csv'], 'Name one CSV file.'],
  [['--wrong'], '--wrong'],
  [['two.csv', '--lang', 'xx'], '--lang must be one of'],
  [['missing.csv'], 'missing.csv does not exist.'],
  [['two.csv', '--geocoder', 'google'], 'GEOCODER="google" cannot be used'],
])('the import command explains %j in words', async (args, words) => {
  const { code, stderr } = await run(...args)
  expect(code).toBe(2)
  expect(stderr).toContain(words)
  expect(stderr).not.toContain('    at ')
})

it('import --help prints the options', async () => {
  const { code, stdout } = await run('--help')
  expect(code).toBe(0)
  expect(stdout).toContain('--dry-run')
})
