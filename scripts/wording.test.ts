import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = dirname(import.meta.dirname)
const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => pattern.test(file))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

type Language = 'de' | 'en' | 'fr'
interface Text {
  language: Language
  where: string
  text: string
}

function textsIn(value: unknown, where: string, language: Language): Text[] {
  if (typeof value === 'string') return [{ language, where, text: value }]
  return Object.entries(value ?? {}).flatMap(([key, inner]) =>
    textsIn(inner, `${where} ${key}`, language),
  )
}

/** What the screens say. */
const screens = filesIn('platform/web/locales', /\.json$/).flatMap((file) =>
  textsIn(JSON.parse(read(file)), file, basename(dirname(file)) as Language),
)

/** What the mails and the pages made on the server say: the quoted texts below `de:`, `en:`, `fr:`. */
const templates = [
  ...filesIn('features', /\/mails\/[\w-]+\.ts$/),
  'features/pages/server/page-texts.ts',
].flatMap((file) =>
  read(file)
    .split(/^ {2}(?=(?:de|en|fr): )/m)
    .slice(1)
    .flatMap((part) =>
      [...part.matchAll(/'([^'\n]*)'|`([^`]*)`/g)].map((match) => ({
        language: part.slice(0, 2) as Language,
        where: file,
        text: match[1] ?? match[2] ?? '',
      })),
    ),
)

/** Without what is filled in. */
const texts = [...screens, ...templates].map((each) => ({
  ...each,
  text: each.text.replace(/\$?\{+[^}]*\}+/g, '…'),
}))

/** Each rule, and what it never says. The words stand in GLOSSARY.md. */
const RULES: [Language, string, RegExp][] = [
  [
    'de',
    'lending is "verleihen": "was du ausleihst" is what one borrows',
    /was du ausleihst|Nachbarn ausleihen|ausgeliehen wird|Leute[n]?, die etwas ausleihen/i,
  ],
  ['de', 'it is "E-Mail"', /\b(?:e-?mails?|mails?)\b(?<!E-Mails?)/i],
  ['de', 'it is "ss", as in Switzerland', /ß/],
  [
    'de',
    'orders end in -e',
    /(?<![\w«-])(?:versuch|prüf|schau|schreib|setz|zieh|such|tipp|wähl|trag|leg|frag|kleb|verlass|kopier|schick)(?![\w-])/i,
  ],
  ['de', 'one finds stickers', /zu Stickern kommen|Aufkleber/i],
  ['en', 'it is "e-mail"', /(?<!e-)\bmails?\b/i],
  ['en', 'stickers are right, not true; a button says what it does', /still true|^Fine$/],
  [
    'en',
    'what is over "has been" done',
    /(?<!before )\b(?:your|the|a) (?:account|password|address|passkey|wish) is (?:deleted|changed|removed)/i,
  ],
  [
    'fr',
    'nobody is written to or spoken of in one gender alone',
    /·|\(e\)|\bvoisins?\b|\bêtes (?:encore |plus |aussi )?(?:seul|\p{L}+é)\b|\b(?:le|un|du|au|son) propriétaire\b/iu,
  ],
  ['fr', 'a place is an "emplacement"', /\bendroit\b/i],
  ['fr', 'an address is "erronée"', /\bfausse\b/i],
]

it('finds the texts', () => {
  expect(screens.length).toBeGreaterThan(1500)
  expect(templates.length).toBeGreaterThan(300)
})

it.each(RULES)('%s: %s', (language, _rule, never) => {
  const broken = texts.filter((each) => each.language === language && never.test(each.text))
  expect(broken.map(({ where, text }) => `${where}: ${text}`)).toEqual([])
})
