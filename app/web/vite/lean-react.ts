import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

const CLIENT = /[\\/]react-dom-client\.production\.js$/
const CALLS = /[\\/]react-dom\.production\.js$/
/** By what the numbers below were looked up. */
const KNOWN_VERSION = /^exports\.version = "19\.3\./m

/**
 * The `tag` of what React makes of elements that no screen has. One that was made all the same would fail at once, with
 * React's error 156.
 */
const UNUSED_TAGS: ReadonlySet<unknown> = new Set([
  18, // what a server has rendered and nobody has taken over yet
  19, // SuspenseList
  26, // title, link, meta, script and style with a precedence: what React moves into the head
  27, // html, head and body
  30, // ViewTransition
  31, // Activity
])

/** Parts of its files that nobody asks for, and what is written in their place. */
const UNUSED_PARTS: readonly (readonly [file: RegExp, part: RegExp, instead: string])[] = [
  // Taking over a page that a server has rendered: ours renders none.
  [CLIENT, /^exports\.hydrateRoot = function[\s\S]*?^\};$/m, ''],
  // Where it is read; a parameter of the same name stands in a line of its own.
  [CLIENT, /\bisHydrating\b(?! = |\$|$)/gm, 'false'],
  [CLIENT, /\b[\w$]+(?:\.\w+)*\.isDehydrated\b/g, 'false'],
  [CLIENT, /\b[\w$]+(?:\.\w+)*\.dehydrated\b/g, 'null'],
  // Calls that have the head of the page fetch something ahead.
  [CLIENT, /^ {2}D: prefetchDNS,[\s\S]*? {2}M: preinitModuleScript\n/m, ''],
  [CALLS, /^exports\.pre\w+ = function[\s\S]*?^\};$/gm, ''],
]

type Place = Pick<ESTree.Node, 'start' | 'end'>
type Edit = readonly [place: Place, instead: string]

const isTag = (node: ESTree.Node) =>
  node.type === 'MemberExpression' &&
  node.property.type === 'Identifier' &&
  node.property.name === 'tag'
const isUnused = (node: ESTree.Node | null) =>
  node?.type === 'Literal' && UNUSED_TAGS.has(node.value)
const isWithin = (inner: Place, outer: Place) =>
  outer.start <= inner.start && inner.end <= outer.end

/** Whether what follows a case is not reached from it; where in doubt it is. */
function ends({ consequent }: ESTree.SwitchCase): boolean {
  const last = consequent.at(-1)
  return last?.type === 'ReturnStatement' || last?.type === 'BreakStatement'
}

function apply(code: string, edits: Edit[]): string {
  let text = ''
  let at = 0
  for (const [{ start, end }, instead] of edits.sort(([a], [b]) => a.start - b.start)) {
    // What lies in a part that went is gone already.
    if (start < at) continue
    text += code.slice(at, start) + instead
    at = end
  }
  return text + code.slice(at)
}

/** Takes away what is done with tags that never occur; the minifier then drops the functions that nobody calls any more. */
export function withoutUnusedTags(code: string): string {
  const edits: Edit[] = []
  const gone: Place[] = []
  const bodies: Place[] = []
  const variables: (Place & { name: string })[] = []
  new Visitor({
    FunctionDeclaration: ({ body }) => void (body && bodies.push(body)),
    FunctionExpression: ({ body }) => void (body && bodies.push(body)),
    VariableDeclarator({ id, start, end }) {
      if (id.type === 'Identifier') variables.push({ name: id.name, start, end })
    },
    SwitchStatement({ discriminant, cases }) {
      if (!isTag(discriminant)) return
      cases.forEach((each, i) => {
        if (!isUnused(each.test)) return
        const before = cases
          .slice(0, i)
          .findLast(({ test, consequent }) => consequent.length > 0 || !isUnused(test))
        const first = each.consequent[0]
        const isReachedFromAbove = before !== undefined && !ends(before)
        const place = isReachedFromAbove && first ? { start: each.start, end: first.start } : each
        gone.push(place)
        edits.push([place, ''])
      })
    },
    BinaryExpression(comparison) {
      const { left, right, operator } = comparison
      if (!(isUnused(left) && isTag(right)) && !(isUnused(right) && isTag(left))) return
      if (operator === '===') edits.push([comparison, 'false'])
      if (operator === '!==') edits.push([comparison, 'true'])
    },
  }).visit(parseSync('react-dom.js', code).program)
  // A variable belongs to the whole function, wherever it is declared.
  for (const variable of variables) {
    if (!gone.some((place) => isWithin(variable, place))) continue
    const body = bodies.findLast((each) => isWithin(variable, each))
    if (body) edits.push([{ start: body.start + 1, end: body.start + 1 }, `var ${variable.name};`])
  }
  return apply(code, edits)
}

/**
 * React's part for the browser is one file that no bundler can take apart, with much that no screen has. Another version
 * of it ends the build, until somebody has looked whether its numbers and names are still those.
 */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    transform: {
      filter: { id: [CLIENT, CALLS] },
      handler(code, id) {
        const isKnown = (part: RegExp) => code.match(part) !== null
        const parts = UNUSED_PARTS.filter(([file]) => file.test(id))
        if (![KNOWN_VERSION, ...parts.map(([, part]) => part)].every(isKnown))
          this.error(`${id} is not what lean-react.ts knows`)
        const used = parts.reduce((text, [, part, instead]) => text.replace(part, instead), code)
        return { code: CLIENT.test(id) ? withoutUnusedTags(used) : used, map: null }
      },
    },
  }
}
