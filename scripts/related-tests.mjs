// @ts-check
// Which tests a change asks for, found by reading imports. docs/decisions/0043-what-runs-where.md says why so.
import { posix } from 'node:path'
import { listFiles, runningImportsOf } from './imports.mjs'
import { git } from './project.mjs'

/**
 * What takes seconds, and seldom breaks without a change of what it imports. CI runs them always; `npm test` only
 * when something that they import has changed.
 */
export const SLOW_TESTS = [
  // Hundreds of calls each: of every kind, by everybody.
  'app/server/security/access.test.ts',
  'app/server/security/conversation-sessions.test.ts',
  'app/server/security/conversations.test.ts',
  'app/server/security/exact-headers.test.ts',
  'app/server/security/links.test.ts',
  'app/server/security/logs.test.ts',
  'app/server/security/lone-surrogates.test.ts',
  'app/server/security/suspended.test.ts',
  // Start servers or commands, or make whole databases.
  'app/server/demo/demo.test.ts',
  'app/server/start.test.ts',
  'commands/admin-command.test.ts',
  'platform/server/backup/backup.test.ts',
  'platform/server/db/data-dir-lock.test.ts',
  'platform/server/db/newer-schema.test.ts',
  'scripts/browser.test.ts',
  'scripts/run-within.test.ts',
  // Much of something: letterboxes, places, prices, requests at once, pages of paper.
  'features/geocoding/server/offline.test.ts',
  'features/letterboxes/server/index/letterbox-index.test.ts',
  'features/letterboxes/server/index/tile-cache.test.ts',
  'features/orders/server/papers.test.ts',
  'features/products/pricing.test.ts',
  'features/sticker-sheet/server/sticker-sheet.test.ts',
  'platform/server/http/watching/load.test.ts',
  'scripts/geodata/geodata.test.ts',
  'scripts/street-map/street-map.test.ts',
  // Another side is played as well: a bank, a payment service, a device, somebody who guesses passwords.
  'features/accounts/server/login.test.ts',
  'features/bank-statements/server/bank-statements.test.ts',
  'features/bank-statements/server/unmatched.test.ts',
  'features/passkeys/server/passkeys.test.ts',
  'features/identity-providers/server/identity-providers.test.ts',
  'features/identity-providers/server/lying-providers.test.ts',
  'features/payments/server/refunds.test.ts',
  'features/payments/server/stripe.test.ts',
  'platform/server/identity/captcha/captcha.test.ts',
  'platform/server/identity/passwords.test.ts',
  // All that leads to a mail, a date or an end, step by step.
  'features/accounts/server/own-account/account-removal.test.ts',
  'features/memberships/server/memberships.test.ts',
  'features/orders/server/order-mails.test.ts',
  'features/orders/server/queue/admin-orders.test.ts',
  'features/loans/server/loans.mails.test.ts',
  'features/loans/server/calendar-file.test.ts',
  'features/transactions/server/transactions.mails.test.ts',
  'features/loans/server/loans.upkeep.test.ts',
]

/**
 * In CI PostgreSQL answers all API tests, and the embedded database these as well, files and folders: what knows of
 * either, and the main calls of what people do most.
 */
export const EMBEDDED_AS_WELL = [
  'app/server/app.test.ts',
  'app/server/cleaning.test.ts',
  'app/server/demo/',
  'app/server/failures.test.ts',
  'app/server/keeping.test.ts',
  'app/server/questions-per-call.test.ts',
  'app/server/start-message.test.ts',
  'app/server/start.test.ts',
  'app/server/tables.test.ts',
  'commands/',
  'features/accounts/server/accounts.test.ts',
  'features/events/server/events.test.ts',
  'features/household/server/household.test.ts',
  'features/imports/server/imports.routes.test.ts',
  'features/items/server/catalogue.test.ts',
  'features/letterboxes/server/',
  'features/loans/server/loans.test.ts',
  'features/notifications/server/notifications.test.ts',
  'features/orders/server/orders.test.ts',
  'features/overview/server/',
  'features/payments/server/payments.test.ts',
  'features/requests/server/',
  'features/transactions/server/transactions.test.ts',
  'platform/server/backup/',
  'platform/server/db/',
  'platform/server/http/watching/metrics.test.ts',
  'platform/server/jobs/',
]

/** They read all files instead of importing them, in a second or two: any change may break them. */
export const READING_TESTS = [
  'app/vite/texts.test.ts',
  'scripts/boundaries.test.ts',
  'scripts/documents.test.ts',
  'scripts/wording.test.ts',
]

const FOLDERS = ['features', 'platform', 'app', 'commands', 'scripts', 'e2e/histories']
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file)

/** All of the server comes to a test by these two files. */
const TEST_APP = 'app/server/testing/test-app.ts'
const APP = 'app/server/app.ts'

/**
 * A test that calls the application would be related to all of the server. What counts is the noun that it is about;
 * only those of the application itself are about all of it.
 * @param {string} file
 * @param {string[]} imports
 */
function relationsOf(file, imports) {
  if (file === TEST_APP) return imports.filter((each) => each !== APP)
  if (!isTest(file)) return imports
  if (file.startsWith('app/server/')) return [...imports, APP]
  const [, noun] = /^features\/([^/]+)\/server\//.exec(file) ?? []
  return noun ? [...imports, `features/${noun}/server/${noun}.ts`] : imports
}

/** @returns {Map<string, string[]>} file -> what it imports when it runs */
export function readImports() {
  const sources = FOLDERS.flatMap(listFiles).filter((file) => /\.(tsx?|mjs)$/.test(file))
  return new Map(sources.map((file) => [file, runningImportsOf(file)]))
}

/**
 * What nothing imports (texts, SQL, pictures) is read by what lies around it.
 * @param {string} file
 * @param {string[]} tests
 */
function testsAround(file, tests) {
  const [room = posix.dirname(posix.dirname(file))] = /^features\/[^/]+/.exec(file) ?? []
  return tests.filter((test) => test.startsWith(`${room}/`))
}

/**
 * @param {string[]} changed paths below the root
 * @param {Map<string, string[]>} imports
 * @returns {Map<string, number>} test -> how many imports lie between it and a changed file; the nearest first
 */
export function relatedTests(changed, imports) {
  /** @type {Map<string, string[]>} */
  const importers = new Map()
  for (const [file, all] of imports) {
    for (const one of relationsOf(file, all)) {
      importers.set(one, [...(importers.get(one) ?? []), file])
    }
  }
  const tests = [...imports.keys()].filter(isTest)
  const distances = new Map(changed.map((file) => [file, 0]))
  // A map is walked through in the order in which it grows: the nearest come first.
  for (const [file, distance] of distances) {
    const next =
      imports.has(file) || importers.has(file) ? importers.get(file) : testsAround(file, tests)
    for (const one of next ?? []) {
      if (!distances.has(one)) distances.set(one, distance + 1)
    }
  }
  return new Map([...distances].filter(([file]) => isTest(file) && imports.has(file)))
}

const lines = (/** @type {string} */ text) => text.split('\n').filter((line) => line !== '')

/**
 * What differs from a commit, new files as well.
 * @param {string} commit
 */
export function changedSince(commit) {
  return lines(
    `${git('diff', '--name-only', '--no-renames', commit)}\n${git('ls-files', '--others', '--exclude-standard')}`,
  )
}

/** @returns {string} the last commit that others have, or the last one; empty where this is no checkout */
export function lastShared() {
  return (
    git('merge-base', 'HEAD', '@{upstream}') ||
    git('merge-base', 'HEAD', 'origin/HEAD') ||
    git('rev-parse', 'HEAD')
  )
}
