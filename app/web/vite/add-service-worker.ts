import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { BASEMAP_PIECE } from '#platform/web/start/service-worker/kept-answers.ts'
import { isFontOfEveryScreen } from './preload-fonts.ts'

const hashOf = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('hex').slice(0, 16)

/**
 * Unhashed files to precache: the mark, and the pieces of the bundled map that cover the whole world or a country.
 * Other pieces are cached when they are shown.
 */
function publicFiles(folder: string) {
  const sheets = readdirSync(join(folder, 'basemap'))
    .map((name) => `basemap/${name}`)
    .filter((name) => !BASEMAP_PIECE.test(`/${name}`))
  return ['favicon.svg', ...sheets].map((name) => ({
    url: `/${name}`,
    revision: hashOf(readFileSync(join(folder, name))),
  }))
}

/** The chart library of a single page is two thirds of the start page's size and useless offline. */
const isPlot = (file: string) => file.startsWith('assets/month-chart-')

/** Everything except that and the fonts of other alphabets, which are cached when they are used. */
const isKeptAhead = (file: string) =>
  file.startsWith('assets/') &&
  !isPlot(file) &&
  (!file.endsWith('.woff2') || isFontOfEveryScreen(file))

/** Entry points of the start screen: app, map, what follows it, and its texts in each language. */
const BEGINS_START =
  /\/app\/web\/(main\.ts|pages\/map\/map-page\.tsx)$|\/web\/start\/afterwards\.ts$|^\0?virtual:texts\/\w+$/
const MAP_WORKER = /^assets\/painter\.worker-/

/** Files that the start screen needs: all that is precached with data saving. */
function filesOfStart(bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (files.has(name) || file?.type !== 'chunk') return
    files.add(name)
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(style)
    for (const imported of file.imports) add(imported)
  }
  for (const file of Object.values(bundle)) {
    const { fileName } = file
    if (file.type === 'chunk' && file.moduleIds.some((id) => BEGINS_START.test(id))) add(fileName)
    if (isFontOfEveryScreen(fileName) || MAP_WORKER.test(fileName)) files.add(fileName)
  }
  return files
}

/**
 * Builds /service-worker.js, which contains the names of all files of this build.
 * @param modules is filled with the modules it bundles
 */
export function addServiceWorker(modules: Set<string>): Plugin {
  const root = `${import.meta.dirname}/..`
  return {
    name: 'add-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle)
        const page = bundle['index.html']
        const entry = files.find((file) => file.type === 'chunk' && file.isEntry)
        // The bundle of a worker inside the app has no page.
        if (page?.type !== 'asset' || !entry) return
        const others = publicFiles(`${root}/public`)
        const built = {
          // Their names contain a hash, so they need no revision.
          files: [
            ...files
              .filter(({ fileName }) => isKeptAhead(fileName))
              .map(({ fileName }) => ({ url: `/${fileName}`, revision: null })),
            ...others,
          ],
          start: [
            ...[...filesOfStart(bundle)].map((fileName) => `/${fileName}`),
            ...others.map(({ url }) => url),
          ],
          shell: { url: '/', revision: hashOf(page.source) },
          entry: `/${entry.fileName}`,
        }
        const result = await build({
          configFile: false,
          logLevel: 'warn',
          define: {
            BUILT: JSON.stringify(built),
            'process.env.NODE_ENV': '"production"',
          },
          publicDir: false,
          build: {
            write: false,
            modulePreload: false,
            rolldownOptions: {
              input: `${root}/../../platform/web/start/service-worker/service-worker.ts`,
              output: { format: 'iife' },
            },
          },
        })
        const outputs = Array.isArray(result) ? result : [result]
        for (const output of outputs) {
          if (!('output' in output)) continue
          const [chunk] = output.output
          for (const module of chunk.moduleIds) modules.add(module)
          this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: chunk.code })
        }
      },
    },
  }
}
