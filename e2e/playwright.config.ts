import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { freeServerPort } from './server-port.ts'
import { tidyUpAtExit } from './tidy-up.ts'
import { WORKERS } from './workers.ts'

// The workers read this file again: the first reading decides for all.
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
 * Run only when it is asked for, `--grep @axe`: what takes long (see CONTRIBUTING.md), and what starts
 * servers for minutes, on PostgreSQL as well, which CI runs with the API tests on it.
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

/** They start servers of their own: the one for all the others, with its demo community, would run beside them for nothing. */
const startTheirOwn = ['@servers', '@histories'].some((tag) => process.argv.includes(tag))

/** What people do most: `npm test` looks at these, CI at the others as well. */
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
  // A busy machine can make any browser late. What passes only then is named in the summary.
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
          // Each visitor of a test has an address of its own for the limits.
          TRUST_PROXY: 'on',
          LOG_LEVEL: 'warn',
        },
      },
})
