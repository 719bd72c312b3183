import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examplesOf, nginxConfiguration } from './examples.mjs'

const DOCS = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs')

/** Debian installs programs for root outside the usual PATH. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` }

function run(command: string, args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8' })
  if (error) throw error
  return { code: status, said: `${stdout}${stderr}` }
}

const isThere = (command: string) => !spawnSync(command, ['--version'], { env }).error

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-examples-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** A self-signed certificate, under the file names of the page. */
function makeCertificate(): void {
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', [...args, '-nodes', '-subj', '/CN=lend.example.org', ...files], {
    stdio: 'ignore',
  })
}

const compose = readFileSync(join(DOCS, '..', 'compose.yaml'), 'utf8')
/** Caddy's configuration, the last part of compose.yaml. */
const caddyfile = compose.split('    content: |\n')[1] ?? ''

describe('compose.yaml', () => {
  const services = compose.split(/^ {2}(?=\w+:$)/m)
  const app = services.find((service) => service.startsWith('app:')) ?? ''

  it('names the image of this version', () => {
    const { version } = JSON.parse(readFileSync(join(DOCS, '..', 'package.json'), 'utf8'))
    expect(app).toMatch(new RegExp(`^ {4}image: \\S+/letterlend:${version}$`, 'm'))
  })

  it('requires three settings and no other file', () => {
    const required = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    expect([...new Set(required)].sort()).toEqual(['ADMIN_EMAIL', 'DOMAIN', 'POSTGRES_PASSWORD'])
    expect(compose.match(/ \.env:?$/gm)).toEqual([' .env'])
    expect(compose).not.toMatch(/['"[ ]\.\.?\//)
  })
})

describe('the examples of the documents', () => {
  it.skipIf(!isThere('nginx') || !isThere('openssl'))('nginx accepts its site', () => {
    makeCertificate()
    const configuration = nginxConfiguration({ folder, ports: { http: 14680, https: 14643 } })
    const path = write('nginx.conf', configuration)
    const { code, said } = run('nginx', ['-t', '-p', folder, '-c', path, '-e', 'stderr'])
    expect([code, said.split('\n').filter((line) => /emerg|warn/.test(line))]).toEqual([0, []])
  })

  it.skipIf(!isThere('caddy'))('Caddy accepts its configuration', () => {
    const path = write('Caddyfile', caddyfile.replace(/\$\{DOMAIN\}/g, 'lend.example.org'))
    const { code, said } = run('caddy', ['validate', '--adapter', 'caddyfile', '--config', path])
    expect([code, code === 0 ? '' : said]).toEqual([0, ''])
  })

  it('calls without https are not redirected', () => {
    const [site = ''] = examplesOf('operation.md', 'nginx')
    const [open = ''] = site.split('listen 443')
    expect(open).toMatch(/location \/api\/v1\/ \{ return 426; \}/)
    expect(caddyfile).toMatch(
      /^ *http:\/\/\$\{DOMAIN\} \{\s+handle \/api\/v1\/\* \{\s+respond 426\s+\}/m,
    )
  })

  it.skipIf(!isThere('systemd-analyze'))('systemd accepts its units', () => {
    const files = examplesOf('operation.md', 'ini')
    const units = files.filter((text) => text.includes('ExecStart='))
    const [service = ''] = units
    // Drop-in files that extend the unit.
    const additions = files.filter((text) => text.startsWith('[Service]'))
    expect(additions.length).toBeGreaterThan(0)
    for (const unit of [...units, ...additions.map((each) => `${service}\n${each}`)]) {
      const path = write(
        'letterlend@3001.service',
        unit.replaceAll('/usr/bin/node', process.execPath),
      )
      const { code, said } = run('systemd-analyze', ['verify', path])
      // Complaints about other units of this machine do not matter.
      const complaints = said.split('\n').filter((line) => line.includes('letterlend'))
      expect([code, complaints]).toEqual([0, []])
    }
  })

  it.skipIf(!isThere('haproxy'))('HAProxy accepts its configuration', () => {
    const [example = ''] = examplesOf('fail-over.md', 'haproxy')
    const path = write('haproxy.cfg', example)
    const { code, said } = run('haproxy', ['-c', '-f', path])
    expect([code, /warning|alert/i.test(said) ? said : '']).toEqual([0, ''])
  })

  it.skipIf(!isThere('promtool'))('Prometheus accepts its scrape configuration', () => {
    const configurations = examplesOf('operation.md', 'yaml').filter((text) =>
      text.startsWith('scrape_configs:'),
    )
    for (const text of configurations) {
      const { code, said } = run('promtool', ['check', 'config', write('prometheus.yml', text)])
      expect([code, code === 0 ? '' : said]).toEqual([0, ''])
    }
  })
})

it('the health check of the image queries the configured port', async () => {
  const [, command = '[]'] =
    /HEALTHCHECK[^[]*CMD (\[.*\])/.exec(readFileSync(join(DOCS, '..', 'Dockerfile'), 'utf8')) ?? []
  const [, ...args] = JSON.parse(command) as string[]
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const check = spawn(process.execPath, args, { env: { PORT: String(port) }, stdio: 'ignore' })
  expect((await once(check, 'exit'))[0]).toBe(0)
  server.close()
})
