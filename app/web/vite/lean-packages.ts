import type { Plugin } from 'vite'

/** Of other packages what no screen asks for, and what is written in its place. */
const UNUSED: readonly { file: RegExp; part: RegExp; instead: string }[] = [
  // Lists that go on without end: ours load on by themselves.
  {
    file: /@tanstack[\\/]query-core[\\/].*[\\/]query\.js$/,
    part: /\(this\.#queryType === "infinite" \? infiniteQueryBehavior\([^)]*\) : (this\.options\.behavior)\)/,
    instead: '$1',
  },
  // The blue marker of Leaflet: each of ours has an icon of its own.
  {
    file: /leaflet[\\/]src[\\/]layer[\\/]marker[\\/]Marker\.js$/,
    part: /import \{IconDefault\} from '[^']+';([\s\S]*?\bicon: )new IconDefault\(\)/,
    instead: '$1null',
  },
]

/** A part that is not found any more, after an update of its package, ends the build: it would come back unseen. */
export function leanPackages(): Plugin {
  return {
    name: 'lean-packages',
    apply: 'build',
    transform: {
      filter: { id: UNUSED.map(({ file }) => file) },
      handler(code, id) {
        const { part, instead } = UNUSED.find(({ file }) => file.test(id)) ?? {}
        if (!part || instead === undefined) return
        if (!part.test(code)) this.error(`${id} is not what lean-packages.ts knows`)
        return { code: code.replace(part, instead), map: null }
      },
    },
  }
}
