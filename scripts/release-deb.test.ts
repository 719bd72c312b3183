import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './project.mjs'
import { debianVersion, forPackage, PACKED } from './release-deb.mjs'

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')

describe('a version for Debian', () => {
  const commit = '7cb9c03d6e310bee294cf19bf7a5edae692b49ee'
  const date = '2026-11-26T01:14:41+01:00'

  it.each([
    ['at a tag', '0.2.0', '0.2.0'],
    ['between tags', '0.2.0-7cb9c03', '0.2.0~20261126001441.7cb9c03'],
    ['of what is not committed', '0.2.0-7cb9c03-changed', '0.2.0~20261126001441.7cb9c03.changed'],
  ])('%s', (_, name, expected) => {
    expect(debianVersion({ name, commit, date }, '0.2.0')).toBe(expected)
  })
})

it('the service of the package is as restricted as the documented one', () => {
  const closed = (unit: string) =>
    unit.slice(unit.indexOf('StateDirectory='), unit.indexOf('UMask=')).split('\n').sort()
  const own = closed(read('scripts/debian/letterlend.service'))
  const operation = read('docs/operation.md')
  expect(own.length).toBeGreaterThan(20)
  expect(own).toEqual(closed(operation.slice(operation.indexOf('letterlend@.service'))))
})

it('the package backs up every night and keeps seven, and its scripts manage the timer', () => {
  const unit = read('scripts/debian/letterlend-backup.service')
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/letterlend backup --keep 7$/m)
  expect(read('scripts/debian/letterlend-backup.timer')).toMatch(/^WantedBy=timers\.target$/m)
  expect(read('scripts/debian/postinst')).toContain('timer=letterlend-backup.timer')
  for (const script of ['prerm', 'postrm']) {
    expect(read('scripts/debian', script), script).toContain('letterlend-backup.timer')
  }
  const program = read('scripts/release-deb.mjs')
  for (const name of ['letterlend-backup.service', 'letterlend-backup.timer']) {
    expect(program).toContain(`'${name}': 'usr/lib/systemd/system/${name}'`)
  }
})

it('the documents of the package name its own command and settings', () => {
  const operation = forPackage(read('docs/operation.md'))
  expect(operation).toContain('\nletterlend admin list\n')
  expect(operation).toContain('\nletterlend check-config --mail you@example.org\n')
  expect(operation).toContain('`/etc/letterlend/env`')
  const backup = forPackage(read('docs/backup.md'))
  expect(backup).toContain('letterlend restore /var/backups/letterlend/FILE.backup.gz --check')
  expect(backup).toContain('letterlend backup - | age')
  const alerts = forPackage(read('docs/watching/alerts.yaml'))
  expect(alerts).toContain('Try letterlend check-config')
  for (const text of [operation, backup, alerts]) {
    expect(text).not.toMatch(
      /npm run (admin|backup|restore|check-config)|server\/(admin|backup)\.js/,
    )
  }
})

// Uses Debian's shell. Without a shell there is no package either.
it
  .runIf(process.platform !== 'win32')
  .each(['config', 'postinst', 'prerm', 'postrm', 'letterlend'])(
  '%s is valid for any POSIX shell',
  (script) => {
    execFileSync('sh', ['-n', join(ROOT, 'scripts', 'debian', script)])
    expect(read('scripts', 'debian', script)).toMatch(/^#!\/bin\/sh\n/)
  },
)

/** The commands of the package, without `version` and help. */
function knownCommands(): string[] {
  const [known = ''] = /^ {2}admin \|.*\)/m.exec(read('scripts/debian/letterlend')) ?? []
  return known
    .slice(0, -1)
    .split('|')
    .map((name) => name.trim())
}

it('the command knows all programs of a release', () => {
  const names = /input: \{([^}]+)\}/.exec(read('app/server/vite.config.ts'))?.[1] ?? ''
  const commands = [...names.matchAll(/^ *'?([\w-]+)'?:/gm)].map(([, name]) => name)
  expect(knownCommands()).toEqual(commands.filter((name) => name !== 'main').sort())
})

it('the manual page and the help describe each command', () => {
  const page = read('scripts/debian/letterlend.1')
  const section = page.slice(page.indexOf('.SH COMMANDS'), page.indexOf('.SH FILES'))
  const described = [...section.matchAll(/^\.TP\n\.(?:BR?|BI) ([\w-]+)/gm)].map(([, name]) => name)
  expect(described.sort()).toEqual([...knownCommands(), 'version'].sort())
  const help = read('scripts/debian/letterlend')
  for (const name of described) expect(help).toMatch(new RegExp(`^  ${name} `, 'm'))
})

const hasDpkg = !spawnSync('dpkg-deb', ['--version'], { stdio: 'ignore' }).error

/** `e2e/package.spec.ts` builds twice without compression, which would take a core for a minute each time. */
it.runIf(hasDpkg)('the package is identical for any number of cores', () => {
  const folder = mkdtempSync(join(tmpdir(), 'letterlend-deb-'))
  try {
    const root = join(folder, 'root')
    mkdirSync(join(root, 'DEBIAN'), { recursive: true })
    const control =
      'Package: letterlend\nVersion: 1\nArchitecture: all\nMaintainer: A <a@b.example>\nDescription: a'
    writeFileSync(join(root, 'DEBIAN', 'control'), `${control}\n`)
    // xz gives each core blocks of some megabytes.
    const content = Buffer.alloc(24_000_000, read('package-lock.json'))
    writeFileSync(join(root, 'content'), content)
    const made = ['1', '2'].map((cores) => {
      const file = join(folder, `${cores}.deb`)
      const env = { ...process.env, SOURCE_DATE_EPOCH: '0', DPKG_DEB_THREADS_MAX: cores }
      execFileSync('dpkg-deb', [...PACKED, '--build', root, file], { env, stdio: 'ignore' })
      return readFileSync(file)
    })
    expect(made[0]?.length).toBeLessThan(content.length / 4)
    expect(made[0]?.equals(made[1] ?? Buffer.alloc(0))).toBe(true)
    execFileSync('dpkg-deb', ['--extract', join(folder, '2.deb'), join(folder, 'unpacked')])
    expect(readFileSync(join(folder, 'unpacked', 'content')).equals(content)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
