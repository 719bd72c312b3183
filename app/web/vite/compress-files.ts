import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|json|bin|webmanifest)$/
/** Smaller files fit into one packet anyway. */
const COMPRESSED_FROM_BYTES = 1024

/** Writes compressed copies beside each file, which the server sends as they are. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const file = join(dir, name)
        if (!COMPRESSIBLE.test(file)) continue
        const content = readFileSync(file)
        if (content.length < COMPRESSED_FROM_BYTES) continue
        writeFileSync(`${file}.br`, brotliCompressSync(content))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
