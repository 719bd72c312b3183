import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { freeServerPort } from './server-port.ts'
import { tidyUpAtExit } from './tidy-up.ts'
import { WORKERS } from './workers.ts'

// Workers read this file again, so the first reading decides for all.
process.env.E2E_BROWSER ??= JSON.stringify(await findBrowser())
const browser: Awaited<ReturnType<typeof findBrowser>> = JSON.parse(process.env.E2E_BROWSER)
process.env.E2E_PORT ??= String(await freeServerPort())
process.env.E2E_STARTED ??= String(Date.now())
if (!process.env.E2E_DATA_DIR) {
  process.env.E2E_DATA_DIR = mkdtempSync(join(tmpdir(), 'letterlend-e2e-'))
  tidyUpAtExit(process.env.E2E_DATA_DIR)
}
const origin = `http://127.0.0.1:${process.env.E2E_PORT}`
/**
 * Run only on demand with `--grep @axe` and so on: slow tests (see CONTRIBUTING.md), and tests that start servers for
 * minutes, also on PostgreSQL; CI runs those together with the API tests on it.
 */
const ON_DEMAND = [
  '@axe',
  '@screenshots',
  '@pictures',
  '@browsers',
  '@kills',
  '@servers',
  '@histories',
]

/** These start their own servers, so the shared server with its demo community would run for nothing. */
const startTheirOwn = ['@servers', '@histories'].some((tag) => process.argv.includes(tag))

/** The most common journeys: `npm test` runs these, CI also runs the others. */
const MAIN =
  /\/(embed|household|keyboard|lending|loan|map|order|page-weights|recovery|registration|weight)\.spec\.ts$/
const ALL = /\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  testMatch: process.env.JOURNEYS === 'main' ? MAIN : ALL,
  testIgnore: process.env.JOURNEYS === 'others' ? MAIN : [],
  ...(!ON_DEMAND.some((tag) => process.argv.includes(tag)) && {
    grepInvert: ON_DEMAND.map((tag) => new RegExp(tag)),
  }),
  outputDir: '../test-results',
  fullyParallel: true,
  workers: WORKERS,
  // Any browser can be late on a busy machine. The summary names tests that pass only on retry.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: origin,
    actionTimeout: 15_000,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: browser.executablePath,
      env: { ...process.env, ...browser.env },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: startTheirOwn
    ? []
    : {
        command: 'node --enable-source-maps dist/server/main.js',
        cwd: '..',
        url: `${origin}/readyz`,
        timeout: 120_000,
        reuseExistingServer: false,
        stdout: 'ignore',
        stderr: 'pipe',
        env: {
          PORT: process.env.E2E_PORT,
          HOST: '127.0.0.1',
          PUBLIC_URL: origin,
          DATA_DIR: process.env.E2E_DATA_DIR,
          DEMO: 'on',
          // Each visitor of a test has their own address for rate limits.
          TRUST_PROXY: 'on',
          LOG_LEVEL: 'warn',
        },
      },
})
