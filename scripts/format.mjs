// @ts-check
// `npm run format`: fixes what the formatter can fix, in the whole project or in the given files. The check of format
// and lint suggests this command when it fails.
import { ensureInstalled, fail, runPackage } from './project.mjs'

/** @param {string[]} files of the project's folder */
async function main(files) {
  await ensureInstalled()
  await runPackage('@biomejs/biome/bin/biome', [
    'check',
    '--write',
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    ...(files.length > 0 ? files : ['.']),
  ])
}

await main(process.argv.slice(2)).catch(fail)
