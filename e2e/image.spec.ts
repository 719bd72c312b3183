import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { Api, confirmationToken, freshEmail, until } from './drivers/api.ts'
import { Containers, hasBuildah } from './drivers/container.ts'
import { madeRelease } from './drivers/made-release.ts'
import { MailServer } from './drivers/mail-server.ts'
import { freePort, ROOT, scratchFolder } from './drivers/server-process.ts'

const run = promisify(execFile)

const MOST_BYTES = 250e6
const ITEM = 1

/** On which lines of Node the image is for use: the one that it has by default, and the one before. */
const LINES = [22, 24]
const versionOf = (program: string) =>
  execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
const lineOf = (program: string) => Number(/^v(\d+)/.exec(versionOf(program))?.[1])

/** The older one first, where CI has both; else the one that is here. */
function programs(): string[] {
  const given = process.env.NODE_PROGRAMS?.trim().split('\n') ?? []
  const wanted = given.filter((program) => LINES.includes(lineOf(program)))
  wanted.sort((one, other) => lineOf(one) - lineOf(other))
  return wanted.length > 0 ? wanted : [process.execPath]
}

/** Builds the image and walks through it, as a container. */
async function buildAndRun(): Promise<void> {
  test.setTimeout(300_000)
  const folder = scratchFolder()
  const containers = new Containers(folder.path)
  const mails = new MailServer(await freePort())
  const started: string[] = []
  try {
    const release = await madeRelease()
    await mails.answer()
    const settings = join(folder.path, 'settings')
    writeFileSync(settings, `BRAND_NAME=Quartier\nSMTP_URL=${mails.url}\nCAPTCHA=off\n`)
    chmodSync(settings, 0o644)
    let lender: { token: string; email: string } | null = null
    let stopped = 0

    for (const program of programs()) {
      const tag = `letterlend-test:${lineOf(program)}`
      await containers.build(tag, program, release)
      const bytes = await containers.sizeOf(tag)
      console.log(`image with Node ${versionOf(program)}: ${Math.round(bytes / 1e6)} MB`)
      expect(bytes).toBeGreaterThan(100e6)
      expect(bytes).toBeLessThan(MOST_BYTES)
      const reason = await containers.whyNot(tag)
      if (reason !== null) {
        console.log(`the image was built and NOT RUN: ${reason}`)
        continue
      }

      const port = await freePort()
      const origin = `http://127.0.0.1:${port}`
      const name = `letterlend-test-${port}`
      started.push(name)
      const given = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: origin }
      await containers.podman(
        'run',
        '--detach',
        `--name=${name}`,
        ...containers.limits,
        '--volume=letterlend-test:/data',
        `--volume=${settings}:/run/secrets/letterlend:ro`,
        '--env=DOTENV_PATH=/run/secrets/letterlend',
        ...Object.entries(given).map(([key, value]) => `--env=${key}=${value}`),
        tag,
      )
      const within = (...args: string[]) => containers.podman('exec', name, ...args)
      const isReady = () =>
        fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      await until(isReady, 'a container that answers', 120_000)
      await containers.podman('healthcheck', 'run', name)

      const api = new Api(origin)
      const { brand } = await api.get<{ brand: { name: string } }>('/config')
      expect(brand.name).toBe('Quartier')
      expect(await (await fetch(origin)).text()).toContain('<script')
      if (lender) {
        // What a container before it has written.
        expect(await api.get('/users/userinfo', lender.token)).toMatchObject({
          email: lender.email,
        })
      } else {
        const email = freshEmail()
        const person = await api.register(email)
        const mail = await until(
          async () => mails.received.find((each) => each.includes(`To: ${email}`)),
          'the mail that confirms an address',
        )
        const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
        const confirmed = await api.post<{ api_token: string }>('/auth/emailConfirmation', {
          email_confirmation_token: confirmationToken(text),
        })
        lender = { ...person, token: confirmed.api_token }
        const spot = { latitude: 47.377, longitude: 8.527 }
        await api.post('/letterboxes/updateLetterboxLocation', spot, lender.token)
        const items = { selected_items_id: [ITEM] }
        await api.post('/letterboxes/updateLetterboxItems', items, lender.token)
      }
      const tile = await api.get(`/letterboxes/tiles/0/0/0?sticker_id=${ITEM}`)
      expect(tile).toMatchObject({ total: 1 })
      // Machine code of packages, and their fonts.
      const picture = await fetch(`${origin}/img/previews/map.png`)
      expect(picture.headers.get('content-type')).toBe('image/png')

      const read = "console.log(require('fs').readFileSync('/proc/1/status', 'utf8'))"
      const rights = await within('node', '-e', read)
      expect(rights).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m)
      expect(rights).toMatch(/^CapEff:\t0+$/m)
      expect(rights).toMatch(/^CapBnd:\t0+$/m)
      expect(rights).toMatch(/^NoNewPrivs:\t1$/m)
      const write = `for (const path of ['/x', '/app/x', '/usr/local/bin/node', '/tmp/x', '/data/x'])
        try { require('fs').writeFileSync(path, ''); console.log(path) } catch {}`
      expect((await within('node', '-e', write)).split('\n')).toEqual(['/tmp/x', '/data/x'])
      await expect(within('sh', '-c', 'true'), 'there is no shell').rejects.toThrow()

      const begin = Date.now()
      await containers.podman('stop', '--time', '15', name)
      expect(Date.now() - begin).toBeLessThan(10_000)
      stopped++
      const code = await containers.podman('inspect', '--format', '{{.State.ExitCode}}', name)
      expect(code).toBe('0')
      const logged = await containers.podman('logs', name)
      expect(logged).toContain('"msg":"request"')
      expect(logged).not.toContain('"level":50')
    }
    if (stopped > 0) console.log(`the image was run and stopped ${stopped} times`)
  } finally {
    for (const name of started) await containers.podman('rm', '--force', name).catch(() => {})
    if (started.length > 0)
      await containers.podman('volume', 'rm', '--force', 'letterlend-test').catch(() => {})
    await mails.die()
    await containers.remove()
    folder.remove()
  }
}

/** What the image is made of, started where no container can be: by its own loader, with its own libraries alone. */
async function startFromFiles(): Promise<void> {
  test.setTimeout(300_000)
  console.log('NO IMAGE was built, since buildah is missing: its files are started as they are')
  const folder = scratchFolder()
  const image = join(folder.path, 'image')
  const system = join(image, 'system')
  let server: ChildProcess | undefined
  try {
    const args = ['scripts/image.mjs', '--root', image, '--node', process.execPath]
    await run(process.execPath, args, { cwd: ROOT })
    const files = readdirSync(system, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes).toBeGreaterThan(100e6)
    expect(bytes).toBeLessThan(MOST_BYTES)
    expect(files.filter((file) => /\/(sh|bash|busybox|npm|apt)$/.test(file))).toEqual([])

    const libraries = files.filter((file) => /\.so(\.\d+)*$/.test(file))
    const loader = libraries.find((file) => /\/ld-linux[^/]*$/.test(file)) ?? ''
    const places = [...new Set(libraries.map((file) => dirname(file)))].join(':')
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const program = ['usr/local/bin/node', 'app/dist/server/main.js'].map((file) =>
      join(system, file),
    )
    server = spawn(loader, ['--library-path', places, ...program], {
      cwd: join(system, 'app'),
      env: { PORT: String(port), PUBLIC_URL: origin, DATA_DIR: join(image, 'data'), DEMO: 'off' },
      stdio: 'ignore',
    })
    const isReady = () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(isReady, 'a server that answers', 120_000)
    // Pictures are drawn by machine code of packages.
    const picture = await fetch(`${origin}/img/previews/map.png`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    const loaded = readFileSync(`/proc/${server.pid}/maps`, 'utf8').match(/\/\S+\.(so|node)\S*/g)
    expect(loaded?.length).toBeGreaterThan(5)
    expect(loaded?.filter((file) => !file.startsWith(system))).toEqual([])
    const ended = once(server, 'exit')
    server.kill()
    expect(await ended).toEqual([0, null])
  } finally {
    server?.kill('SIGKILL')
    folder.remove()
  }
}

if (hasBuildah) {
  test(
    'an image is small, runs without rights on what it cannot write, and keeps what it holds when a newer one takes its place @servers',
    buildAndRun,
  )
} else {
  test('the files of an image are few, and all that its server loads @servers', startFromFiles)
}
