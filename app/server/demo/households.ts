import type { CatalogueItem } from '#features/places/items/server/door.ts'
import type { Random } from './random.ts'

/** Things that are kept together: a household with a drill often has a ladder. */
const BUNDLES: { weight: number; garden?: true; slugs: string[] }[] = [
  {
    weight: 30,
    slugs: [
      'drill',
      'ladder',
      'hammer',
      'jigsaw',
      'sander',
      'toolbox',
      'spirit-level',
      'wrench',
      'circular-saw',
      'hand-saw',
      'clamp',
      'paint-roller',
      'extension-cable',
      'soldering-iron',
    ],
  },
  {
    weight: 22,
    slugs: [
      'raclette-oven',
      'fondue-set',
      'waffle-iron',
      'pasta-machine',
      'cooking-pot',
      'blender',
      'hand-mixer',
      'cake-mould',
      'pizza-oven',
    ],
  },
  {
    weight: 20,
    slugs: [
      'tent',
      'sleeping-bag',
      'air-mattress',
      'camping-stove',
      'cool-box',
      'backpack',
      'hammock',
      'roof-box',
    ],
  },
  {
    weight: 18,
    garden: true,
    slugs: [
      'lawn-mower',
      'hedge-trimmer',
      'wheelbarrow',
      'loppers',
      'spade',
      'rake',
      'garden-hose',
      'pressure-washer',
      'leaf-blower',
      'chainsaw',
      'barbecue',
      'fire-bowl',
      'deck-chair',
    ],
  },
  {
    weight: 18,
    slugs: [
      'travel-cot',
      'high-chair',
      'child-seat',
      'stroller',
      'baby-carrier',
      'balance-bike',
      'building-blocks',
      'wooden-train',
      'teddy-bear',
      'bike-trailer',
    ],
  },
  {
    weight: 16,
    slugs: [
      'beer-bench-set',
      'party-tent',
      'folding-chairs',
      'crockery',
      'fairy-lights',
      'loudspeaker',
      'disco-ball',
      'projector',
      'popcorn-machine',
      'balloons',
    ],
  },
  { weight: 14, slugs: ['sled', 'snowshoes', 'skis', 'ice-skates', 'snow-shovel'] },
  { weight: 12, slugs: ['bicycle-pump', 'bicycle', 'bike-trailer', 'scooter', 'inline-skates'] },
  {
    weight: 12,
    slugs: [
      'projector',
      'projection-screen',
      'loudspeaker',
      'microphone',
      'camera',
      'games-console',
      'keyboard',
      'guitar',
    ],
  },
  {
    weight: 12,
    slugs: [
      'board-games',
      'puzzle',
      'kubb',
      'boules',
      'badminton',
      'table-tennis',
      'tennis-racket',
    ],
  },
  {
    weight: 10,
    slugs: [
      'sewing-machine',
      'iron',
      'vacuum-cleaner',
      'carpet-cleaner',
      'moving-boxes',
      'hand-truck',
      'fan',
      'heater',
    ],
  },
  { weight: 7, slugs: ['paddle-board', 'kayak', 'cool-box', 'binoculars'] },
]

const GARDEN = new Set(BUNDLES.filter(({ garden }) => garden).flatMap(({ slugs }) => slugs))
const MOST_ITEMS = 14
/** How much more likely an item is within a bundle. */
const BUNDLE_FACTOR = 9

/** 1 to 14, four on average: many households lend a handful, a few lend everything. */
function itemCount(random: Random): number {
  const count = 1 + Math.floor(-Math.log(1 - random.next()) * 3.4)
  return Math.min(count, MOST_ITEMS)
}

/** Ids of a household's items, in the catalogue's order. */
export function createItems(
  random: Random,
  catalogue: readonly CatalogueItem[],
  { urban, atMost = MOST_ITEMS }: { urban: boolean; atMost?: number },
): number[] {
  const count = Math.min(itemCount(random), atMost)
  const likely = new Set<string>()
  const themes = 1 + Math.floor(count / 5)
  for (let i = 0; i < themes; i++) {
    const weights = BUNDLES.map(({ weight, garden }) => (garden && urban ? weight / 6 : weight))
    for (const slug of BUNDLES[random.weighted(weights)]?.slugs ?? []) likely.add(slug)
  }
  const weights = catalogue.map(({ slug, popularity }) => {
    const outOfPlace = urban && GARDEN.has(slug) ? 0.2 : 1
    return popularity * outOfPlace * (likely.has(slug) ? BUNDLE_FACTOR : 1)
  })
  const chosen: number[] = []
  while (chosen.length < count) {
    const index = random.weighted(weights)
    const item = catalogue[index]
    if (!item) break
    chosen.push(item.id)
    weights[index] = 0
  }
  return chosen.sort((a, b) => a - b)
}
