import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { readTexts } from '../app/vite/text-files.ts'
import { ROOT } from './project.mjs'

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

/** All texts of screens, mails and documents. */
const written = LANGUAGES.flatMap((language) => textsIn(readTexts(language), '', language))

/** Without placeholders. */
const texts = written.map((each) => ({
  ...each,
  text: each.text.replace(/\$?\{+[^}]*\}+/g, '…'),
}))

/** Each rule with the words it forbids. GLOSSARY.md has the allowed ones. */
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
  ['de', 'a percent sign stays with its number (U+00A0)', /[ \u202f]%/],
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
  [
    'fr',
    'signs stay with their word, by no-break spaces (U+00A0)',
    /[ \u202f][»?!:;%]|«(?!\u00a0)|(?<!\u00a0)[»?!;]/,
  ],
]

it('the parser finds the texts', () => {
  expect(written.length).toBeGreaterThan(5000)
})

it.each(RULES)('%s: %s', (language, _rule, never) => {
  const broken = texts.filter((each) => each.language === language && never.test(each.text))
  expect(broken.map(({ where, text }) => `${where}: ${text}`)).toEqual([])
})

it('signs in French documents stay with their word as well', () => {
  const folder = join(ROOT, 'docs', 'fr')
  const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(documents.length).toBeGreaterThan(5)
  const broken = documents.flatMap((text) =>
    text.split('\n').filter((line) => /[ \u202f][»?!:;%]|«(?!\u00a0)/.test(line)),
  )
  expect(broken).toEqual([])
})
