import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '#platform/server/config.ts'
import { hasPasswordsInTheClear } from '#platform/server/config.ts'
import { VERSION } from '#platform/server/version.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { LEGAL_PAGES } from '#platform/shared/legal-pages.ts'
import { codeOf, type Finding, ok, warning, wrong } from './finding.ts'

const TIMEOUT_MS = 8_000
/** Let's Encrypt certificates are renewed a month before they expire. */
const CERTIFICATE_DAYS = 14
const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_|E\w*UNREACH|ETIMEDOUT|no answer)/

const ask = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })

function codeOfFetch(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return codeOf(cause) || codeOf(error) || (error instanceof Error ? error.name : '')
}

const isOfThisMachine = (url: string) =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

async function checkCertificate(url: URL): Promise<Finding[]> {
  const ends = await new Promise<number>((resolve, reject) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port || 443),
      // SNI allows host names only, not IP addresses.
      ...(isIP(url.hostname) === 0 && { servername: url.hostname }),
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('timeout')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.end()
    })
  }).catch((error: unknown) => codeOf(error) || 'no answer')
  // The next check reports that the server does not answer.
  if (typeof ends === 'string' && UNREACHABLE.test(ends)) return []
  if (typeof ends === 'string')
    return [wrong(`the certificate of ${url.host} is not trusted by browsers (${ends})`)]
  const days = Math.floor((ends - Date.now()) / DAY_MS)
  const text = `the certificate of ${url.host} expires in ${days} days`
  return [
    days < CERTIFICATE_DAYS ? warning(`${text}: check that it is renewed automatically`) : ok(text),
  ]
}

/**
 * Checks that the community publishes its legal pages, which most countries require.
 * @param config what the app publishes about itself
 */
function checkLegalPages(config: unknown): Finding[] {
  const published: unknown = Object(config).legal_pages
  // Another version of the app does not list its pages.
  if (!Array.isArray(published)) return []
  const missing = LEGAL_PAGES.filter((page) => !published.includes(page))
  return [
    missing.length === 0
      ? ok('imprint, privacy notice, terms and accessibility statement are published')
      : warning(
          `not published yet: ${missing.join(', ')} (back office, "Legal pages"; docs/operation.md)`,
        ),
  ]
}

/** Checks that this app answers there, in this version, and what it has published. */
async function checkApp(publicUrl: string): Promise<Finding[]> {
  const health = await ask(`${publicUrl}/healthz`)
  const body: unknown = await health.json().catch(() => null)
  if (health.status !== 200 || Object(body).status !== 'ok') {
    return [
      wrong(
        `${publicUrl}/healthz answers ${health.status}: does the proxy pass all paths on to the server?`,
      ),
    ]
  }
  const answer: unknown = await (await ask(`${publicUrl}${API_BASE}/config`))
    .json()
    .catch(() => null)
  const running = String(Object(answer).version)
  return [
    running === VERSION
      ? ok(`Letterlend ${VERSION} answers at ${publicUrl}`)
      : warning(`at ${publicUrl} answers version ${running}, this is ${VERSION}`),
    ...checkLegalPages(answer),
  ]
}

async function checkMetrics(publicUrl: string): Promise<Finding> {
  // The server treats requests from this machine as internal, so the result would prove nothing.
  if (isOfThisMachine(publicUrl)) return ok('/metrics cannot be checked from this machine')
  const { status } = await ask(`${publicUrl}/metrics`)
  return status === 200
    ? wrong(
        '/metrics is public: the proxy must pass on X-Forwarded-For and Host, or answer 404 itself',
      )
    : ok(`/metrics is closed to visitors (${status})`)
}

async function checkCompression(publicUrl: string): Promise<Finding> {
  const answer = await ask(`${publicUrl}/`, { 'accept-encoding': 'gzip, br' })
  return answer.headers.get('content-encoding')
    ? ok('answers are compressed')
    : warning('responses are not compressed: does the proxy remove Accept-Encoding?')
}

async function checkRedirect(url: URL): Promise<Finding> {
  const plain = await ask(`http://${url.hostname}/`).catch(() => null)
  if (!plain)
    return warning(
      `nothing answers at http://${url.hostname}: visitors who type only the name may not get there`,
    )
  const to = plain.headers.get('location') ?? ''
  return plain.status >= 300 && plain.status < 400 && to.startsWith('https://')
    ? ok('http redirects to https')
    : wrong('http does not redirect to https: configure a 301 redirect in the proxy')
}

function checkTrust({ trustProxy, publicUrl }: Config): Finding[] {
  if (trustProxy === true) {
    return [
      warning(
        'with TRUST_PROXY=on visitors can forge their address: set the number of proxies instead',
      ),
    ]
  }
  return trustProxy === false && publicUrl.startsWith('https:')
    ? [warning('TRUST_PROXY is off: behind a proxy all visitors count as one and share its limits')]
    : []
}

/** Checks the community as its visitors reach it. */
export async function checkOutside(config: Config): Promise<Finding[]> {
  const { publicUrl, production } = config
  const findings = checkTrust(config)
  if (hasPasswordsInTheClear(config)) {
    const text = `PUBLIC_URL=${publicUrl} begins with http: passwords are sent unencrypted, and neither passkeys nor pushes work`
    findings.push(production ? wrong(text) : warning(text))
  }
  const url = new URL(publicUrl)
  try {
    if (url.protocol === 'https:')
      findings.push(...(await checkCertificate(url)), await checkRedirect(url))
    findings.push(
      ...(await checkApp(publicUrl)),
      await checkMetrics(publicUrl),
      await checkCompression(publicUrl),
    )
  } catch (error) {
    const text = `${publicUrl} does not answer (${codeOfFetch(error)}): are the server and the proxy running?`
    findings.push(production ? wrong(text) : warning(text))
  }
  return findings
}
