import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { nginxConfiguration } from '../../scripts/examples.mjs'
import { findNginx } from '../../scripts/nginx.mjs'
import { freePort, type ScratchFolder, scratchFolder } from './server-process.ts'

/** The community's host name in docs/operation.md. */
export const SITE = 'lend.example.org'

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** nginx with the site of docs/operation.md, in front of two servers, on its own ports. */
export class Nginx {
  said = ''
  private readonly child: ChildProcess
  private readonly exited: Promise<unknown>

  private constructor(
    readonly ports: { http: number; https: number },
    readonly certificate: Buffer,
    readonly source: string,
    program: string,
    private readonly folder: ScratchFolder,
    private readonly removeProgram: () => void,
  ) {
    const args = ['-p', folder.path, '-c', join(folder.path, 'nginx.conf'), '-e', 'stderr']
    const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }
    this.child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    this.child.stderr?.on('data', (chunk) => {
      this.said += chunk
    })
    this.exited = once(this.child, 'close')
  }

  /** Starts nginx, or returns the reason why it is not available. */
  static async start(upstreams: [number, number]): Promise<Nginx | { reason: string }> {
    const found = await findNginx()
    if (found.program === null) return { reason: found.reason }
    const folder = scratchFolder()
    // If root starts nginx, its workers run as another user.
    chmodSync(folder.path, 0o755)
    const files = {
      key: join(folder.path, 'privkey.pem'),
      cert: join(folder.path, 'fullchain.pem'),
    }
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const names = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE}`]
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', files.key, '-out', files.cert], {
      stdio: 'ignore',
    })
    const ports = { http: await freePort(), https: await freePort() }
    const configuration = nginxConfiguration({ folder: folder.path, ports, upstreams })
    writeFileSync(join(folder.path, 'nginx.conf'), configuration)
    const nginx = new Nginx(
      ports,
      readFileSync(files.cert),
      found.source,
      found.program,
      folder,
      found.remove,
    )
    const deadline = Date.now() + 10_000
    while (!(await answers(ports.https))) {
      if (nginx.child.exitCode !== null || Date.now() > deadline) {
        await nginx.stop()
        throw new Error(`nginx does not start: ${nginx.said}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return nginx
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM')
    await this.exited
    this.folder.remove()
    this.removeProgram()
  }
}
