import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { chooseBrowser, unpackBrowser } from './browser.mjs'

const DEBIAN = '/usr/bin/chromium'
const MAC = '/Applications/Chromium.app/Contents/MacOS/Chromium'
/** A machine on which every file exists. */
const FULL = { given: undefined, exists: () => true }
const EMPTY = { given: undefined, exists: () => false }

describe('the browser to test with', () => {
  it('is that of the package, whatever the system has installed', () => {
    const linux = { platform: 'linux', arch: 'x64' } as const
    expect(chooseBrowser({ ...linux, ...EMPTY })).toEqual({ source: 'package' })
    expect(chooseBrowser({ ...linux, ...FULL })).toEqual({ source: 'package' })
  })

  it('is another one only if CHROMIUM_PATH is set', () => {
    const linux = { platform: 'linux', arch: 'x64' } as const
    const given = '/opt/browser'
    expect(chooseBrowser({ ...linux, ...FULL, given })).toEqual({
      source: 'CHROMIUM_PATH',
      executablePath: given,
    })
    expect(() => chooseBrowser({ ...linux, ...EMPTY, given })).toThrow(
      'CHROMIUM_PATH=/opt/browser does not exist.',
    )
  })

  it('is one of the system if the package has none', () => {
    const only = (path: string) => ({ given: undefined, exists: (each: string) => each === path })
    expect(chooseBrowser({ platform: 'darwin', arch: 'x64', ...only(MAC) })).toEqual({
      source: 'system',
      executablePath: MAC,
    })
    expect(chooseBrowser({ platform: 'linux', arch: 'arm64', ...only(DEBIAN) })).toEqual({
      source: 'system',
      executablePath: DEBIAN,
    })
    for (const platform of ['darwin', 'win32', 'freebsd'] as const) {
      expect(() => chooseBrowser({ platform, arch: 'x64', ...EMPTY })).toThrow(/^No Chromium found/)
    }
  })
})

describe('the browser of the package', () => {
  const parent = mkdtempSync(join(tmpdir(), 'letterlend-unpack-'))
  afterEach(() => rmSync(parent, { recursive: true }))

  it('is unpacked completely by two concurrent calls, and does not change the environment', async () => {
    const before = { ...process.env }
    const [first, second] = await Promise.all([unpackBrowser(parent), unpackBrowser(parent)])
    expect(second).toEqual(first)
    expect(process.env).toEqual(before)
    expect(readdirSync(parent)).toEqual([expect.stringMatching(/^letterlend-chromium-147\.0\.0-/)])
    expect(statSync(first.executablePath).size).toBeGreaterThan(100_000_000)
    const [libraries = ''] = (first.env.LD_LIBRARY_PATH ?? '').split(':')
    expect(readdirSync(libraries)).toContain('libnss3.so')
    const settings = join(first.env.FONTCONFIG_PATH ?? '', 'fonts.conf')
    const named = /<dir>(.+)<\/dir>/.exec(readFileSync(settings, 'utf8'))?.[1] ?? ''
    expect(named).toBe(dirname(settings))
    expect(existsSync(join(named, 'fonts'))).toBe(true)

    const unpacked = statSync(first.executablePath).mtimeMs
    await unpackBrowser(parent)
    expect(statSync(first.executablePath).mtimeMs).toBe(unpacked)
  })
})
