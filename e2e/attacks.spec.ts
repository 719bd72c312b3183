import { readFileSync } from 'node:fs'
import { Agent as PlainAgent, request } from 'node:http'
import { request as requestOverTls, Agent as TlsAgent } from 'node:https'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { TASKS_OF_CALL } from '#platform/shared/task-matrix.ts'
import { SINGLE_TASKS, tasksOf } from '#platform/shared/tasks.ts'
import { OPEN_CALLS } from './attacks/open-calls.ts'
import { CLAIMS, PATHS, REDIRECTS, SHARED } from './attacks/requests.ts'
import { UPLOADS, type Upload } from './attacks/uploads.ts'
import { SMUGGLED, WIRE_ATTACKS } from './attacks/wire.ts'
import { Api, freshEmail, type Person, until } from './drivers/api.ts'
import { MailServer } from './drivers/mail-server.ts'
import type { ApiDocument } from './drivers/malformed-requests.ts'
import { Nginx, SITE } from './drivers/nginx.ts'
import { type Entrance, openSocket, sendBytes } from './drivers/raw-http.ts'
import { ENDS_SESSION, malformedHalf, samplesOf, sendAll, whenNotBusy } from './drivers/refusals.ts'
import { type ScratchDatabase, scratchDatabase } from './drivers/scratch-database.ts'
import {
  freePort,
  type ScratchFolder,
  type ServerProcess,
  scratchFolder,
  spawnServer,
} from './drivers/server-process.ts'

const PUBLIC_URL = `https://${SITE}`
const ITEM = 1
/** Data of an account whose letterbox is hidden; no response to other callers may contain any of it. */
const HIDDEN = { lastname: 'Verborgenhausen', address: 'Nirgendsgasse 77', city: 'Zürich' }
/** Patterns that reveal internals of a server or of this machine. */
const INSIDE =
  /root:x:0|# HELP |node_modules|postgres:\/\/|\bat \w+.*\.[jt]s:\d+|"private": true|nginx\/\d|SELECT .* FROM/
/** A `Location` that stays on this site. */
const OWN_PLACE = /^(\/(?![/\\])|https:\/\/lend\.example\.org(\/|$))/

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

// All tests share two servers and a proxy, which are started once.
test.describe.configure({ mode: 'default' })
test.describe('attacks on servers set up as in docs/operation.md', { tag: '@servers' }, () => {
  let folder: ScratchFolder
  let database: ScratchDatabase
  let mails: MailServer
  const servers: ServerProcess[] = []
  let nginx: Nginx | null = null
  let entrance: Entrance
  let orm: pg.Client
  let api: Api
  const roles = {} as Record<string, string>
  let lender: Person
  let borrower: Person
  let transaction: string
  let memoryBefore: number[]

  /** A proxy distinguishes visitors by their address, so each one gets another address of this machine. */
  let visitors = 0
  function nextAddress(): string {
    visitors += 1
    return `127.${1 + ((visitors >> 8) & 127)}.${visitors & 255}.7`
  }

  /** The headers that a proxy would add, for tests without one. */
  const proxyHeaders = (from: string) => ({ 'x-forwarded-for': from, 'x-forwarded-proto': 'https' })

  const agents = new Map<string, PlainAgent>()
  function agentOf(from: string): PlainAgent {
    const known = agents.get(from)
    if (known) return known
    const options = { keepAlive: true, maxSockets: 2, localAddress: from }
    const agent = entrance.tls
      ? new TlsAgent({ ...options, ...entrance.tls })
      : new PlainAgent(options)
    agents.set(from, agent)
    return agent
  }

  interface Asked {
    /** A new visitor for each request, unless given; connections of a given visitor are kept. */
    from?: string
    method?: string
    headers?: Record<string, string>
    body?: string
  }

  async function ask(
    path: string,
    { method = 'GET', headers = {}, body, from: kept }: Asked = {},
  ): Promise<Answer> {
    const from = kept ?? nextAddress()
    const send = entrance.tls ? requestOverTls : request
    return new Promise((resolve, reject) => {
      const outgoing = send(
        {
          host: '127.0.0.1',
          port: entrance.port,
          ...(kept
            ? { agent: agentOf(kept) }
            : { agent: false, localAddress: from, ...entrance.tls }),
          method,
          path,
          headers: {
            host: SITE,
            ...(nginx ? {} : proxyHeaders(from)),
            ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (incoming) => {
          let text = ''
          const finish = () =>
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
          incoming.setEncoding('utf8')
          incoming.on('data', (chunk) => {
            text += chunk
          })
          incoming.on('close', finish)
          incoming.on('error', finish)
          // Event streams never end.
          if (incoming.headers['content-type']?.startsWith('text/event-stream')) incoming.destroy()
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  /** Finds internals, data of other people, links to other sites, and cookies, which nothing here needs. */
  function leaks({ headers, text }: Answer): string[] {
    const found = [INSIDE.exec(text)?.[0], ...Object.values(HIDDEN).slice(0, 2)].filter(
      (word): word is string => word !== undefined && text.includes(word),
    )
    if (headers['set-cookie']) found.push('set-cookie')
    // Open data answers every site, and none of them with credentials.
    if ((headers['access-control-allow-origin'] ?? '*') !== '*')
      found.push('access-control-allow-origin')
    if (headers['access-control-allow-credentials']) found.push('access-control-allow-credentials')
    return found
  }

  const json = (value: object, token?: string) => ({
    method: 'POST',
    body: JSON.stringify(value),
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })

  const memoryOf = ({ pid }: ServerProcess) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

  test.beforeAll(async () => {
    test.setTimeout(180_000)
    folder = scratchFolder()
    database = await scratchDatabase()
    mails = new MailServer(await freePort())
    await mails.answer()
    const settings = {
      NODE_ENV: 'production',
      PUBLIC_URL,
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      BACKUP_DIR: folder.path,
      SMTP_URL: mails.url,
      MAIL_FROM: `Letterlend <hello@${SITE}>`,
      TRUST_PROXY: '1',
      PROCESSES: '1',
      CAPTCHA: 'on',
      LOG_LEVEL: 'info',
    }
    for (let count = 0; count < 2; count++) servers.push(await spawnServer(settings))
    await Promise.all(servers.map((server) => server.ready()))
    const [first, second] = servers.map(({ origin }) => Number(new URL(origin).port))
    const proxy = await Nginx.start([first ?? 0, second ?? 0])
    if (proxy instanceof Nginx) {
      nginx = proxy
      console.log(`nginx: ${nginx.source}`)
      const tls = { ca: nginx.certificate, servername: SITE }
      entrance = { port: nginx.ports.https, tls }
    } else {
      console.log(`WITHOUT nginx, only the servers: nginx is not available (${proxy.reason})`)
      entrance = { port: first ?? 0 }
    }

    orm = new pg.Client({ connectionString: database.url })
    await orm.connect()
    api = new Api(servers[0]?.origin ?? '')
    const confirm = async (person: Person, more = '') => {
      await orm.query(`UPDATE users SET email_confirmed_at = now() ${more} WHERE id = $1`, [
        person.userId,
      ])
      return person.token
    }
    const join = async () => new Api(api.origin).register()
    const wanted: [string, string][] = [
      ...SINGLE_TASKS.map((task): [string, string] => [task, `, tasks = '{${task}}'`]),
      ['member', ''],
      ['moderator', ', role_id = 2'],
      ['admin', ', role_id = 3'],
    ]
    // Each registration solves a captcha, which keeps a core busy, so they run in parallel.
    const [unconfirmed, hidden, ...people] = await Promise.all([join(), join(), join(), join()])
    ;[lender, borrower] = people as [Person, Person]
    roles.unconfirmed = unconfirmed.token
    await Promise.all(
      wanted.map(async ([role, more]) => {
        roles[role] = await confirm(await join(), more)
      }),
    )
    for (const person of [lender, borrower]) {
      await confirm(person)
      const spot = { latitude: 47.377, longitude: 8.527 }
      await api.post('/letterboxes/updateLetterboxLocation', spot, person.token)
      const items = { selected_items_id: [ITEM] }
      await api.post('/letterboxes/updateLetterboxItems', items, person.token)
      await api.post('/privacy/update', { enable_messaging: true }, person.token)
    }
    const question = { renter_id: lender.userId, item_id: ITEM, text: 'Darf ich?' }
    ;({ id: transaction } = await api.post<{ id: string }>(
      '/transactions/create',
      question,
      borrower.token,
    ))
    await orm.query('UPDATE users SET lastname = $1 WHERE id = $2', [
      HIDDEN.lastname,
      hidden.userId,
    ])
    await orm.query('UPDATE letterboxes SET address = $1 WHERE user_id = $2', [
      HIDDEN.address,
      hidden.userId,
    ])
    memoryBefore = servers.map(memoryOf)
  })

  test.afterAll(async () => {
    for (const agent of agents.values()) agent.destroy()
    await nginx?.stop()
    await Promise.all(servers.splice(0).map((server) => server.kill()))
    await orm?.end()
    await mails?.die()
    await database?.drop()
    folder?.remove()
  })

  test('bytes that proxy and server could parse differently are rejected, and nothing after them is read', async () => {
    const seen = await Promise.all(
      WIRE_ATTACKS.map(async ({ what, bytes, nginx: behind, server }) => {
        const from = nextAddress()
        const more = nginx ? '' : `X-Forwarded-For: ${from}\r\nX-Forwarded-Proto: https\r\n`
        const sent = bytes.replaceAll('HOST', `Host: ${SITE}\r\n${more}`)
        const { text, closed } = await sendBytes(entrance, sent, { from })
        const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => status)
        const said = text === '' ? (closed ? 'closed' : 'silent') : statuses.join(' ') || 'bare'
        const right = (nginx ? behind : server).split('|')
        const leaked = leaks({ status: 0, headers: {}, text })
        return { what, said: right.includes(said) ? 'as it should' : said, leaked }
      }),
    )
    expect(seen.filter(({ said, leaked }) => said !== 'as it should' || leaked.length > 0)).toEqual(
      [],
    )
    for (const { stdout } of servers) expect(stdout).not.toContain(SMUGGLED)
  })

  test('paths reach only public resources', async () => {
    const seen = await Promise.all(
      PATHS.map(async ({ what, nginx: behind, server = behind, ...sent }) => {
        const answer = await ask(sent.path, sent)
        const right = nginx ? behind : server
        const status = right.includes(answer.status) ? 'as it should' : answer.status
        return { what, status, leaked: leaks(answer) }
      }),
    )
    expect(seen.filter(({ status, leaked }) => status !== 'as it should' || leaked.length)).toEqual(
      [],
    )
  })

  test('no response redirects to another site', async () => {
    const seen = await Promise.all(
      REDIRECTS.flatMap(({ what, path, nginx: behind }) =>
        [{}, ...CLAIMS].map(async (claim) => {
          const answer = await ask(path, { headers: claim })
          const place = answer.headers.location
          const own = place === undefined || OWN_PLACE.test(String(place))
          const status = behind.includes(answer.status) ? 'as it should' : answer.status
          return { what, claim, status, place: own ? 'own' : place, leaked: leaks(answer) }
        }),
      ),
    )
    expect(
      seen.filter(
        ({ status, place, leaked }) =>
          status !== 'as it should' || place !== 'own' || leaked.length,
      ),
    ).toEqual([])
    if (!nginx) return
    const plain = { port: nginx.ports.http }
    for (const host of [SITE, 'evil.example']) {
      const page = await sendBytes(plain, `GET //evil.example HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      expect(page.text).toMatch(/^HTTP\/1\.1 301 /)
      expect(page.text).toContain(`Location: ${PUBLIC_URL}/`)
      const call = `POST ${API_BASE}/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{}`
      expect((await sendBytes(plain, call)).text).toMatch(/^HTTP\/1\.1 426 /)
    }
  })

  test('cacheable responses are the same whatever a visitor claims to be', async () => {
    const differences: unknown[] = []
    await Promise.all(
      SHARED.map(async (path) => {
        const usual = await ask(path)
        expect([path, usual.status]).toEqual([path, 200])
        for (const claim of CLAIMS) {
          const claimed = await ask(path, { headers: claim })
          const { etag } = claimed.headers
          const same = claimed.text === usual.text && etag === usual.headers.etag
          const known = await ask(path, {
            headers: { ...claim, 'if-none-match': String(usual.headers.etag) },
          })
          if (!same || known.text.includes('evil') || known.status !== (etag ? 304 : 200))
            differences.push({ path, claim, status: known.status })
        }
      }),
    )
    expect(differences).toEqual([])
    const own = await ask(`${API_BASE}/users/userinfo`, {
      headers: { authorization: `Bearer ${roles.member}` },
    })
    expect(own.status).toBe(200)
    expect(String(own.headers['cache-control'])).toMatch(/no-store|private/)
  })

  test('neither a cookie nor another site can act for a user', async () => {
    const token = roles.member ?? ''
    const cookies = ['api_token', 'token', '__Host-session', 'session'].map(
      (name) => `${name}=${token}`,
    )
    const own = `${API_BASE}/users/userinfo`
    const tossed: Answer[] = [
      await ask(own, { headers: { cookie: cookies.join('; ') } }),
      await ask(own, { headers: { cookie: `x=${'y'.repeat(3_000)}; ${cookies[0]}` } }),
      await ask(`${own}?api_token=${token}&token=${token}&access_token=${token}`),
      await ask(own, { headers: { authorization: `Basic ${btoa(`member:${token}`)}` } }),
      await ask(own, { headers: { 'x-api-token': token } }),
    ]
    expect(tossed.map(({ status }) => status)).toEqual(tossed.map(() => 401))

    const forms = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]
    const origins = ['https://evil.example', 'null', `${PUBLIC_URL}.evil.example`]
    for (const origin of origins) {
      for (const type of forms) {
        const headers = { origin, 'content-type': type, cookie: cookies.join('; ') }
        const body = '{"password":"von-woanders-gesetzt"}'
        const sent = await ask(`${API_BASE}/auth/setPassword`, { method: 'POST', headers, body })
        expect([401, 415], `${type} from ${origin}`).toContain(sent.status)
      }
      const asked = await ask(`${API_BASE}/auth/setPassword`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-'))).toEqual([])
      const page = await ask('/', { headers: { origin, cookie: cookies.join('; ') } })
      expect(leaks(page)).toEqual([])
      expect(page.text).not.toContain(token)
    }
  })

  test('links in mails begin with PUBLIC_URL, whatever host the request names', async () => {
    const captchas = await Promise.all(CLAIMS.map(() => api.solveCaptcha()))
    for (const [at, claim] of CLAIMS.entries()) {
      const call = `${API_BASE}/auth/forgotPassword`
      const captcha = captchas[at]
      const email = at % 2 ? lender.email : borrower.email
      const { method, headers, body } = json({ email, captcha })
      const sent = await ask(call, { method, body, headers: { ...headers, ...claim } })
      expect([claim, sent.status]).toEqual([claim, 204])
    }
    const texts = await until(async () => {
      const reset = mails.received.filter((mail) => /To: \S+@neighbours/.test(mail))
      return reset.length >= CLAIMS.length && reset
    }, 'mails with links')
    for (const mail of texts) {
      // Quoted-printable mails fold lines with an equals sign at the end.
      const links =
        mail.replaceAll(/=\r?\n/g, '').match(/https?:\/\/(?!www\.w3\.org\/)[^\s"'<>]+/g) ?? []
      expect(links.length).toBeGreaterThan(0)
      expect(
        links.filter((link) => !link.startsWith(`${PUBLIC_URL}/`) && link !== PUBLIC_URL),
      ).toEqual([])
      expect(mail).not.toContain('evil.example')
    }
  })

  test('a forged address in a header does not bypass the rate limits', async () => {
    const from = nextAddress()
    const call = json({ email: freshEmail(), password: 'falsch-geraten' })
    const statuses: number[] = []
    for (let count = 0; count < 40 && !statuses.includes(400); count++) {
      const claimed = `10.9.${count}.1`
      // The last address is the one that the proxy appends.
      const forwarded = nginx ? claimed : `${claimed}, ${from}`
      const headers = { ...call.headers, 'x-forwarded-for': forwarded, 'x-real-ip': claimed }
      statuses.push((await ask(`${API_BASE}/auth/login`, { ...call, headers, from })).status)
    }
    // From now on each attempt needs a proof of work.
    expect(statuses).toEqual([...Array(30).fill(401), 400])
    expect((await ask(`${API_BASE}/auth/login`, call)).status).toBe(401)
  })

  test('slow clients do not block others', async () => {
    const sockets = Array.from({ length: 200 }, () => openSocket(entrance, nextAddress()))
    for (const socket of sockets) {
      socket.on('error', () => socket.destroy())
      socket.write(`POST ${API_BASE}/auth/login HTTP/1.1\r\nHost: ${SITE}\r\nX-Slow: `)
    }
    const drip = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write('y')
    }, 200)
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      for (let count = 0; count < 10; count++) {
        const begin = Date.now()
        expect((await ask(`${API_BASE}/letterboxes/tiles/0/0/0`)).status).toBe(200)
        expect(Date.now() - begin).toBeLessThan(2_000)
      }
    } finally {
      clearInterval(drip)
      for (const socket of sockets) socket.destroy()
    }
  })

  test('malicious files are rejected or stripped of their harmful parts', async () => {
    const wrong: unknown[] = []
    const upload = async (
      { what, call, body, status, nginx: behind = status }: Upload,
      from: string,
    ) => {
      const answer = await ask(API_BASE + call, { ...json(body, roles.admin), from })
      if (answer.status !== (nginx ? behind : status) || leaks(answer).length > 0)
        wrong.push({ what, status: answer.status, text: answer.text.slice(0, 200) })
      const name = /"([0-9a-f]{32}\.(?:svg|png))"/.exec(answer.text)?.[1]
      if (answer.status !== 200) return
      const made = `/img/${call.includes('logo') ? 'brand' : 'stickers'}/${name}`
      const shown = await ask(made)
      const evil = /script|alert|evil|onload|onclick|foreignObject|iframe|import/i.exec(shown.text)
      const policy = String(shown.headers['content-security-policy'])
      if (shown.status !== 200 || evil || !policy.includes('sandbox'))
        wrong.push({ what, made, status: shown.status, evil: evil?.[0], policy })
    }
    // Two workers, because each of the two servers reads one at a time.
    const left = [...UPLOADS]
    const turn = async () => {
      const from = nextAddress()
      for (let next = left.shift(); next; next = left.shift()) await upload(next, from)
    }
    await Promise.all([turn(), turn()])
    expect(wrong).toEqual([])
  })

  test('each call admits only the roles that may make it', async () => {
    const document = await api.get<ApiDocument>('/openapi.json')
    const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({
        method: method.toUpperCase(),
        path,
        name: `${method.toUpperCase()} ${path.replace(API_BASE, '')}`,
      })),
    )
    expect(calls.length).toBeGreaterThan(200)
    const tokens: Record<string, string | undefined> = {
      nobody: undefined,
      forged: 'x'.repeat(43),
      ...roles,
    }
    const tasks: Record<string, readonly string[]> = {
      moderator: tasksOf({ role_id: 2, tasks: [] }),
      admin: tasksOf({ role_id: 3, tasks: [] }),
    }
    for (const task of SINGLE_TASKS) tasks[task] = [task]
    const places = Object.fromEntries(Object.keys(tokens).map((role) => [role, nextAddress()]))
    const wrong: string[] = []
    for (const { method, path, name } of calls) {
      const needed: readonly string[] | undefined =
        TASKS_OF_CALL[name as keyof typeof TASKS_OF_CALL]
      await Promise.all(
        Object.entries(tokens).map(async ([role, token]) => {
          // This call would end the session that the following calls need.
          if (ENDS_SESSION.test(path) && !needed && role in roles) return
          const call = method === 'POST' ? json({}, token) : { headers: json({}, token).headers }
          const filled = path.replaceAll(/\{\w+\}/g, '0')
          const { status, text, headers } = await whenNotBusy(() =>
            ask(`${filled}?page=none`, { ...call, method, from: places[role] ?? '' }),
          )
          const code = status >= 400 && text.startsWith('{') ? JSON.parse(text).code : ''
          const own = tasks[role] ?? []
          const complain = (why: string) =>
            wrong.push(`${name} by ${role}: ${status} ${code}, ${why}`)
          if (status >= 500) complain('the server fails')
          if (headers['set-cookie']) complain('a cookie')
          if (needed) {
            const may = own.includes('administration') || needed.some((task) => own.includes(task))
            if (own.length === 0 && status !== 404) complain('is to be hidden')
            if (own.length > 0 && !may && code !== 'task_missing') complain('is not theirs')
            if (may && code === 'task_missing') complain('is theirs')
          } else if (token === undefined || role === 'forged') {
            if (OPEN_CALLS.includes(name) === (status === 401)) complain('open or closed')
          } else if (status === 401) complain('closed')
        }),
      )
    }
    expect(wrong).toEqual([])
  })

  test('every call of the OpenAPI document rejects malformed requests', async () => {
    test.setTimeout(180_000)
    const samples = samplesOf(lender, transaction, ITEM)
    const administrator = await new Api(api.origin).register()
    await orm.query('UPDATE users SET role_id = 3, email_confirmed_at = now() WHERE id = $1', [
      administrator.userId,
    ])
    const tokens = { member: borrower.token, admin: administrator.token }
    const requests = await malformedHalf(api, 1, samples, tokens)
    expect(requests.length).toBeGreaterThan(8_000)
    // One call gets as many requests as it has fields, so each request comes from another address.
    const addresses = Array.from({ length: 250 }, nextAddress)
    const from = (turn: number) => addresses[turn % addresses.length] ?? ''
    const sending = {
      origin: `${entrance.tls ? 'https' : 'http'}://127.0.0.1:${entrance.port}`,
      agentOf: (turn: number) => agentOf(from(turn)),
      headersOf: (turn: number) => ({ host: SITE, ...(nginx ? {} : proxyHeaders(from(turn))) }),
      isProxys: ({ status, text }: { status: number; text: string }) =>
        status < 500 && text.includes('<center>nginx</center>'),
    }
    const ends = ({ path }: { path: string }) => ENDS_SESSION.test(path)
    const before = await sendAll(
      requests.filter((each) => !ends(each)),
      sending,
    )
    expect(before.faults).toEqual([])
    for (const token of Object.values(tokens)) {
      expect((await api.request('GET', '/users/userinfo', { token })).status).toBe(200)
    }
    const after = await sendAll(requests.filter(ends), sending)
    expect(after.faults).toEqual([])
    const refused = before.refused + after.refused
    expect(refused / requests.length, 'most of them are refused').toBeGreaterThan(0.6)
  })

  test('the servers survive the attacks, and their logs reveal little', async () => {
    for (const { stdout, stderr } of servers) {
      expect(stderr).toBe('')
      const lines = stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
      const bad = lines.filter(
        ({ level, status, code }) => level >= 50 || (status >= 500 && code !== 'busy'),
      )
      expect(bad).toEqual([])
      expect(stdout).not.toContain(SMUGGLED)
      for (const secret of [...Object.values(roles), lender.email, HIDDEN.address])
        expect(stdout).not.toContain(secret)
    }
    for (const [at, server] of servers.entries()) {
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      expect(memoryOf(server)).toBeLessThan((memoryBefore[at] ?? 0) + 400)
    }
    console.log(
      `memory: ${servers.map((server) => Math.round(memoryOf(server)))} MB, before ${memoryBefore.map(Math.round)}`,
    )
    const stopped = await Promise.all(servers.map((server) => server.stop()))
    expect(stopped).toEqual(stopped.map(() => ({ code: 0, signal: null })))
    if (!nginx) return
    for (const path of ['/', `${API_BASE}/items`]) {
      const gone = await ask(path)
      expect(gone.status).toBe(502)
      expect(leaks(gone)).toEqual([])
      expect(String(gone.headers.server)).toBe('nginx')
    }
  })
})
