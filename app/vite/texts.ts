import type { Plugin } from 'vite'
import { fallbackOf, LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { SERVER_SECTIONS, type TextTree } from '#platform/shared/texts.ts'
import { compareTexts, pseudoTexts, textFolders, textsOf } from './text-files.ts'

/**
 * Sections of the start screen, which load with the language. All others load with their screens, as does their index,
 * since file names hardly compress.
 */
const START_SECTIONS = ['failures', 'items', 'layout', 'map']

/** Back office sections, which no other screen needs. */
const isBackOffice = (section: string) => section.startsWith('admin')

const NAME = 'virtual:texts'

const isServers = (section: string) => (SERVER_SECTIONS as readonly string[]).includes(section)

/** What the files contain, until one of them changes: a build loads two hundred modules from them. */
const readBefore = new Map<Language, Record<string, TextTree>>()

/** All features' texts; `PSEUDO_TEXTS=1` imitates a wordy language. */
function read(language: Language): Record<string, TextTree> {
  const before = readBefore.get(language)
  if (before) return before
  const inFiles = textsOf(language)
  // biome-ignore lint/style/noProcessEnv: a switch of the build, not of the server
  const texts = process.env.PSEUDO_TEXTS
    ? (pseudoTexts(inFiles) as Record<string, TextTree>)
    : inFiles
  readBefore.set(language, texts)
  return texts
}

/** Section -> texts, for screens. */
function screenTexts(language: Language): Record<string, TextTree> {
  const sections = Object.values(read(language)).flatMap((tree) => Object.entries(tree))
  return Object.fromEntries(
    sections.filter(([section]) => !isServers(section)) as [string, TextTree][],
  )
}

/** Feature -> section -> texts, for the server. */
function serverTexts(language: Language): Record<string, TextTree> {
  return Object.fromEntries(
    Object.entries(read(language)).map(([noun, tree]) => [
      noun,
      Object.fromEntries(Object.entries(tree).filter(([section]) => isServers(section))),
    ]),
  )
}

const entries = (ofEach: (language: Language) => unknown) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, ofEach(language)]))

const importing = (path: string) => `() => import('${NAME}/${path}')`
const loading = (paths: string[]) =>
  `{${paths.map((path) => `'${path}': ${importing(path)}.then((file) => file.default)`).join(',\n')}}`

/** The source of `virtual:texts` and its submodules. */
function sourceOf(path: string): string {
  if (path === '') {
    const languages = LANGUAGES.map(
      (language) =>
        `'${language}': { start: ${importing(language)}, later: ${importing(`${language}/later`)} }`,
    )
    return [
      `export default {${languages.join(',\n')}}`,
      `export const startSections = ${JSON.stringify(START_SECTIONS)}`,
    ].join('\n')
  }
  if (path === 'server') return `export default ${JSON.stringify(entries(serverTexts))}`
  if (path === 'screens') return `export default ${JSON.stringify(entries(screenTexts))}`
  if (path === 'back-office') {
    const all = LANGUAGES.flatMap((language) =>
      Object.keys(screenTexts(language))
        .filter(isBackOffice)
        .map((section) => `${language}/${section}`),
    )
    return `export default ${loading(all)}`
  }
  const [code, section] = path.split('/')
  const language = LANGUAGES.find((each) => each === code)
  if (!language) throw new Error(`No language ${code}: see platform/shared/languages.ts`)
  const texts = screenTexts(language)
  if (section === 'later') {
    const later = Object.keys(texts).filter(
      (name) => !START_SECTIONS.includes(name) && !isBackOffice(name),
    )
    return `export default ${loading(later.map((name) => `${language}/${name}`))}`
  }
  if (section) return `export default ${JSON.stringify(texts[section])}`
  const start = Object.entries(texts).filter(([name]) => START_SECTIONS.includes(name))
  return `export default ${JSON.stringify(Object.fromEntries(start))}`
}

/** Warns once about missing texts; the build continues with the fallback language. */
function reportMissing(warn: (message: string) => void): void {
  for (const language of LANGUAGES) {
    const { missing } = compareTexts(language)
    const fallback = fallbackOf(language)
    if (missing.length > 0) {
      warn(
        `${missing.length} texts are missing in ${language} and shown in ${fallback}: npm run texts`,
      )
    }
  }
}

/**
 * The files `texts/<language>.json` of all features as modules: `virtual:texts` (languages), `/<language>` (start
 * screen), `/<language>/later` (index of the others), `/<language>/<section>`, `/back-office`, `/screens` (all, for
 * tests) and `/server`.
 */
export function texts(): Plugin {
  let files: string[] = []
  return {
    name: 'texts',
    resolveId: {
      filter: { id: /^virtual:texts/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:texts/ },
      handler(id) {
        for (const file of files) this.addWatchFile(file)
        return sourceOf(id.slice(NAME.length + 2))
      },
    },
    buildStart() {
      readBefore.clear()
      files = [...textFolders().values()].flatMap((folder) =>
        LANGUAGES.map((language) => `${folder}/${language}.json`),
      )
      reportMissing((message) => this.warn(message))
    },
    watchChange() {
      readBefore.clear()
    },
    /** Shows edited texts immediately during development. */
    handleHotUpdate({ file, server }) {
      if (!/\/texts\/\w+\.json$/.test(file)) return
      const { moduleGraph } = server
      for (const module of moduleGraph.idToModuleMap.values()) {
        if (module.id?.startsWith(`\0${NAME}`)) moduleGraph.invalidateModule(module)
      }
      server.ws.send({ type: 'full-reload' })
      return []
    },
  }
}
