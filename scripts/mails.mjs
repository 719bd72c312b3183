// @ts-check
// `npm run mails`: renders every kind of mail as images: in each language, in the width of a phone and of a window,
// light and dark, many on one sheet. `-- --lang=fr` limits it to one language, `-- --only=order` to kinds whose name
// contains that, `-- --out=FOLDER` sets the output folder (default `test-results/mails`).
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser } from './browser.mjs'
import { ensureInstalled, fail, ROOT, say } from './project.mjs'

/** In CSS pixels. */
const WIDTHS = [390, 700]
const SCHEMES = /** @type {const} */ (['light', 'dark'])
/** Mails per sheet, by their width. */
const ON_A_SHEET = { 390: 12, 700: 8 }

const { values } = parseArgs({
  options: {
    lang: { type: 'string' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join('test-results', 'mails') },
  },
})

/** The mails of a language, rendered from the current sources. */
async function renderedMails() {
  const { runnerImport } = await import('vite')
  /** @param {string} path */
  const source = (path) => join(ROOT, 'app', ...path.split('/'))
  /** @type {{ module: typeof import('../app/vite/texts.ts') }} */
  const { module: texts } = await runnerImport(source('vite/texts.ts'))
  /** @type {{ module: typeof import('../app/server/thread-files.ts') }} */
  const { module: threads } = await runnerImport(source('server/thread-files.ts'))
  /** @type {{ module: typeof import('../platform/shared/languages.ts') }} */
  const { module: languages } = await runnerImport(join(ROOT, 'platform', 'shared', 'languages.ts'))
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  /** @type {{ module: typeof import('../app/server/testing/mails/mail-pages.ts') }} */
  const { module: pages } = await runnerImport(source('server/testing/mails/mail-pages.ts'), {
    root: ROOT,
    plugins: [texts.texts(), threads.threadFiles(Object.keys(dependencies))],
  })
  const wanted = languages.LANGUAGES.filter((lang) => !values.lang || lang === values.lang)
  return Promise.all(
    wanted.map(async (lang) => ({
      lang,
      mails: pages.mailPages(lang).filter(({ name }) => name.includes(values.only)),
    })),
  )
}

/**
 * A page with several mails side by side, each in its own frame.
 * @param {{ name: string, subject: string }[]} mails
 * @param {number} width
 */
function sheetOf(mails, width) {
  const figures = mails.map(
    (_, index) =>
      `<figure style="margin:0;width:${width}px"><figcaption id="title-${index}" style="font:13px sans-serif;height:34px;overflow:hidden;background:#fff;color:#000"></figcaption><iframe id="mail-${index}" style="border:0;width:${width}px;height:100px" scrolling="no"></iframe></figure>`,
  )
  return `<body style="margin:8px;background:#999;display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start">${figures.join('')}</body>`
}

async function drawSheets() {
  const folder = resolve(ROOT, values.out)
  await mkdir(folder, { recursive: true })
  const byLanguage = await renderedMails()
  const require = createRequire(join(ROOT, 'package.json'))
  /** @type {typeof import('@playwright/test')} */
  const { chromium } = require('@playwright/test')
  const { executablePath, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox'],
  })
  let count = 0
  for (const { lang, mails } of byLanguage) {
    for (const width of WIDTHS) {
      const most = ON_A_SHEET[/** @type {390 | 700} */ (width)]
      for (const colorScheme of SCHEMES) {
        const columns = width === 390 ? 6 : 4
        const page = await browser.newPage({
          colorScheme,
          viewport: { width: columns * (width + 8) + 8, height: 800 },
        })
        for (let start = 0; start < mails.length; start += most) {
          const part = mails.slice(start, start + most)
          await page.setContent(sheetOf(part, width))
          await page.evaluate(async (shown) => {
            for (const [index, { name, subject, html }] of shown.entries()) {
              const title = document.getElementById(`title-${index}`)
              if (title) title.textContent = `${name}: ${subject}`
              const frame = /** @type {HTMLIFrameElement} */ (
                document.getElementById(`mail-${index}`)
              )
              const loaded = new Promise((done) => frame.addEventListener('load', done))
              frame.srcdoc = html
              await loaded
              const root = frame.contentDocument?.documentElement
              frame.style.height = `${root?.scrollHeight ?? 0}px`
              // Marks a mail that is wider than the screen, which is a bug.
              if (title && root && root.scrollWidth > root.clientWidth) {
                title.style.background = '#f88'
              }
            }
          }, part)
          const nth = String(1 + start / most).padStart(2, '0')
          const path = join(folder, `${lang}-${width}-${colorScheme}-${nth}.png`)
          await page.screenshot({ path, fullPage: true })
          count += 1
        }
        await page.close()
      }
    }
    const texts = mails.map(({ name, subject, text }) => `## ${name}\n\n${subject}\n\n${text}\n`)
    await writeFile(join(folder, `${lang}.txt`), texts.join('\n'))
  }
  await browser.close()
  say(`${count} sheets and the plain texts of the mails are in ${folder}.`)
}

await ensureInstalled()
  .then(drawSheets)
  // Exit explicitly: the imported database and image thread would keep the process alive.
  .then(() => process.exit(0))
  .catch(fail)
