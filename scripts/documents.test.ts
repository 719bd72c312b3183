import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { lineOf, NODE_LINES } from './node-lines.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT })
const files = listed
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))
const documents = files.filter((file) => file.endsWith('.md'))

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
/** Examples hold neither headings nor links. */
const withoutCode = (text: string) =>
  text
    .replace(/^( *)```.*?^\1```/gms, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]]/g, ''))

/** As GitHub and others name a heading in an address. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

function anchorsOf(file: string): Set<string> {
  const headings = withoutCode(textOf(file)).matchAll(/^#+ +(.*)$/gm)
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)))
}

/** Why a link leads nowhere; undefined where it does not. */
function complaintAbout(from: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(path))
  if (!existsSync(join(ROOT, file))) return `${from}: ${target} is not there`
  if (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)) return undefined
  return `${from}: ${target} has no such heading`
}

describe('documents', () => {
  it('lead to files and headings that are there', () => {
    const links = documents.flatMap((from) =>
      [...withoutCode(textOf(from)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({
        from,
        target,
      })),
    )
    const own = links.filter(({ target }) => !/^[a-z]+:/.test(target))
    expect(own.length).toBeGreaterThan(50)
    expect(own.map(({ from, target }) => complaintAbout(from, target)).filter(Boolean)).toEqual([])
  })

  it('are there where code and commands name them', () => {
    const named = files
      .filter((file) => /\.(tsx?|m?js|json|sh|ya?ml|md)$/.test(file) && !file.endsWith('lock.json'))
      .flatMap((from) =>
        [...textOf(from).matchAll(/(?<![\w./-])docs\/[\w./-]*\.md(?:#[\w-]+)?/g)].map(
          ([target]) => ({
            from,
            target,
          }),
        ),
      )
    expect(named.length).toBeGreaterThan(5)
    // Named from the project's folder, wherever the text stands.
    const complaints = named.map(({ from, target }) =>
      complaintAbout('README.md', target)?.replace('README.md', from),
    )
    expect(complaints.filter(Boolean)).toEqual([])
  })

  it('name one Node to take, which is tried, and the oldest one that will do', () => {
    const [oldest = ''] = NODE_LINES
    const lines = NODE_LINES.map(lineOf)
    const line = Number(textOf('.nvmrc'))
    expect(lines).toContain(line)
    const images = [...textOf('Dockerfile').matchAll(/^FROM node:(\S+)/gm)].map(([, tag]) => tag)
    expect(new Set(images)).toEqual(new Set([`${line}-bookworm-slim`]))
    expect(textOf('docs/operation.md')).toContain(
      `NODE=v${NODE_LINES.find((version) => lineOf(version) === line)}\n`,
    )
    const readme = textOf('README.md').replace(/\s+/g, ' ')
    expect(readme).toContain(
      `tried on ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}; take ${line} where`,
    )
    const [, least = ''] =
      /^>=(\d+\.\d+)\.0$/.exec(JSON.parse(textOf('package.json')).engines.node) ?? []
    expect(readme).toContain(`${least} or later`)
    expect(lineOf(oldest)).toBe(lineOf(least))
    expect(Number(oldest.split('.')[1])).toBeGreaterThanOrEqual(Number(least.split('.')[1]))
  })
})
