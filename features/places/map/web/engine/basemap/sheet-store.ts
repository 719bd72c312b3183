import { decodeSheet, type EncodedSheet } from './decode.ts'
import { overlaps, type Place, type Sheet, type UnitBox } from './sheet.ts'

interface Range {
  min: number
  max: number
}
interface SheetIndex {
  /** Undivided sheets; without a box they cover the world. */
  whole: (Range & { name: string; box?: [number, number, number, number] })[]
  /** Sheets cut along the tiles of zoom `grid`; `tiles` lists the `x-y` that exist. */
  grids: (Range & { prefix: string; grid: number; tiles: string[] })[]
}

/** URL of the folder with the sheets. */
export const BASEMAP_URL = '/basemap/'

/** All sheets are dropped when a long-open page has loaded this many. */
const MOST_SHEETS = 300

/** Fetches and caches the sheets of drawn tiles. A failed fetch is not cached, so that the next tile retries. */
export class SheetStore {
  readonly #base: string
  readonly #sheets = new Map<string, Promise<Sheet>>()
  readonly #loaded = new Map<string, Sheet>()
  #index: Promise<{ index: SheetIndex; tiles: Map<string, Set<string>> }> | null = null

  /** @param base URL of the folder with `index.json`, ending in a slash. */
  constructor(base: string) {
    this.#base = base
  }

  /**
   * All sheets that a tile of this zoom and box shows, the coarsest first. If one fails to load, for example offline,
   * returns enlarged sheets of the world or a country instead; rejects if these fail too.
   */
  async sheetsFor(zoom: number, box: UnitBox): Promise<Sheet[]> {
    const names = await this.#namesFor(zoom, box)
    const load = (each: readonly string[]) => Promise.all(each.map((name) => this.#load(name)))
    try {
      return await load(names)
    } catch {
      const { index } = await this.#readIndex()
      return load(index.whole.filter((entry) => reaches(entry, box)).map(({ name }) => name))
    }
  }

  /** Places of the loaded sheets for this zoom; if there are none, those of undivided sheets. */
  async placesFor(zoom: number): Promise<Place[]> {
    const { index } = await this.#readIndex()
    const prefixes = [
      ...index.whole.filter((entry) => isShownAt(entry, zoom)).map(({ name }) => name),
      ...index.grids.filter((entry) => isShownAt(entry, zoom)).map(({ prefix }) => `${prefix}-`),
    ]
    const places = this.#placesOf(prefixes)
    return places.length > 0 ? places : this.#placesOf(index.whole.map(({ name }) => name))
  }

  /** @param prefixes names of sheets, or prefixes of the names of pieces, which end in a hyphen */
  #placesOf(prefixes: readonly string[]): Place[] {
    return [...this.#loaded].flatMap(([name, sheet]) =>
      prefixes.some((prefix) => (prefix.endsWith('-') ? name.startsWith(prefix) : name === prefix))
        ? sheet.places
        : [],
    )
  }

  async #namesFor(zoom: number, box: UnitBox): Promise<string[]> {
    const { index, tiles } = await this.#readIndex()
    const names: string[] = []
    const cover = (entry: SheetIndex['grids'][number]) => {
      const coveredTiles = gridTiles(entry.grid, box).filter((tile) =>
        tiles.get(gridKey(entry))?.has(tile),
      )
      names.push(...coveredTiles.map((tile) => `${entry.prefix}-${tile}`))
      return coveredTiles.length > 0
    }
    const land = index.grids.filter((entry) => entry.prefix === 'medium' || entry.prefix === 'fine')
    const finestGrid = land.filter((entry) => entry.min <= zoom).at(-1)
    const medium = land[0]
    // Outside the detailed part of the world, the next coarser sheets are enlarged.
    if (finestGrid && !cover(finestGrid) && medium && finestGrid !== medium) cover(medium)
    for (const entry of index.grids) {
      if (!land.includes(entry) && isShownAt(entry, zoom)) cover(entry)
    }
    for (const entry of index.whole) {
      if (isShownAt(entry, zoom) && reaches(entry, box)) names.push(entry.name)
    }
    return names
  }

  #readIndex() {
    this.#index ??= this.#fetch<SheetIndex>('index').then(
      (index) => ({
        index,
        tiles: new Map(index.grids.map((entry) => [gridKey(entry), new Set(entry.tiles)])),
      }),
      (error: unknown) => {
        this.#index = null
        throw error
      },
    )
    return this.#index
  }

  #load(name: string): Promise<Sheet> {
    const cachedSheet = this.#sheets.get(name)
    if (cachedSheet) return cachedSheet
    if (this.#sheets.size >= MOST_SHEETS) {
      this.#sheets.clear()
      this.#loaded.clear()
    }
    const loading = this.#fetch<EncodedSheet>(name).then(
      (encoded) => {
        const sheet = decodeSheet(encoded)
        this.#loaded.set(name, sheet)
        return sheet
      },
      (error: unknown) => {
        this.#sheets.delete(name)
        throw error
      },
    )
    this.#sheets.set(name, loading)
    return loading
  }

  async #fetch<T>(name: string): Promise<T> {
    const answer = await fetch(`${this.#base}${name}.json`)
    if (!answer.ok) throw new Error(`The basemap sheet ${name} answered ${answer.status}.`)
    return answer.json() as Promise<T>
  }
}

const gridKey = ({ prefix, grid }: { prefix: string; grid: number }) => `${prefix}/${grid}`
const isShownAt = ({ min, max }: Range, zoom: number) => zoom >= min && zoom <= max

function reaches({ box: area }: SheetIndex['whole'][number], box: UnitBox): boolean {
  const [west = 0, north = 0, east = 1, south = 1] = area ?? []
  return overlaps({ west, north, east, south }, box)
}

function gridTiles(grid: number, box: UnitBox): string[] {
  const count = 2 ** grid
  // A box that ends exactly on a tile's edge does not reach into the next tile.
  const last = (unit: number) => Math.ceil(unit * count - 1e-9) - 1
  const tiles: string[] = []
  for (let x = Math.floor(box.west * count + 1e-9); x <= last(box.east); x++) {
    for (let y = Math.floor(box.north * count + 1e-9); y <= last(box.south); y++) {
      tiles.push(`${x}-${y}`)
    }
  }
  return tiles
}
