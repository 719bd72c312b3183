import { expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'
import type { Item } from '../contract.ts'
import { guessItems, lettersApart } from './item-guess.ts'
import { searchItems } from './item-search.ts'

type Entry = Omit<Item, 'synonyms'> & { slug: string; synonyms: Record<string, string[]> }

/** The real catalogue, read from its file as the server does. */
const [catalogue = []] = Object.values(
  import.meta.glob<Entry[]>('../catalogue.json', {
    eager: true,
    import: 'default',
  }),
)
const items: Item[] = catalogue.map((entry) => ({
  ...entry,
  synonyms: Object.values(entry.synonyms).flat(),
  image_path: `${entry.slug}.svg`,
}))

/** Slugs of the items that the search shows. */
function slugsFor(text: string, language: Language): string[] {
  const exact = searchItems(items, text, language)
  const results = exact.length > 0 ? exact : guessItems(items, text, language)
  return results.map(({ image_path }) => image_path.replace('.svg', ''))
}

/** What users type and the sticker they mean, which must come first. */
const FIRST: [Language, string, string][] = [
  ['de', 'Bohrmaschine', 'drill'],
  ['de', 'bormaschine', 'drill'],
  ['de', 'Bohrmaschinen', 'drill'],
  ['de', 'Borhmaschine', 'drill'],
  ['de', 'bohrmasch', 'drill'],
  ['de', 'Akkuschrauber', 'drill'],
  ['de', 'akku schrauber', 'drill'],
  ['de', 'Akuschrauber', 'drill'],
  ['de', 'Leiter', 'ladder'],
  ['de', 'Leitern', 'ladder'],
  ['de', 'Laiter', 'ladder'],
  ['de', 'Aluminiumleiter', 'ladder'],
  ['de', 'Stichsaege', 'jigsaw'],
  ['de', 'Sticksäge', 'jigsaw'],
  ['de', 'Kreissaege', 'circular-saw'],
  ['de', 'Naehmaschine', 'sewing-machine'],
  ['de', 'Nähmaschiene', 'sewing-machine'],
  ['de', 'Rasenmaeher', 'lawn-mower'],
  ['de', 'Rasenmeher', 'lawn-mower'],
  ['de', 'Hochdruckreinigr', 'pressure-washer'],
  ['de', 'kaercher', 'pressure-washer'],
  ['de', 'Racletofen', 'raclette-oven'],
  ['de', 'Fondü', 'fondue-set'],
  ['de', 'Fahrad', 'bicycle'],
  ['de', 'Fahrrad', 'bicycle'],
  ['de', 'Veloahnhänger', 'bike-trailer'],
  ['de', 'Schubkare', 'wheelbarrow'],
  ['de', 'Luftmatraze', 'air-mattress'],
  ['de', 'Zelte', 'tent'],
  ['de', 'Beemer', 'projector'],
  ['de', 'Kücken', 'crutches'],
  ['de', 'Staubsager', 'vacuum-cleaner'],
  ['de', 'Umzugskisten', 'moving-boxes'],
  ['de', 'Festbänke', 'beer-bench-set'],
  ['de', 'Kinderhochstuhl', 'high-chair'],
  ['de', 'Waage', 'kitchen-scale'],
  ['de', 'Giesskane', 'watering-can'],
  ['de', 'Gießkanne', 'watering-can'],
  ['en', 'drill', 'drill'],
  ['en', 'dril', 'drill'],
  ['en', 'cordless drills', 'drill'],
  ['en', 'lader', 'ladder'],
  ['en', 'laddr', 'ladder'],
  ['en', 'step-ladder', 'ladder'],
  ['en', 'hoover', 'vacuum-cleaner'],
  ['en', 'vaccum', 'vacuum-cleaner'],
  ['en', 'sawing machine', 'sewing-machine'],
  ['en', 'lawnmover', 'lawn-mower'],
  ['en', 'wheelbarow', 'wheelbarrow'],
  ['en', 'bbq', 'barbecue'],
  ['en', 'barbeque', 'barbecue'],
  ['en', 'projecter', 'projector'],
  ['en', 'slepping bag', 'sleeping-bag'],
  ['en', 'tents', 'tent'],
  ['en', 'bicicle', 'bicycle'],
  ['en', 'pushchair', 'stroller'],
  ['en', 'waffel iron', 'waffle-iron'],
  ['en', 'binocculars', 'binoculars'],
  ['fr', 'perceuse', 'drill'],
  ['fr', 'perceus', 'drill'],
  ['fr', 'persseuse', 'drill'],
  ['fr', 'visseuse', 'drill'],
  ['fr', 'viseuse', 'drill'],
  ['fr', 'echelle', 'ladder'],
  ['fr', 'échele', 'ladder'],
  ['fr', 'escabeaux', 'ladder'],
  ['fr', 'machine a coudre', 'sewing-machine'],
  ['fr', 'tondeuze', 'lawn-mower'],
  ['fr', 'aspirateurs', 'vacuum-cleaner'],
  ['fr', 'tronconneuse', 'chainsaw'],
  ['fr', 'velo', 'bicycle'],
  ['fr', 'racklette', 'raclette-oven'],
  ['fr', 'pousette', 'stroller'],
  ['fr', 'brouete', 'wheelbarrow'],
  ['fr', 'scie sauteuze', 'jigsaw'],
  ['fr', 'nettoyeur haute presion', 'pressure-washer'],
  ['fr', 'trotinette', 'scooter'],
  ['de', 'trapano', 'drill'],
  ['en', 'trapano', 'drill'],
  ['fr', 'trapanno', 'drill'],
  ['de', 'scala', 'ladder'],
  ['fr', 'macchina da cucire', 'sewing-machine'],
  ['en', 'tagliaerba', 'lawn-mower'],
  ['en', 'bicicletta', 'bicycle'],
]

it.each(FIRST)('the first guess in %s for %s is %s', (language, text, slug) => {
  expect(slugsFor(text, language).slice(0, 3)[0]).toBe(slug)
})

/** Ambiguous words: the sticker meant must be among the first three. */
const AMONG: [Language, string, string][] = [
  ['de', 'Säge', 'hand-saw'],
  ['de', 'Mixer', 'blender'],
  ['de', 'Pumpe', 'bicycle-pump'],
  ['de', 'Kinder Sitz', 'child-seat'],
  ['en', 'saw', 'hand-saw'],
  ['en', 'scater', 'scooter'],
  ['fr', 'scie', 'hand-saw'],
  ['fr', 'patin', 'ice-skates'],
]

it.each(AMONG)('the guesses in %s for %s include %s', (language, text, slug) => {
  expect(slugsFor(text, language).slice(0, 3)).toContain(slug)
})

it.each(['xyzzy', 'qqqq', 'Flugzeugträger', 'zz'])('there is no guess for %s', (text) => {
  expect(guessItems(items, text, 'de')).toEqual([])
})

it('the distance counts letters that are wrong, missing, extra or swapped', () => {
  expect(lettersApart('ladder', 'ladder')).toEqual({ whole: 0, begun: 0 })
  expect(lettersApart('lader', 'ladder').whole).toBe(1)
  expect(lettersApart('lddaer', 'ladder').whole).toBe(2)
  expect(lettersApart('aldder', 'ladder').whole).toBe(1)
  expect(lettersApart('lax', 'ladder')).toEqual({ whole: 4, begun: 1 })
})

it.each([
  'Langstrasse 94',
  'Langstr. 94a',
  'Eisengasse 3',
  'Bohrmaschinenweg 12',
  '12 rue de la Perceuse',
  'Grillweg 4, 8004 Zürich',
])('%s is an address and not a sticker with a similar name', (address) => {
  for (const language of LANGUAGES) expect(slugsFor(address, language)).toEqual([])
})

it('a sticker is still found with a number behind its name', () => {
  expect(slugsFor('Leiter 3m', 'de')).toEqual(['ladder'])
})
