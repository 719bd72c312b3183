import { createECDH } from 'node:crypto'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { readUpdate } from '#features/community/operations/updates/server/door.ts'
import type { Config } from '#platform/server/config.ts'
import { ConfigError } from '#platform/server/config.ts'
import { nearestFolder } from '#platform/server/db/embedded-folder.ts'
import { StreetMap } from '#platform/server/street-map/street-map.ts'
import { codeOf, type Finding, ok, warning, wrong } from './finding.ts'

const MIB = 2 ** 20
const NODE = [20, 19] as const
/** A process with a small map takes 200 MB, and PostgreSQL beside it takes as much. */
const MEMORY_BYTES = 900 * MIB
const MEMORY_OF_ANOTHER = 200 * MIB
const DISK_BYTES = 1024 * MIB
const TIMEOUT_MS = 10_000

export function checkNode(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isOld = major < NODE[0] || (major === NODE[0] && minor < NODE[1])
  const text = `Node ${process.versions.node}`
  return [isOld ? wrong(`${text} is too old: install ${NODE.join('.')} or later`) : ok(text)]
}

export async function checkRoom({ dataDir, databaseUrl, processes }: Config): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(databaseUrl ? '.' : await nearestFolder(dataDir))
  const free = Math.floor((bavail * bsize) / MIB)
  const disk = `${free} MB of disk are free`
  const memory = `${Math.floor(totalmem() / MIB)} MB of memory`
  return [
    bavail * bsize < DISK_BYTES ? warning(`${disk}: logs and backups need more`) : ok(disk),
    totalmem() < MEMORY_BYTES + (processes - 1) * MEMORY_OF_ANOTHER
      ? warning(`${memory} are not enough for the server (PROCESSES=${processes}) and its database`)
      : ok(memory),
  ]
}

/** Checks that backups can be written to their folder, which the first backup creates. */
export async function checkBackups({ backupDir }: Config): Promise<Finding[]> {
  const nearest = await nearestFolder(backupDir)
  const { isFolder } = await stat(nearest).then(
    (stats) => ({ isFolder: stats.isDirectory() }),
    () => ({ isFolder: false }),
  )
  if (!isFolder) return [wrong(`BACKUP_DIR=${backupDir} is not a folder: ${nearest} is a file`)]
  return access(nearest, constants.W_OK | constants.X_OK).then(
    () => [ok(`backups can be written to ${backupDir}`)],
    (error: unknown) => [
      wrong(
        `BACKUP_DIR=${backupDir} cannot be written by this user (${codeOf(error)}): create it and make the user of the server its owner, or name another folder`,
      ),
    ],
  )
}

export async function checkStreets({ streetMap }: Config): Promise<Finding[]> {
  if (streetMap.length === 0) return [ok('no street map (STREET_MAP=off)')]
  try {
    const map = await StreetMap.open(streetMap)
    const streets = map.streets.length
    await map.close()
    const findings = [
      streets > 0
        ? ok(`the street map can be read, and ${streets} streets with house numbers`)
        : warning(
            'the street map can be read, but without an address list beside it house numbers are not found',
          ),
    ]
    if (map.unusedZooms > 0) {
      findings.push(
        warning(
          'the files of the street map end at different zooms, so the deepest ones of some, with their house numbers, are not drawn',
        ),
      )
    }
    return findings
  } catch (error) {
    return [wrong(error instanceof ConfigError ? error.message : 'the street map cannot be read')]
  }
}

/** Whether the public key belongs to the private key. */
function isPair({ publicKey, privateKey }: { publicKey: string; privateKey: string }): boolean {
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return curve.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

export function checkPush({ push, publicUrl }: Config): Finding[] {
  if (!push.enabled) return [ok('no notifications on devices (PUSH=off)')]
  if (!publicUrl.startsWith('https:')) return []
  if (!push.keys)
    return [ok('the push keys are created at the first start and stored in the database')]
  return [
    isPair(push.keys)
      ? ok('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together')
      : wrong('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY do not belong together'),
  ]
}

const statusOf = (url: string, init: RequestInit) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ status }) => status,
    () => 0,
  )

function judged(name: string, status: number): Finding {
  if (status === 0) return wrong(`${name} cannot be reached: is a firewall in between?`)
  return status < 400
    ? ok(`${name} accepts the keys`)
    : wrong(`${name} rejects the keys (${status})`)
}

/** Checks the file that announces new versions, if the operator enabled it. */
export async function checkUpdateFile({ updateFile }: Config): Promise<Finding[]> {
  const { file, newer } = await readUpdate(updateFile)
  if (file === 'off') return []
  if (file === 'unreadable')
    return [wrong(`UPDATE_FILE names no release: is ${updateFile} a SHA256SUMS of one?`)]
  return [newer ? warning(`version ${newer} is out: see docs/updates.md`) : ok('no newer version')]
}

/** Checks the form of the keys, and with `online` also queries the providers. Never moves money. */
export async function checkPayments(
  { stripe, paypal, paymentSandbox, production }: Config,
  online: boolean,
): Promise<Finding[]> {
  const findings: Finding[] = []
  if (stripe) {
    const isTest = stripe.secretKey.startsWith('sk_test_')
    if (isTest !== stripe.publishableKey.startsWith('pk_test_')) {
      findings.push(wrong('one key of Stripe is for tests, the other for real payments'))
    } else if (isTest && production)
      findings.push(warning('the keys of Stripe are for tests: no money is paid'))
    else findings.push(ok('the keys of Stripe look right'))
    const headers = { authorization: `Bearer ${stripe.secretKey}` }
    const base = stripe.apiBase ?? 'https://api.stripe.com'
    if (online) findings.push(judged('Stripe', await statusOf(`${base}/v1/balance`, { headers })))
  }
  if (paypal && online) {
    const login = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64')
    const headers = {
      authorization: `Basic ${login}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const init = { method: 'POST', headers, body: 'grant_type=client_credentials' }
    findings.push(judged('PayPal', await statusOf(`${paypal.apiBase}/v1/oauth2/token`, init)))
  }
  if (production && paymentSandbox)
    findings.push(warning('PAYMENT_SANDBOX=on: orders count as paid, but no money is paid'))
  return findings
}
