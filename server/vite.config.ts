import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }

const dependencies = Object.keys(manifest.dependencies).filter(
  (name) => !name.startsWith('@letterlend/'),
)

/** The server as plain JavaScript for Node 20: our own code bundled, packages left outside. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: [/^@letterlend\//], external: dependencies },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: { main: 'main.ts', import: 'import.ts', 'move-to-postgres': 'move-to-postgres.ts' },
      external: [...builtinModules, /^node:/],
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
  logLevel: 'warn',
})
