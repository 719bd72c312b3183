import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }

/** Of the parts of mails we use eleven; the others bring a second each to every start. */
const BUNDLED = /^@(letterlend|react-email(?!\/render))\//

const dependencies = Object.keys(manifest.dependencies).filter((name) => !BUNDLED.test(name))

/** The server as plain JavaScript for Node 20: our own code bundled, packages left outside. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [BUNDLED], external: dependencies },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'main.ts',
        admin: 'admin.ts',
        import: 'import.ts',
        'move-to-postgres': 'move-to-postgres.ts',
      },
      external: [...builtinModules, /^node:/],
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
  logLevel: 'warn',
})
