import { builtinModules } from 'node:module'
import { defineConfig, type Plugin } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import { texts } from '../vite/texts.ts'
import { threadFiles } from './thread-files.ts'

/** We use eleven of these mail components. Bundling drops the others, which would slow down every start. */
const BUNDLED = /^@react-email(?!\/render)\//

const dependencies = Object.keys(manifest.dependencies).filter((name) => !BUNDLED.test(name))

/** Lists the packages that a release has to include: scripts/release.mjs. */
const listExternal: Plugin = {
  name: 'list-external',
  generateBundle() {
    const source = JSON.stringify(dependencies)
    this.emitFile({ type: 'asset', fileName: 'external.json', source })
  },
}

/** Builds the server as JavaScript for Node 20: our own code is bundled, packages are not. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(), listExternal, threadFiles(dependencies)],
  ssr: { noExternal: [BUNDLED], external: dependencies },
  build: {
    ssr: true,
    target: 'node20',
    outDir: '../../dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    license: { fileName: 'third-party-licences.txt' },
    rolldownOptions: {
      input: {
        main: './main.ts',
        admin: '../../commands/admin.ts',
        backup: '../../commands/backup.ts',
        'import-site': '../../commands/import-site.ts',
        'receive-mail': '../../commands/receive-mail.ts',
        restore: '../../commands/restore.ts',
        'check-config': '../../commands/check-config.ts',
        'dkim-key': '../../commands/dkim-key.ts',
        import: '../../commands/import.ts',
        'move-to-postgres': '../../commands/move-to-postgres.ts',
      },
      external: [...builtinModules, /^node:/],
      output: {
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
  logLevel: 'warn',
})
