// @ts-check
// Evidence for a release: checksums (SHA256SUMS), a provenance statement (in-toto, SLSA) and an SSH signature.
// `npm run release -- --verify FILE` checks them offline, with nothing but Node and OpenSSH.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './project.mjs'

export const SUMS = 'SHA256SUMS'
export const SIGNATURE = `${SUMS}.sig`
/** Purpose of a signature: one made with the same key for another purpose is invalid. */
const NAMESPACE = 'letterlend-release'
/** Tag URIs for the project's own types, which are not links (RFC 4151). */
const KIND = 'tag:letterlend.example,2026:'

/** @param {string} file @returns {Promise<string>} hexadecimal */
export async function sha256Of(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * What an archive and a package were made from, and with what: an in-toto statement with the predicate of SLSA 1.
 * Reproducible: it contains neither a time nor a machine.
 * @param {string[]} files
 * @param {{ commit: string, name: string, lock: string }} made `lock`: path of the lockfile
 */
export async function provenanceOf(files, { commit, name, lock }) {
  const subject = files.map(async (file) => ({
    name: basename(file),
    digest: { sha256: await sha256Of(file) },
  }))
  const dependencies = [
    { name: 'letterlend', ...(commit && { digest: { gitCommit: commit } }) },
    { name: 'package-lock.json', digest: { sha256: await sha256Of(lock) } },
  ]
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: await Promise.all(subject),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${KIND}npm-run-release`,
        externalParameters: { version: name },
        internalParameters: { platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: dependencies,
      },
      runDetails: { builder: { id: `${KIND}publisher`, version: { node: process.version } } },
    },
  }
}

/** @param {string} folder @param {string[]} files names in it */
export async function writeSums(folder, files) {
  const lines = await Promise.all(
    [...files].sort().map(async (file) => `${await sha256Of(join(folder, file))}  ${file}\n`),
  )
  await writeFile(join(folder, SUMS), lines.join(''))
  // It belonged to other checksums.
  await rm(join(folder, SIGNATURE), { force: true })
}

/**
 * Runs ssh-keygen.
 * @param {string[]} args
 * @param {string} [input] a file
 * @returns {Promise<{ code: number | null, output: string }>}
 */
async function sshKeygen(args, input) {
  // If the key has a passphrase, ssh-keygen asks for it in the terminal.
  const child = spawn('ssh-keygen', args, { stdio: [input ? 'pipe' : 'inherit', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  /** @type {Promise<number | null>} */
  const ended = new Promise((done, failed) => {
    child.once('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT'
      const why = 'ssh-keygen is not installed: it is a part of OpenSSH, 8.2 or later.'
      failed(isMissing ? new CommandError(why, 1) : error)
    })
    child.once('close', done)
  })
  const [code] = await Promise.all([
    ended,
    // The process may end without reading all of it.
    input && child.stdin ? pipeline(createReadStream(input), child.stdin).catch(() => {}) : null,
  ])
  return { code, output: output.trim() }
}

/**
 * Signs the checksums.
 * @param {string} folder
 * @param {string} key path of a private SSH key, or of a public key whose private key is in an agent
 */
export async function sign(folder, key) {
  if (!existsSync(key))
    throw new CommandError(`${key} does not exist: there is no key to sign with.`, 1)
  await rm(join(folder, SIGNATURE), { force: true })
  const { code, output } = await sshKeygen([
    ...['-Y', 'sign', '-f', key, '-n', NAMESPACE],
    join(folder, SUMS),
  ])
  if (code !== 0) throw new CommandError(`Signing failed: ${output}`, 1)
}

/**
 * Checks the signature of the checksums. `by` is only set if `signers` vouch for the key.
 * @param {string} folder
 * @param {string | undefined} signers a file as in ALLOWED SIGNERS of ssh-keygen(1)
 * @returns {Promise<{ isGood: boolean, by: string | null, key: string | null }>}
 */
async function signatureOf(folder, signers) {
  const [sums, signature] = [join(folder, SUMS), join(folder, SIGNATURE)]
  const about = ['-n', NAMESPACE, '-s', signature]
  const { code, output } = await sshKeygen(['-Y', 'check-novalidate', ...about], sums)
  const key = /with (.+ key \S+)/.exec(output)?.[1] ?? null
  if (code !== 0) return { isGood: false, by: null, key }
  if (!signers) return { isGood: true, by: null, key }
  const found = await sshKeygen(['-Y', 'find-principals', '-s', signature, '-f', signers])
  for (const by of found.code === 0 ? found.output.split('\n') : []) {
    // Only this call checks namespaces and validity periods.
    const verified = await sshKeygen(['-Y', 'verify', '-f', signers, '-I', by, ...about], sums)
    if (verified.code === 0) return { isGood: true, by, key }
  }
  return { isGood: true, by: null, key }
}

/** @param {string} file @returns {Promise<Map<string, string>>} name -> checksum */
async function readSums(file) {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [, sum = '', name = ''] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
      return [name, sum]
    }),
  )
}

/** The commit in the statement, if it is about this file. @param {string} file @param {string} sum */
async function commitIn(file, sum) {
  try {
    const { subject, predicate } = JSON.parse(await readFile(file, 'utf8'))
    if (!subject.some((/** @type {any} */ each) => each.digest.sha256 === sum)) return null
    const { resolvedDependencies } = predicate.buildDefinition
    return String(resolvedDependencies[0].digest.gitCommit).slice(0, 12)
  } catch {
    return null
  }
}

/**
 * Verifies a release, with the result in one line. `holds` is only true if a signer in `signers` has signed it.
 * @param {string} archive or package, with the files of {@link writeSums} beside it
 * @param {string} [signers]
 * @returns {Promise<{ holds: boolean, line: string }>}
 */
export async function verify(archive, signers) {
  const folder = dirname(archive)
  const name = basename(archive)
  /** @param {string} why */
  const no = (why) => ({ holds: false, line: `${name} does not hold: ${why}.` })
  if (!existsSync(archive)) return no('the file does not exist')
  if (signers && !existsSync(signers))
    return no(`${signers} does not exist, which lists who may sign`)
  if (!existsSync(join(folder, SUMS))) return no(`${SUMS} is missing beside it`)
  const sums = await readSums(join(folder, SUMS))
  const sum = await sha256Of(archive)
  if (!sums.has(name)) return no(`${SUMS} beside it does not list it`)
  if (sums.get(name) !== sum) return no(`its SHA-256 is not the one in ${SUMS}`)
  for (const [file, expected] of sums) {
    const path = join(folder, file)
    if (basename(file) !== file) return no(`${SUMS} names a file in another folder`)
    if (existsSync(path) && (await sha256Of(path)) !== expected) {
      return no(`${file} beside it does not match its checksum in ${SUMS}`)
    }
  }
  const statement = [...sums.keys()].find((each) => each.endsWith('.provenance.json'))
  const commit = statement ? await commitIn(join(folder, statement), sum) : null
  const made = commit ? `made from commit ${commit}` : 'its sources are unknown'
  const fine = `its checksum matches, ${made}`
  if (!existsSync(join(folder, SIGNATURE))) {
    return { holds: false, line: `${name}: ${fine}, but it is not signed.` }
  }
  const { isGood, by, key } = await signatureOf(folder, signers)
  if (!isGood) return no('the signature does not match the checksums')
  if (by) return { holds: true, line: `${name}: ${fine}, signed by ${by} (${key}).` }
  const nobody = signers
    ? `which ${signers} does not vouch for`
    : 'which no list of signers vouches for'
  return { holds: false, line: `${name}: ${fine}, signed with ${key}, ${nobody}.` }
}
