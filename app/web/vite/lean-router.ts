import type { Plugin } from 'vite'

/** What hides from the bundler that nobody asks for a part of the router, and what is written in its place. */
const HIDING: readonly (readonly [RegExp, string])[] = [
  // `Link.displayName = "Link";` is a write to what would otherwise be unused, so it keeps it.
  [/^\w+\.displayName = .*;$/gm, ''],
  // Components whose making has no effect of its own: who uses none of them is not to load them.
  [/= (?=React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ '],
  [/= (class extends React\d*\.Component \{[\s\S]*?\n\});/g, '= /* @__PURE__ */ (() => $1)();'],
  // What a link fetches ahead of its press is known by the router's own server alone, which we do not have.
  [/React\d*\.createElement\(PrefetchPageLinks, \{ page: \w+ \}\)/g, 'null'],
  [/= usePrefetchBehavior\([^)]*\)/g, '= [false, null, {}]'],
  // Sentences for developers, which its other build lacks.
  [/\bENABLE_DEV_WARNINGS = true\b/g, 'ENABLE_DEV_WARNINGS = false'],
  // Data of routes, their failures and what is shown until they are loaded: our screens load what they show.
  [/\blet dataRouterState = dataRouterOpts\?\.state;/g, ''],
  [/^RenderErrorBoundary\.contextType = .*;$/gm, ''],
  [/\bisDataRoute \? useNavigateStable\(\) : /g, ''],
]

/** Where its data would be, in the function that renders routes. */
const RENDERING = /function _renderMatches\([\s\S]*?\n\}\n/
const DATA = /\bdataRouterState\b/g

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
        code: HIDING.reduce(
          (text, [hiding, instead]) => text.replace(hiding, instead),
          code,
        ).replace(RENDERING, (rendering) => rendering.replace(DATA, '(void 0)')),
        map: null,
      }),
    },
  }
}
