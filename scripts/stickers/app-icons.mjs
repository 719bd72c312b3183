// Draws the PNG icons of the web app from web/public/favicon.svg, with a Chromium found like the browser tests do:
// node scripts/stickers/app-icons.mjs
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../browser.mjs'
import { ROOT } from '../project.mjs'

const publicFolder = join(ROOT, 'web', 'public')
const mark = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8')
const SKY = '#ddf0f9'

/** `mark`: share of the icon's edge that the mark fills. A maskable icon may be cut to the middle 80 %. */
const icons = [
  { file: 'icon-192.png', edge: 192, mark: 0.94, background: 'transparent' },
  { file: 'icon-512.png', edge: 512, mark: 0.94, background: 'transparent' },
  { file: 'icon-maskable-512.png', edge: 512, mark: 0.6, background: SKY },
  { file: 'apple-touch-icon.png', edge: 180, mark: 0.7, background: SKY },
]

const { executablePath, env } = await findBrowser()
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env },
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage({ colorScheme: 'light' })
  for (const { file, edge, mark: share, background } of icons) {
    await page.setViewportSize({ width: edge, height: edge })
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${background}}svg{width:${share * 100}vw}</style>${mark}`,
    )
    await page.screenshot({ path: join(publicFolder, file), omitBackground: true })
  }
} finally {
  await browser.close()
}
