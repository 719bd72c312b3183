import type { Plugin } from 'vite'

/**
 * Every schema of zod carries its way to JSON Schema: 9 kB gzip that only the server needs, for
 * OpenAPI. The browser's copy goes without; calling it there would throw.
 */
export function dropJsonSchema(): Plugin {
  return {
    name: 'drop-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
      handler: (code) =>
        code
          .replace(/^import \* as processors from .*$/m, 'const processors = {}')
          .replace(
            /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*$/m,
            'const createStandardJSONSchemaMethod = () => undefined; const createToJSONSchemaMethod = () => undefined',
          ),
    },
  }
}
