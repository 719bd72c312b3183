import { chromium } from 'playwright-core'
import { spawn } from 'node:child_process'
import { mkdtempSync, mkdirSync } from 'node:fs'
const { findBrowser } = await import('./scripts/browser.mjs')
const PORT = '4979', O = `http://127.0.0.1:${PORT}`
const s = spawn('node', ['server/dist/main.js'], { env: { ...process.env, PORT, DATA_DIR: mkdtempSync('/tmp/ls-'), DEMO: 'on', MAP_LAYERS: 'offline', LOG_LEVEL: 'warn' }, stdio: 'ignore' })
process.on('exit', () => s.kill())
for (let i = 0; i < 600; i++) { try { if ((await fetch(O + '/readyz')).ok) break } catch {} await new Promise(r => setTimeout(r, 300)) }
const login = async email => (await (await fetch(O + '/api/v1/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password: 'letterlend-demo' }) })).json()).api_token
const demo = await login('demo@letterlend.example'), bor = await login('borrower@letterlend.example')
const list = await (await fetch(O + '/api/v1/transactions', { headers: { authorization: 'Bearer ' + demo } })).json()
console.log(list.map(t => t.id + ' ' + t.status + ' ' + t.messages.length).join('\n'))
const b = await findBrowser()
const browser = await chromium.launch({ executablePath: b.executablePath, env: { ...process.env, ...b.env }, args: ['--no-sandbox'] })
mkdirSync('/tmp/shots', { recursive: true })
const sizes = { p: { width: 390, height: 844 }, d: { width: 1280, height: 800 }, w: { width: 1920, height: 1080 } }
const jobs = process.argv.slice(2)
for (const job of jobs) {
  const [name, path, size, scheme, lang, who] = job.split('|')
  const ctx = await browser.newContext({ viewport: sizes[size], colorScheme: scheme, locale: { de: 'de-CH', en: 'en-GB', fr: 'fr-CH' }[lang], deviceScaleFactor: size === 'p' ? 2 : 1, hasTouch: size === 'p' })
  await ctx.addInitScript(t => { if (t) localStorage.setItem('letterlend.token', t) }, who === 'none' ? null : who === 'bor' ? bor : demo)
  const page = await ctx.newPage()
  const p = path.replace(/\{(\w+)\}/g, (_, st) => list.find(t => t.status === st)?.id ?? list[0].id)
  await page.goto(O + p); await page.waitForTimeout(3500)
  await page.screenshot({ path: `/tmp/shots/${name}-${size}-${scheme}-${lang}.png` })
  await ctx.close()
}
await browser.close(); s.kill(); process.exit(0)
