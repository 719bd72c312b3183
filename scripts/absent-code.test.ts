import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './project.mjs'

/** What docs/asvs.md says the running code does not contain, on the server or in the browser. */
const ABSENT: [what: string, signs: RegExp][] = [
  ['programs that are started', /child_process/],
  ['text that is run', /\beval\(|\bnew Function\(|node:vm\b|set(?:Timeout|Interval)\(\s*['"`]/],
  [
    'HTML that is put into a page',
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
  ],
  ['cookies', /set-cookie|document\.cookie|@fastify\/cookie|cookieStore/i],
  [
    'messages of other windows',
    /\b(?:window|globalThis)\.(?:addEventListener\(\s*'message'|onmessage)/,
  ],
  ['other protocols', /\bWebSocket\b|graphql|\bjsonp\b|RTCPeerConnection/i],
  ['other languages of queries', /ldapjs|xpath|\bmongo/i],
  ['certificates that are not checked', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/],
  ['broken hashes', /\bmd5\b/i],
]

/** The only cookie stores the language chosen on the device; this file writes it. */
const LANGUAGE_COOKIE = 'platform/web/start/language.ts'

const SOURCES = /^(features|platform|app|commands)\/.*\.tsx?$/
const NOT_RUN = /\.test\.tsx?$|\/testing\/|^app\/web\/vite/

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((path) => SOURCES.test(path) && !NOT_RUN.test(path) && path !== LANGUAGE_COOKIE)
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

it.each(ABSENT)('the source contains none of these: %s', (_, signs) => {
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.filter(({ text }) => signs.test(text)).map(({ path }) => path)).toEqual([])
})
