// @ts-check
// `npm run texts`: lists missing texts by noun and language. With `-- --pseudo` it starts the page with hot reload
// (`npm run dev`) in distorted, longer texts, which reveal text that is cut off or missing from the files of texts.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, fail, ROOT, say } from './project.mjs'

await ensureInstalled().catch(fail)

const { values } = parseArgs({ options: { pseudo: { type: 'boolean' } } })

async function report() {
  const { runnerImport } = await import('vite')
  /** @type {{ module: typeof import('../app/vite/text-files.ts') }} */
  const { module: files } = await runnerImport(join(ROOT, 'app', 'vite', 'text-files.ts'))
  /** @type {{ module: typeof import('../platform/shared/languages.ts') }} */
  const { module: languages } = await runnerImport(join(ROOT, 'platform', 'shared', 'languages.ts'))
  const all = files.keysOf(files.readTexts(files.COMPLETE)).size
  say(`${all} texts; ${languages.LANGUAGE_NAMES[files.COMPLETE]} has all of them.`)
  for (const language of languages.LANGUAGES) {
    if (language === files.COMPLETE) continue
    const { missing, surplus } = files.compareTexts(language)
    say(
      `${languages.LANGUAGE_NAMES[language]}: ${missing.length} missing, ${surplus.length} too many`,
    )
    for (const key of missing) say(`  missing   ${key}`)
    for (const key of surplus) say(`  too many  ${key}`)
  }
}

if (values.pseudo) {
  const env = { ...process.env, PSEUDO_TEXTS: '1' }
  spawn(process.execPath, [join(ROOT, 'scripts', 'dev.mjs')], { stdio: 'inherit', env })
} else {
  await report().catch(fail)
}
