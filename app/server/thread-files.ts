import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const QUERY = '?thread'
/** Below node_modules, so that Node finds the packages from there. */
const BUILT_FOR_TESTS = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'threads')

/**
 * `import { file } from './x.thread.ts?thread'` is the URL of that module as a separate file, for a `Worker`: in the
 * build a chunk. Tests run from the sources, so it is bundled on first import, since Node 20 cannot read TypeScript.
 */
export function threadFiles(external: string[]): Plugin {
  let isBuild = true
  return {
    name: 'thread-files',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      const source = id.slice(0, -QUERY.length)
      if (!isBuild) return `export const file = '${await bundle(source, external)}'`
      const reference = this.emitFile({ type: 'chunk', id: source })
      // Without a source map, which would depend on the folder: a release is the same wherever it is built.
      return {
        code: `export const file = import.meta.ROLLUP_FILE_URL_${reference}`,
        map: { mappings: '' },
      }
    },
    // Relative to the importing chunk, so the build can be moved.
    resolveFileUrl: ({ relativePath }) => `new URL('${relativePath}', import.meta.url).href`,
  }
}

/** Bundles one module for tests. Returns the file's URL. */
async function bundle(source: string, external: string[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external },
    build: {
      ssr: source,
      target: 'node20',
      outDir: BUILT_FOR_TESTS,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        external: /^node:/,
        output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  if (!('output' in result)) throw new Error(`${source} was not bundled`)
  return pathToFileURL(join(BUILT_FOR_TESTS, result.output[0].fileName)).href
}
