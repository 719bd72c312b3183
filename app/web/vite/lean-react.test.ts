import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leanReact, withoutUnusedTags } from './lean-react.ts'

/** What a function of this body answers, as it is and without unused tags. */
function bothAnswers(body: string, tag: number): unknown[] {
  const code = `function answer(part) { 'use strict'; ${body} }`
  return [code, withoutUnusedTags(code)].map((text) =>
    new Function(`${text}; return answer`)()({ tag }),
  )
}

describe('what React does with tags that never occur', () => {
  it('goes', () => {
    const code = 'function f(part) { switch (part.tag) { case 30: return 1; case 5: return 2 } }'
    expect(withoutUnusedTags(code)).not.toContain('return 1')
    expect(withoutUnusedTags('function f(part) { return 19 === part.tag ? 1 : 2 }')).toContain(
      'return false ? 1 : 2',
    )
    expect(withoutUnusedTags('function f(part) { return part.tag !== 19 && 1 }')).toContain(
      'return true && 1',
    )
  })

  it('takes no other number and no other field away', () => {
    const code =
      'function f(part) { switch (part.mode) { case 30: return 1 } return 19 === part.x }'
    expect(withoutUnusedTags(code)).toBe(code)
  })

  it.each([
    [
      'a case above that falls into it',
      'switch (part.tag) { case 3: answer += 1; case 26: answer += 2; break; case 5: answer = 9 }',
    ],
    [
      'an empty case above',
      'switch (part.tag) { case 3: case 26: answer += 2; break; case 5: answer = 9 }',
    ],
    [
      'an empty case of its own below one that stays',
      'switch (part.tag) { case 3: answer += 1; case 26: case 5: answer += 2 }',
    ],
    [
      'a variable that another case needs',
      'switch (part.tag) { case 30: var other = 1; break; case 3: other = 4; answer = other; break; case 5: }',
    ],
    [
      'a case after it',
      'switch (part.tag) { case 30: answer = 1; case 3: answer += 2; break; default: answer = 5 }',
    ],
  ])('keeps what else is done: %s', (_, body) => {
    for (const tag of [3, 5, 7]) {
      const [asItIs, lean] = bothAnswers(`var answer = 0; ${body}; return answer`, tag)
      expect(lean).toBe(asItIs)
    }
  })
})

describe('the file of React', () => {
  const CASES = /\bcase (18|19|26|27|30|31):/g
  const file = join(
    dirname(createRequire(import.meta.url).resolve('react-dom/package.json')),
    'cjs/react-dom-client.production.js',
  )
  const code = readFileSync(file, 'utf8')
  const handler = (
    leanReact().transform as { handler: (code: string, id: string) => { code: string } }
  ).handler

  const refusing = {
    error: (text: string) => {
      throw new Error(text)
    },
  }

  it('has no case left for what no screen has', () => {
    const lean: string = Reflect.apply(handler, refusing, [code, file]).code
    expect(code.match(CASES)?.length).toBeGreaterThan(50)
    expect(lean.match(CASES)).toBe(null)
    expect(() => new Function('exports', 'require', lean)).not.toThrow()
  })

  it('ends the build once it is another one', () => {
    const other = code.replace('exports.version = "19.3', 'exports.version = "19.4')
    expect(() => Reflect.apply(handler, refusing, [other, file])).toThrow(/lean-react/)
  })
})

describe('what the build takes out of React', () => {
  const ROOT = join(import.meta.dirname, '../../..')
  const ELEMENTS = [
    /<(link|meta|html|head|body|ViewTransition|Activity|SuspenseList)\b/,
    /\bprecedence=/,
    // The name of a picture is another thing than that of the page.
    /^(?![\s\S]*<svg\b)[\s\S]*<title\b/,
  ]
  const CALLS =
    /\b(hydrateRoot|prefetchDNS|preconnect|preload|preloadModule|preinit|preinitModule)\b[^}]*\} from 'react-dom/
  const usesTakenOut = (name: string, code: string) =>
    CALLS.test(code) || (name.endsWith('.tsx') && ELEMENTS.some((element) => element.test(code)))

  it.each([
    ['screen.tsx', '<meta name="robots" content="noindex" />'],
    ['screen.tsx', '<Activity mode="hidden">'],
    ['screen.tsx', '<style href="a" precedence="low">'],
    ['screen.tsx', '<><title>Page</title></>'],
    ['start.ts', "import { createPortal, preload } from 'react-dom'"],
  ])('is found in %s: %s', (name, code) => {
    expect(usesTakenOut(name, code)).toBe(true)
  })

  it('is used by no screen', () => {
    const files = ['features', 'platform', 'app'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .map((path) => join(folder, path))
        .filter((path) => /[\\/]web[\\/].*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
    )
    expect(files.length).toBeGreaterThan(500)
    const found = files.filter((file) => usesTakenOut(file, readFileSync(join(ROOT, file), 'utf8')))
    expect(found).toEqual([])
  })
})
