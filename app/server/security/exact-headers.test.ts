import { hash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STICKERS_FOLDER } from '#features/places/items/server/item-files.ts'
import { ROOT } from '#platform/server/paths.ts'
import { createLetterbox, createUser } from '../testing/factories.ts'
import { type RawAnswer, type RawRequest, requestRaw } from '../testing/raw-request.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { ASKED, METRICS_TOKEN, own } from './exact-headers.ts'

const HTTPS = 'Strict-Transport-Security: max-age=31536000'

/** If the other headers are in lower case, added ones are too. */
const smallName = (line: string) => line.replace(/^[^:]+/, (name) => name.toLowerCase())
const asIs = (line: string) => line

/** A built web app with a few files. */
function createWebFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letterlend-web-'))
  copyFileSync(join(ROOT, 'app', 'web', 'index.html'), join(folder, 'index.html'))
  mkdirSync(join(folder, 'assets'))
  const script = 'export const a = 1\n'.repeat(200)
  writeFileSync(join(folder, 'assets', 'app-abc.js'), script)
  writeFileSync(join(folder, 'assets', 'app-abc.js.gz'), gzipSync(script))
  const others = ['favicon.svg', 'assets/painter.worker-abc.js', 'basemap/index.json']
  mkdirSync(join(folder, 'basemap'))
  for (const file of others) writeFileSync(join(folder, file), 'x')
  for (const file of ['assets/app-abc.js', 'assets/app-abc.js.gz', ...others]) {
    utimesSync(join(folder, file), FILE_TIME, FILE_TIME)
  }
  return folder
}

/** A built documentation with one page and one script. */
function createHelpFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letterlend-help-'))
  mkdirSync(join(folder, 'assets'))
  for (const file of ['index.html', 'assets/app.abc.js']) {
    writeFileSync(join(folder, file), 'x')
    utimesSync(join(folder, file), FILE_TIME, FILE_TIME)
  }
  return folder
}

const FILE_TIME = new Date('2026-01-01T00:00:00Z')
const STICKER_TIME = statSync(join(STICKERS_FOLDER, 'axe.svg')).mtime

/** Checks values that differ between runs where possible, and replaces them with names. */
function masked({ headers, body }: RawAnswer, isHead: boolean): string[] {
  const times = [FILE_TIME, STICKER_TIME]
  return headers
    .filter((line) => !line.startsWith('Date: '))
    .map((line) => {
      let shown = line
      if (isHead) shown = shown.replace(/^(content-length): \d+$/, '$1: (bytes of it)')
      if (line === `content-length: ${body.length}`) shown = 'content-length: (bytes of the body)'
      for (const time of times) {
        shown = shown
          .replace(`last-modified: ${time.toUTCString()}`, 'last-modified: (time of the file)')
          .replace(`-${time.getTime().toString(16)}"`, '-(time)"')
      }
      return shown
        .replace(`etag: "${hash('sha1', body, 'base64url')}"`, 'etag: "(sha1 of the body)"')
        .replace(/^etag: (W\/)?"[\w-]{27}(-gzip|-identity)?"$/, 'etag: $1"(27 signs)$2"')
        .replace(/^etag: "[\w-]{22}"$/, 'etag: "(22 signs)"')
        .replace(/^(X-Request-Id): [\da-hjkmnp-tv-z]{12}$/i, '$1: (12 signs)')
        .replace(/^(x-ratelimit-reset|retry-after): (60|59)$/, '$1: (seconds)')
    })
    .sort()
}

let web = ''
let help = ''
beforeAll(() => {
  web = createWebFolder()
  help = createHelpFolder()
})
afterAll(() => {
  for (const folder of [web, help]) rmSync(folder, { recursive: true })
})

/** A response in the format of `exact-headers.txt`. */
const described = (name: string, status: number, headers: readonly string[]) =>
  [`# ${name}`, status, ...headers, ''].join('\n')

/**
 * `exact-headers.txt` contains all responses with their headers. After an intended change run `npx vitest run
 * app/server/security/exact-headers.test.ts --update` and review the diff.
 */
describe.each(['http', 'https'])('over %s', (scheme) => {
  let test: TestApp
  let token = ''
  let callers = 0
  beforeAll(async () => {
    test = await createTestApp({
      config: {
        publicUrl: `${scheme}://lend.example`,
        trustProxy: true,
        metricsTokens: [METRICS_TOKEN],
      },
      deps: { webFolder: web, helpFolder: help },
    })
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { orm } = test.deps.database
    const ids: string[] = []
    for (let i = 0; i < 12; i++) {
      ids.push((await createLetterbox(orm, { items: [4], latitude: 47.37 + i / 1000 })).id)
    }
    await test.deps.letterboxFeed.refresh(ids)
    token = (await createUser(orm)).token
  })
  afterAll(() => test.close())

  /** Each request comes from a different address, so that rate limit headers stay the same. */
  const send = (ask: RawRequest | string, from = `10.0.0.${++callers}`) => {
    const { headers = {}, ...requestOptions } = typeof ask === 'string' ? { url: ask } : ask
    const authorization = headers.authorization?.replace('(token)', token)
    return requestRaw(test.app, {
      ...requestOptions,
      headers: { ...headers, 'x-forwarded-for': from, ...(authorization && { authorization }) },
    })
  }
  /** https adds one header to each response and changes nothing else. */
  function withoutHttps(headers: readonly string[]): string[] {
    if (scheme === 'http') return [...headers]
    const names = headers.some((line) => line.startsWith('referrer-policy')) ? smallName : asIs
    expect(headers).toContain(names(HTTPS))
    return headers.filter((line) => line !== names(HTTPS))
  }
  const describeAnswer = (name: string, answer: RawAnswer, isHead = false) =>
    described(name, answer.status, withoutHttps(masked(answer, isHead)))

  async function askAll(): Promise<string[]> {
    const answers: string[] = []
    for (const [name, ask] of ASKED) {
      const isHead = typeof ask !== 'string' && ask.method === 'HEAD'
      answers.push(describeAnswer(name, await send(ask), isHead))
    }
    return answers
  }

  /** Repeats a request with the ETag of its response. */
  async function askAgain(name: string, url: string): Promise<string> {
    const { headers: lines } = await send(url)
    const etag = lines.find((line) => line.startsWith('etag: '))?.slice(6) ?? ''
    return describeAnswer(name, await send({ url, headers: { 'if-none-match': etag } }))
  }

  async function askTooOften(): Promise<string> {
    let answer = await send('/api/v1/events', '10.9.9.9')
    for (let i = 0; i < 60; i++) answer = await send('/api/v1/events', '10.9.9.9')
    return describeAnswer('a caller who asks too often', answer)
  }

  async function askWhatFails(): Promise<string> {
    const { database } = test.deps
    await database.query('ALTER TABLE users RENAME TO gone')
    try {
      const answer = await send({ url: '/api/v1/users/userinfo', headers: own })
      return describeAnswer('an unexpected error', answer)
    } finally {
      await database.query('ALTER TABLE gone RENAME TO users')
    }
  }

  it('every response has exactly the recorded headers', async () => {
    const answers = [
      ...(await askAll()),
      await askAgain('a page that is known', '/'),
      await askAgain('a preview that is known', '/img/previews/map.png'),
      await askTooOften(),
      await askWhatFails(),
    ]
    await expect(answers.join('\n')).toMatchFileSnapshot('exact-headers.txt')
  })
})
