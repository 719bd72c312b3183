import swissTowns from 'switzerland-postal-codes/dist/postal-codes-full.json' with { type: 'json' }
import type { Position } from '#platform/shared/geography.ts'
import { foldSaint, lookups, spellings } from './place-names.ts'
import { slips } from './slips.ts'

/** A town that has a postcode. */
export interface PostalTown extends Position {
  name: string
  country: 'CH' | 'LI'
  /** '' in Liechtenstein. */
  canton: string
}

/** An entry of GeoNames; 575 of the 3,447 postcodes have several towns. */
interface ListedTown {
  name: string
  canton: string
  latitude: string
  longitude: string
}
const SWISS_TOWNS: Readonly<Record<string, readonly ListedTown[] | undefined>> = swissTowns

/** Offices and quarters have a number after the town's name: "Neuchâtel 4". */
const withoutNumber = (name: string) => name.replace(/\s+\d.*$/, '')

/** Liechtenstein uses Swiss postcodes, but the GeoNames list lacks them. */
const LIECHTENSTEIN: Readonly<
  Record<string, readonly [name: string, latitude: number, longitude: number][]>
> = {
  9485: [['Nendeln', 47.198, 9.543]],
  9486: [['Schaanwald', 47.213, 9.564]],
  9487: [
    ['Gamprin', 47.221, 9.509],
    ['Bendern', 47.213, 9.508],
  ],
  9488: [['Schellenberg', 47.233, 9.546]],
  9490: [['Vaduz', 47.141, 9.522]],
  9491: [['Ruggell', 47.238, 9.525]],
  9492: [['Eschen', 47.211, 9.522]],
  9493: [['Mauren', 47.218, 9.544]],
  9494: [['Schaan', 47.165, 9.509]],
  9495: [['Triesen', 47.107, 9.528]],
  9496: [['Balzers', 47.067, 9.502]],
  9497: [['Triesenberg', 47.118, 9.543]],
  9498: [['Planken', 47.185, 9.544]],
}

const inSwitzerland = ({ name, canton, latitude, longitude }: ListedTown): PostalTown => ({
  name: withoutNumber(name),
  country: 'CH',
  canton,
  latitude: Number(latitude),
  longitude: Number(longitude),
})

/** All towns of Switzerland that have a postcode, some of them several times. */
export function* allSwissTowns(): Generator<PostalTown> {
  for (const towns of Object.values(SWISS_TOWNS))
    for (const town of towns ?? []) yield inSwitzerland(town)
}

/** The towns of a postcode of Switzerland or Liechtenstein; empty if the postcode does not exist. */
export function swissTownsOf(postcode: string): PostalTown[] {
  const digits = /^(?:\p{L}{1,2}[-\s]?)?(\d{4})$/u.exec(postcode.trim())?.[1] ?? ''
  const there = (LIECHTENSTEIN[digits] ?? []).map(
    ([name, latitude, longitude]): PostalTown => ({
      name,
      country: 'LI',
      canton: '',
      latitude,
      longitude,
    }),
  )
  return [...there, ...(SWISS_TOWNS[digits] ?? []).map(inSwitzerland)]
}

/** How well a town matches the typed name: 0 exactly, 1 by its beginning, 2 with a typing error; null if not at all. */
function likeness(town: PostalTown, typed: string): 0 | 1 | 2 | null {
  const names = spellings(town.name)
  const keys = lookups(typed)
  const [whole = ''] = keys
  if (keys.some((key) => names.includes(key))) return 0
  if (names.some((name) => name.startsWith(whole) || whole.startsWith(`${name} `))) return 1
  const isNear = names.some((name) => slips(name, foldSaint(whole)) <= (name.length < 6 ? 1 : 2))
  return isNear ? 2 : null
}

/** The towns that match the typed name, the most exact first. */
export function townsCalled(towns: readonly PostalTown[], typed: string): PostalTown[] {
  const called = towns.flatMap((town) => {
    const rank = likeness(town, typed)
    return rank === null ? [] : [{ town, rank }]
  })
  return called.sort((a, b) => a.rank - b.rank).map(({ town }) => town)
}
