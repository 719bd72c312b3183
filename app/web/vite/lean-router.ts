import type { Plugin } from 'vite'

/** `Link.displayName = "Link";` is a write to what would otherwise be unused, so it keeps it. */
const NAMES = /^\w+\.displayName = .*;$/gm
/** Components whose making has no effect of its own: who uses none of them is not to load them. */
const MADE = /= (?=React\d*\.(?:forwardRef|createContext|memo)\()/g
/** What a link fetches ahead of its press is known by the router's own server alone, which we do not have. */
const FETCHED_AHEAD = /React\d*\.createElement\(PrefetchPageLinks, \{ page: \w+ \}\)/g

/**
 * The router is one file that no bundler can take apart, with forms and loaders that no screen uses. Without the names
 * for developers' tools, the bundler sees that nobody asks for them.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]react-router[\\/]/ },
      handler: (code) => ({
        code: code
          .replace(NAMES, '')
          .replace(MADE, '= /* @__PURE__ */ ')
          .replace(FETCHED_AHEAD, 'null'),
        map: null,
      }),
    },
  }
}
