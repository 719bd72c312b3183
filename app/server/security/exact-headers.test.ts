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
import { STICKERS_FOLDER } from '#features/items/server/item-files.ts'
import { ROOT } from '#platform/server/paths.ts'
import { createLetterbox, createUser } from '../testing/factories.ts'
import { type RawAnswer, type RawRequest, requestRaw } from '../testing/raw-request.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import {
  ALL,
  ALONE,
  HTTPS,
  LENGTH,
  limited,
  METRICS_TOKEN,
  own,
  REFUSED_CALL,
  REFUSED_DATA,
  ROWS,
  smallName,
} from './exact-headers.ts'

/** A built web app of three files. */
function createWebFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letterlend-web-'))
  copyFileSync(join(ROOT, 'app', 'web', 'index.html'), join(folder, 'index.html'))
  mkdirSync(join(folder, 'assets'))
  const script = 'export const a = 1\n'.repeat(200)
  writeFileSync(join(folder, 'assets', 'app-abc.js'), script)
  writeFileSync(join(folder, 'assets', 'app-abc.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  for (const file of ['assets/app-abc.js', 'assets/app-abc.js.gz', 'favicon.svg']) {
    utimesSync(join(folder, file), FILE_TIME, FILE_TIME)
  }
  return folder
}

const FILE_TIME = new Date('2026-01-01T00:00:00Z')
const STICKER_TIME = statSync(join(STICKERS_FOLDER, 'axe.svg')).mtime

/** What differs from run to run is checked where that is possible, and named. */
function masked({ headers, body }: RawAnswer, isHead: boolean): string[] {
  const times = [FILE_TIME, STICKER_TIME]
  return headers
    .filter((line) => !line.startsWith('Date: '))
    .map((line) => {
      let shown = line
      if (isHead) shown = shown.replace(/^(content-length): \d+$/, '$1: (bytes of it)')
      if (line === `content-length: ${body.length}`) shown = LENGTH
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
beforeAll(() => {
  web = createWebFolder()
})
afterAll(() => rmSync(web, { recursive: true }))

describe.each([
  ['http', []],
  ['https', [HTTPS]],
] as const)('over %s', (scheme, added) => {
  let test: TestApp
  let token = ''
  let callers = 0
  beforeAll(async () => {
    test = await createTestApp({
      config: {
        publicUrl: `${scheme}://lend.example`,
        trustProxy: true,
        metricsToken: METRICS_TOKEN,
      },
      deps: { webFolder: web },
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

  /** As someone else each time, so that what is left of a limit is the same. */
  const send = (ask: RawRequest | string, from = `10.0.0.${++callers}`) => {
    const { headers = {}, ...requestOptions } = typeof ask === 'string' ? { url: ask } : ask
    const authorization = headers.authorization?.replace('(token)', token)
    return requestRaw(test.app, {
      ...requestOptions,
      headers: { ...headers, 'x-forwarded-for': from, ...(authorization && { authorization }) },
    })
  }
  const expected = (headers: readonly string[]) => {
    // Where the block is in small letters, so is what is added to it.
    const small = headers.some((line) => line.startsWith('referrer-policy'))
    return [...headers, ...added.map((line) => (small ? smallName(line) : line))].sort()
  }

  it.each(ROWS)('%s', async (_name, ask, status, headers) => {
    const answer = await send(ask)
    const isHead = typeof ask !== 'string' && ask.method === 'HEAD'
    expect(answer.status).toBe(status)
    expect(masked(answer, isHead)).toEqual(expected(headers))
  })

  it.each([
    ['a page that is known', '/', ['cache-control: no-cache', 'vary: accept-language']],
    [
      'a preview that is known',
      '/img/previews/map.png',
      ['cache-control: public, max-age=3600', ...limited(120)],
    ],
  ])('%s', async (_name, url, headers) => {
    const { headers: lines } = await send(url)
    const etag = lines.find((line) => line.startsWith('etag: '))?.slice(6) ?? ''
    const answer = await send({ url, headers: { 'if-none-match': etag } })
    expect(answer.status).toBe(304)
    expect(masked(answer, false)).toEqual(
      expected([...ALL, ...ALONE, 'etag: "(22 signs)"', ...headers]),
    )
  })

  it('a caller who asks too often', async () => {
    let answer = await send('/api/v1/events', '10.9.9.9')
    for (let i = 0; i < 60; i++) answer = await send('/api/v1/events', '10.9.9.9')
    expect(answer.status).toBe(429)
    expect(masked(answer, false)).toEqual(
      expected([...REFUSED_DATA, ...limited(60, 0), 'retry-after: (seconds)']),
    )
  })

  it('an unexpected error', async () => {
    const { database } = test.deps
    await database.query('ALTER TABLE users RENAME TO gone')
    try {
      const answer = await send({ url: '/api/v1/users/userinfo', headers: own })
      expect(answer.status).toBe(500)
      expect(masked(answer, false)).toEqual(expected(REFUSED_CALL))
    } finally {
      await database.query('ALTER TABLE gone RENAME TO users')
    }
  })
})
