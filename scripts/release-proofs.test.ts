import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { provenanceOf, SIGNATURE, SUMS, sign, verify, writeSums } from './release-proofs.mjs'

const NAME = 'letterlend-1.0.0'
const ARCHIVE = `${NAME}.tar.gz`
const PACKAGE = 'letterlend_1.0.0_amd64.deb'
const STATEMENT = `${NAME}.provenance.json`
const COMMIT = 'b3fe38b438a64c7c4ed6fdb7a64fbb3e4f0d1c2a'
const PUBLISHER = 'releases@letterlend.example'

/** Nearly every system has OpenSSH, but the README does not require it. */
const hasSsh = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => ['', '.exe'].some((end) => existsSync(join(folder, `ssh-keygen${end}`))))

let folder: string
const at = (name: string) => join(folder, name)
const write = (name: string, text: string) => writeFileSync(at(name), text)
const change = (name: string, text: string) => write(name, `${readFileSync(at(name))}${text}`)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-proofs-'))
  write(ARCHIVE, 'all of it')
  write(PACKAGE, 'all of it and Node')
  write('package-lock.json', '{}')
  const lock = at('package-lock.json')
  const statement = await provenanceOf([at(ARCHIVE), at(PACKAGE)], {
    commit: COMMIT,
    name: '1.0.0',
    lock,
  })
  write(STATEMENT, JSON.stringify(statement))
  await writeSums(folder, [ARCHIVE, STATEMENT, PACKAGE])
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('checksums of a release', () => {
  it('are readable by sha256sum, and without a signature prove only the file itself', async () => {
    expect(readFileSync(at(SUMS), 'utf8')).toMatch(
      new RegExp(
        `^[0-9a-f]{64} {2}${STATEMENT}\n[0-9a-f]{64} {2}${ARCHIVE}\n[0-9a-f]{64} {2}${PACKAGE}\n$`,
      ),
    )
    expect(await verify(at(ARCHIVE))).toEqual({
      holds: false,
      line: `${ARCHIVE}: its checksum matches, made from commit b3fe38b438a6, but it is not signed.`,
    })
  })

  it.each([
    ['another archive', () => change(ARCHIVE, '!'), `its SHA-256 is not the one in ${SUMS}`],
    [
      'another statement',
      () => change(STATEMENT, ' '),
      `${STATEMENT} beside it does not match its checksum in`,
    ],
    ['checksums of another release', () => write(SUMS, ''), `${SUMS} beside it does not list it`],
    ['no checksums', () => rmSync(at(SUMS)), `${SUMS} is missing beside it`],
    ['no archive', () => rmSync(at(ARCHIVE)), 'the file does not exist'],
    [
      'checksums that lead elsewhere',
      () => change(SUMS, `${'0'.repeat(64)}  ../../etc/passwd\n`),
      'names a file in another folder',
    ],
  ])('do not hold with %s', async (_, breakIt, why) => {
    breakIt()
    const { holds, line } = await verify(at(ARCHIVE))
    expect(holds).toBe(false)
    expect(line).toContain(`${ARCHIVE} does not hold: `)
    expect(line).toContain(why)
  })

  it('report a statement about another archive', async () => {
    const statement = JSON.parse(readFileSync(at(STATEMENT), 'utf8'))
    statement.subject[0].digest.sha256 = '0'.repeat(64)
    write(STATEMENT, JSON.stringify(statement))
    await writeSums(folder, [ARCHIVE, STATEMENT])
    expect((await verify(at(ARCHIVE))).line).toContain('its sources are unknown')
  })
})

describe.runIf(hasSsh)('a signed release', () => {
  const makeKey = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', at(name)])
  const allow = (who: string, key: string, options = '') =>
    write('signers', `${who} ${options}${readFileSync(at(`${key}.pub`), 'utf8')}`)

  beforeEach(async () => {
    makeKey('key')
    allow(PUBLISHER, 'key')
    await sign(folder, at('key'))
  })

  it('is valid with a trusted publisher, and the check prints what it proves in one line', async () => {
    const { holds, line } = await verify(at(ARCHIVE), at('signers'))
    expect(line).toMatch(
      new RegExp(
        `^${ARCHIVE}: its checksum matches, made from commit b3fe38b438a6, ` +
          `signed by ${PUBLISHER} \\(ED25519 key SHA256:\\S+\\)\\.$`,
      ),
    )
    expect(holds).toBe(true)
  })

  it('is also valid for its package, which the same statement covers', async () => {
    const { holds, line } = await verify(at(PACKAGE), at('signers'))
    expect(line).toContain(
      `${PACKAGE}: its checksum matches, made from commit b3fe38b438a6, signed by`,
    )
    expect(holds).toBe(true)
    change(PACKAGE, '!')
    expect((await verify(at(PACKAGE), at('signers'))).holds).toBe(false)
  })

  it.each([
    ['nobody is named who may sign', () => undefined, 'which no list of signers vouches for'],
    [
      'somebody else signed it',
      () => {
        makeKey('other')
        allow(PUBLISHER, 'other')
        return at('signers')
      },
      'does not vouch for',
    ],
    [
      'the key may sign other things alone',
      () => {
        allow(PUBLISHER, 'key', 'namespaces="file" ')
        return at('signers')
      },
      'does not vouch for',
    ],
    [
      'the key is no longer valid',
      () => {
        allow(PUBLISHER, 'key', 'valid-before="20200101" ')
        return at('signers')
      },
      'does not vouch for',
    ],
    [
      'who may sign is not there',
      () => at('nobody'),
      'nobody does not exist, which lists who may sign',
    ],
  ])('is invalid if %s', async (_, signers, why) => {
    const { holds, line } = await verify(at(ARCHIVE), signers())
    expect(holds).toBe(false)
    expect(line).toContain(why)
  })

  it('is invalid with checksums that were rewritten', async () => {
    change(ARCHIVE, '!')
    const signature = readFileSync(at(SIGNATURE))
    await writeSums(folder, [ARCHIVE])
    expect(existsSync(at(SIGNATURE)), 'a signature of other checksums').toBe(false)
    writeFileSync(at(SIGNATURE), signature)
    const { holds, line } = await verify(at(ARCHIVE), at('signers'))
    expect(holds).toBe(false)
    expect(line).toContain('the signature does not match the checksums')
  })

  it('is invalid with a signature for another namespace', async () => {
    rmSync(at(SIGNATURE))
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', at('key'), '-n', 'file', at(SUMS)])
    expect((await verify(at(ARCHIVE), at('signers'))).line).toContain(
      'the signature does not match the checksums',
    )
  })

  it('cannot be made without a key', async () => {
    await expect(sign(folder, at('no-key'))).rejects.toThrow('no key to sign with')
    await expect(sign(folder, at(SUMS))).rejects.toThrow('Signing failed')
  })
})
