// Renders the PNG icons of the web app from app/web/public/favicon.svg, with the Chromium of the browser tests:
// node scripts/stickers/app-icons.mjs
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../browser.mjs'
import { ROOT } from '../project.mjs'

const publicFolder = join(ROOT, 'app', 'web', 'public')
const mark = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8')
const SKY = '#ddf0f9'
/** For a phone's status bar, which paints everything opaque in its own colour. */
const silhouette = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <mask id="cut"><rect width="32" height="32" fill="#fff"/><rect x="9.5" y="9.5" width="13" height="3.6" rx="1.8"/><rect x="13.6" y="16.4" width="8.8" height="8.8" rx="2.2" transform="rotate(-9 18 20.8)"/></mask>
  <path mask="url(#cut)" d="M5 28.5V13.8a11 11 0 0 1 22 0v14.7z" fill="#fff"/>
  <path d="M2.5 27.4h27" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
</svg>`

/**
 * `drawn`: the drawing, by default the mark. `mark`: share of the icon's width that the mark fills. A maskable icon
 * may be cropped to the middle 80 %.
 */
const icons = [
  { file: 'icon-192.png', edge: 192, mark: 0.94, background: 'transparent' },
  { file: 'icon-512.png', edge: 512, mark: 0.94, background: 'transparent' },
  { file: 'icon-maskable-512.png', edge: 512, mark: 0.6, background: SKY },
  { file: 'apple-touch-icon.png', edge: 180, mark: 0.7, background: SKY },
  { file: 'icon-badge-96.png', edge: 96, mark: 0.92, background: 'transparent', drawn: silhouette },
]

const { executablePath, env } = await findBrowser()
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env },
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage({ colorScheme: 'light' })
  for (const { file, edge, mark: share, background, drawn = mark } of icons) {
    await page.setViewportSize({ width: edge, height: edge })
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${background}}svg{width:${share * 100}vw}</style>${drawn}`,
    )
    await page.screenshot({ path: join(publicFolder, file), omitBackground: true })
  }
} finally {
  await browser.close()
}
