import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { mayHoldSecret } from '#platform/server/masking.ts'
import { SETTING_NAMES } from '#platform/server/settings.ts'
import {
  describedUnits,
  documentedPackageCommands,
  documentedPrograms,
  documentedScripts,
  documentedSettings,
  documentedUnits,
  exampleSettings,
} from './documented.mjs'
import { lineOf, NODE_LINES } from './node-lines.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT })
const files = listed
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))
const documents = files.filter((file) => file.endsWith('.md'))

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const withoutBlocks = (text: string) => text.replace(/^( *)```.*?^\1```/gms, '')
/** Code contains neither headings nor links. */
const withoutCode = (text: string) =>
  withoutBlocks(text).replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]]/g, ''))

/** The anchor that GitHub and others make from a heading. */
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

/** Why a link is broken; undefined if it is not. */
function complaintAbout(from: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? from : posix.join(posix.dirname(from), decodeURIComponent(path))
  if (!existsSync(join(ROOT, file))) return `${from}: ${target} is not there`
  if (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)) return undefined
  return `${from}: ${target} has no such heading`
}

interface Mention {
  /** The document. */
  from: string
  path: string
}

const names = new Set(files.map((file) => posix.basename(file)))
const foldersAbove = (file: string): string[] => {
  const folder = posix.dirname(file)
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)]
}
const folders = new Set(files.flatMap(foldersAbove))
const isThere = (path: string) => files.includes(path) || folders.has(path)

/**
 * ARCHITECTURE.md uses a made-up noun as an example. Packages are not part of the repository, and their folder may
 * be a link.
 */
const OTHERS = /^(features\/lending\/tools|node_modules)\//
const isSource = (path: string) => /\.(tsx?|mjs)$/.test(path)
/** URLs of pages begin with a slash; placeholders and patterns match many files. */
const namesOnePath = (word: string) => /^[\w.-][\w./-]*$/.test(word) && !OTHERS.test(word)
const isBelowTopFolder = (word: string) =>
  word.includes('/') && folders.has(word.split('/')[0] ?? '')
const looksLikePath = (word: string) =>
  namesOnePath(word) && (isSource(word) || isBelowTopFolder(word) || /\w\/$/.test(word))

/** Files and folders of the repository that a document mentions in backticks. */
function mentionsIn(from: string): Mention[] {
  return [...withoutBlocks(textOf(from)).matchAll(/`([^`]+)`/g)]
    .flatMap(([, code = '']) => code.split(/[\s,()]+/))
    .filter(looksLikePath)
    .map((path) => ({ from, path }))
}

/** A path is relative to the project or to the document; a source file may be mentioned by its name alone. */
function isMissing({ from, path }: Mention): boolean {
  const bare = path.replace(/\/$/, '')
  if (!path.includes('/')) return !names.has(path)
  return !isThere(bare) && !isThere(posix.join(posix.dirname(from), bare))
}

/** Files made by a build or a run do not exist everywhere. */
function withoutIgnored(mentions: Mention[]): Mention[] {
  const input = mentions.map(({ path }) => path).join('\n')
  const { stdout } = spawnSync('git', ['check-ignore', '--stdin'], { cwd: ROOT, input })
  const ignored = new Set(stdout.toString().split('\n'))
  return mentions.filter(({ path }) => !ignored.has(path))
}

describe('documents', () => {
  it('link existing files and headings', () => {
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

  it('exist if code or commands name them', () => {
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
    // These are relative to the project, wherever the text is.
    const complaints = named.map(({ from, target }) =>
      complaintAbout('README.md', target)?.replace('README.md', from),
    )
    expect(complaints.filter(Boolean)).toEqual([])
  })

  it('name existing files and folders', () => {
    const mentions = documents.flatMap(mentionsIn)
    expect(mentions.length).toBeGreaterThan(100)
    const missing = withoutIgnored(mentions.filter(isMissing))
    expect(missing.map(({ from, path }) => `${from}: ${path} is not there`)).toEqual([])
  })

  it('name one recommended Node version, which is tested, and the oldest supported one', () => {
    const [oldest = ''] = NODE_LINES
    const lines = NODE_LINES.map(lineOf)
    const line = Number(textOf('.nvmrc'))
    expect(lines).toContain(line)
    const dockerfile = textOf('Dockerfile')
    expect(dockerfile).toContain(`\nARG NODE=${line}\n`)
    const images = [...dockerfile.matchAll(/^FROM node:(\S+)/gm)].map(([, tag]) => tag)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the Dockerfile
    expect(images).toEqual(['${NODE}-bookworm-slim'])
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

/** Variables of other programs in examples: the shell, the tests, Node, systemd, etcd. */
const NOT_OURS =
  /^(CI|TEST_DATABASE_URL|NODE|NODE_EXTRA_CA_CERTS|NODE_CLUSTER_SCHED_POLICY|DOTENV_PATH|URL|ETCD_\w+)$/
/** `TRUST_EMAIL=on` stands for `OIDC_<ID>_TRUST_EMAIL=on`. */
const OF_PROVIDERS = /^(OIDC_[A-Z0-9]+_\w+|TRUST_EMAIL)$/

const composeVariables = new Set(
  ['compose.yaml', 'compose.dev.yaml'].flatMap((file) =>
    [...textOf(file).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name),
  ),
)

function isSetting(name: string): boolean {
  if (SETTING_NAMES.includes(name) || NOT_OURS.test(name) || OF_PROVIDERS.test(name)) return true
  const ofFile = name.replace(/_FILE$/, '')
  return composeVariables.has(name) || (ofFile !== name && mayHoldSecret(ofFile))
}

/** All matches of `find` in the documents, with their document. */
const inDocuments = <T>(find: (text: string) => T[]) =>
  documents.flatMap((from) => find(textOf(from)).map((value) => ({ from, value })))

describe('an instruction in a document', () => {
  const bundle = textOf('app/server/vite.config.ts').match(/input: \{([^}]+)\}/)?.[1] ?? ''
  const programs = [...bundle.matchAll(/^ *'?([\w-]+)'?:/gm)].map(
    ([, name]) => `dist/server/${name}.js`,
  )

  it('starts programs that a release contains', () => {
    const calls = inDocuments(documentedPrograms)
    expect(calls.length).toBeGreaterThan(20)
    const missing = calls.filter(
      ({ value: { program } }) => !programs.includes(program) && program !== 'switch.mjs',
    )
    expect(missing).toEqual([])
    const [example] = documentedPrograms(`\`${textOf('.env.example').split('\n#').join('')}\``)
    expect(programs).toContain(example?.program)
  })

  it('runs scripts of package.json and commands of the package', () => {
    const { scripts } = JSON.parse(textOf('package.json'))
    const missing = inDocuments(documentedScripts).filter(({ value }) => !(value in scripts))
    expect(missing).toEqual([])
    const command = textOf('scripts/debian/letterlend')
    const unknown = inDocuments(documentedPackageCommands).filter(
      ({ value }) => !new RegExp(`^ {2}.*\\b${value}\\b.*\\)`, 'm').test(command),
    )
    expect(unknown).toEqual([])
  })

  it('sets existing settings', () => {
    const named = inDocuments(documentedSettings)
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ value }) => !isSetting(value))).toEqual([])
    expect(exampleSettings(textOf('.env.example')).filter((name) => !isSetting(name))).toEqual([])
  })

  it('names units that a document describes or the package contains', () => {
    const units = new Set([
      ...inDocuments(describedUnits).map(({ value }) => value),
      ...files
        .filter((file) => /^scripts\/debian\/.*\.(service|timer)$/.test(file))
        .map((file) => posix.basename(file)),
    ])
    expect(inDocuments(documentedUnits).filter(({ value }) => !units.has(value))).toEqual([])
  })

  it('is also valid in installed files: units, example settings, the image and the manual', () => {
    const installed = files.filter((file) =>
      /^(\.env\.example|Dockerfile|compose\.yaml|scripts\/debian\/.+)$/.test(file),
    )
    expect(installed.length).toBeGreaterThan(10)
    const found = (pattern: RegExp) =>
      installed.flatMap((from) =>
        [...textOf(from).matchAll(pattern)].map(([, value = '']) => ({ from, value })),
      )
    const named = found(/\b(dist\/server\/[\w-]+\.js)\b/g)
    expect(new Set(named.map(({ from }) => from)).size).toBeGreaterThan(2)
    expect(named.filter(({ value }) => !programs.includes(value))).toEqual([])
    const papers = found(/\/usr\/share\/doc\/letterlend\/([\w-]+\.md)/g)
    expect(papers.length).toBeGreaterThan(2)
    const isPaper = (name: string) => name === 'README.md' || files.includes(`docs/${name}`)
    expect(papers.filter(({ value }) => !isPaper(value))).toEqual([])
    const settings = found(/^#?(?:Environment=|ENV )?([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST)=/gm)
    expect(settings.length).toBeGreaterThan(20)
    expect(settings.filter(({ value }) => !isSetting(value))).toEqual([])
    const command = textOf('scripts/debian/letterlend')
    const typed = found(/(?:"|\/usr\/bin\/)letterlend ([a-z][\w-]*)/g)
    expect(typed.map(({ value }) => value)).toEqual(expect.arrayContaining(['backup']))
    const unknown = typed.filter(
      ({ value }) => !new RegExp(`^ {2}.*\\b${value}\\b.*\\)`, 'm').test(command),
    )
    expect(unknown).toEqual([])
  })
})
