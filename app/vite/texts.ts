import type { Plugin } from 'vite'
import { fallbackOf, LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { SERVER_SECTIONS, type TextTree } from '#platform/shared/texts.ts'
import { compareTexts, pseudoTexts, textFolders, textsOf } from './text-files.ts'

/**
 * What the start screen says: it comes with the language. All other sections come with their screens, and so does
 * where they are: names of files hardly compress.
 */
const START_SECTIONS = ['failures', 'items', 'layout', 'map']

/** The back office's, which no other screen has to know of. */
const isBackOffice = (section: string) => section.startsWith('admin')

const NAME = 'virtual:texts'

const isServers = (section: string) => (SERVER_SECTIONS as readonly string[]).includes(section)

/** Of all nouns; `PSEUDO_TEXTS=1` shows what a wordy language would look like. */
function read(language: Language): Record<string, TextTree> {
  const texts = textsOf(language)
  // biome-ignore lint/style/noProcessEnv: a switch of the build, not of the server
  return process.env.PSEUDO_TEXTS ? (pseudoTexts(texts) as Record<string, TextTree>) : texts
}

/** Section -> texts: what screens say. */
function screenTexts(language: Language): Record<string, TextTree> {
  const sections = Object.values(read(language)).flatMap((tree) => Object.entries(tree))
  return Object.fromEntries(
    sections.filter(([section]) => !isServers(section)) as [string, TextTree][],
  )
}

/** Noun -> section -> texts: what the server says. */
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

/** The module behind `virtual:texts` and what follows it. */
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

/** Says once what a language lacks: the build goes on, in the language it falls back to. */
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
 * The files `texts/<language>.json` of all nouns as modules: `virtual:texts` (the languages), `/<language>`
 * (the start screen's), `/<language>/later` (where the others are), `/<language>/<section>`, `/back-office`, `/screens` (all, for
 * tests) and `/server`.
 */
export function texts(): Plugin {
  return {
    name: 'texts',
    resolveId: {
      filter: { id: /^virtual:texts/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:texts/ },
      handler(id) {
        for (const folder of textFolders().values()) {
          for (const language of LANGUAGES) this.addWatchFile(`${folder}/${language}.json`)
        }
        return sourceOf(id.slice(NAME.length + 2))
      },
    },
    buildStart() {
      reportMissing((message) => this.warn(message))
    },
    /** A text that is edited while developing is shown at once. */
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
