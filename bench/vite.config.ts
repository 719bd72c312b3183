import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { threadFiles } from '../app/server/thread-files.ts'
import { texts } from '../app/vite/texts.ts'

/** Below `node_modules`, so that Node finds the packages. */
const BENCH_FOLDER = join(import.meta.dirname, '..', 'node_modules', '.cache', 'letterlend-bench')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(), threadFiles([])],
  ssr: { external: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: BENCH_FOLDER,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        bench: 'bench.ts',
        crowd: 'crowd.ts',
        'write-site': 'write-site.ts',
        calls: 'calls.ts',
        scaling: 'scaling.ts',
        'map-server': 'map-server.ts',
        'bare-server': 'bare-server.ts',
        'bare-calls': 'bare-calls.ts',
        'question-recorder': 'question-recorder.ts',
      },
      external: [...builtinModules, /^node:/],
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
  logLevel: 'warn',
})
