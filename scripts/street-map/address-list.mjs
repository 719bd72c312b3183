// Extracts streets and house numbers from osmium's export, for the server's address search
// (platform/server/street-map/address-list.ts).
import { around } from 'geokdbush'
import KDBush from 'kdbush'

const VERSION = 1
/** Positions are rounded to a metre. */
const SCALE = 1e5
/** A postcode of at most `most` houses in a town with `beside` others is a mistake. */
const SLIP = { most: 2, beside: 40 }
/** Kinds of highways without addresses. */
const NO_STREET =
  /^(bus_stop|construction|corridor|elevator|platform|proposed|raceway|rest_area|services)$/

const collator = new Intl.Collator('de', { numeric: true })

/** The centre of the bounding box: [longitude, latitude]. */
function middleOf({ coordinates }) {
  const numbers = coordinates.flat(Infinity)
  const half = (first) => {
    let [least, most] = [Infinity, -Infinity]
    for (let i = first; i < numbers.length; i += 2) {
      least = Math.min(least, numbers[i])
      most = Math.max(most, numbers[i])
    }
    return (least + most) / 2
  }
  return [half(0), half(1)]
}

/** Removes the parenthesised part of a town's name. */
const bareName = (city = '') => city.replace(/\s*\(.*\)$/, '').trim()

function houseOf({ geometry, properties: tags }) {
  const street = (tags['addr:street'] ?? tags['addr:place'] ?? '').trim()
  const city = bareName(tags['addr:city'])
  return {
    street,
    // "12 a" is one word, as in every list.
    numbers: tags['addr:housenumber']
      .split(/[;,]/)
      .map((number) => number.replace(/\s+/g, ''))
      .filter(Boolean),
    postcode: (tags['addr:postcode'] ?? '').trim(),
    // A city equal to the street is a mistake in the source data.
    city: city === street ? '' : city,
    at: middleOf(geometry),
  }
}

/** Creates a search for the element nearest to a position. Needs at least one element. */
function neighbours(all) {
  const index = new KDBush(all.length)
  for (const { at } of all) index.add(...at)
  index.finish()
  return ([longitude, latitude]) => all[around(index, longitude, latitude, 1)[0]]
}

const countBy = (all, keyOf) => {
  const counts = new Map()
  for (const each of all) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
  return counts
}

/** Removes postcodes that hardly any house of a large town has. */
function dropSlips(houses) {
  const keyOf = ({ postcode, city }) => `${postcode}\n${city}`
  const ofPlace = countBy(houses, keyOf)
  const ofTown = countBy(houses, ({ city }) => city)
  for (const house of houses) {
    const isRare = ofPlace.get(keyOf(house)) <= SLIP.most
    if (isRare && ofTown.get(house.city) >= SLIP.beside) house.postcode = ''
  }
}

/**
 * Completes houses without a place from the nearest house that has one, and returns a function that finds the place
 * for a position.
 */
function fillPlaces(houses, towns) {
  const whole = houses.filter(({ postcode, city }) => postcode && city)
  const known = whole.length > 0 ? whole : towns
  if (known.length === 0) return () => ({ postcode: '', city: '' })
  const placeAt = neighbours(known)
  const postcodes = new Map(whole.map(({ city, postcode }) => [city, postcode]))
  for (const house of houses) {
    if (house.postcode && house.city) continue
    const near = placeAt(house.at)
    const isOfTown = house.city === '' || house.city === near.city
    house.postcode ||= isOfTown ? near.postcode : (postcodes.get(house.city) ?? '')
    house.city ||= near.city
  }
  return placeAt
}

/** Streets by name and place, including those without house numbers. */
function streetsOf(houses, roads, placeAt) {
  const streets = new Map()
  const streetOf = (name, { postcode, city }) => {
    const key = [name, postcode, city].join('\n')
    const known = streets.get(key)
    if (known) return known
    const street = { name, postcode, city, houses: new Map(), pieces: [] }
    streets.set(key, street)
    return street
  }
  for (const { street, numbers, at, ...place } of houses) {
    if (!street) continue
    const { houses: own } = streetOf(street, place)
    for (const number of numbers) if (!own.has(number)) own.set(number, at)
  }
  for (const { name, at } of roads) streetOf(name, placeAt(at)).pieces.push(at)
  return [...streets.values()].sort(
    (a, b) =>
      collator.compare(a.postcode, b.postcode) ||
      collator.compare(a.city, b.city) ||
      collator.compare(a.name, b.name),
  )
}

/** Encodes each position as integers relative to the previous one, which makes them short. */
function createSteps([longitude, latitude]) {
  const whole = (degrees) => Math.round(degrees * SCALE)
  let last = [whole(latitude), whole(longitude)]
  const origin = last
  const next = ([x, y]) => {
    const here = [whole(y), whole(x)]
    const step = [here[0] - last[0], here[1] - last[1]]
    last = here
    return step
  }
  return { origin, next }
}

/** Collects the exported objects, sorted by their use. */
export class AddressCollector {
  #houses = []
  #roads = []
  #towns = []

  /** @param feature one object of osmium's GeoJSON */
  add({ geometry, properties }) {
    const { highway, name, place } = properties
    if (properties['addr:housenumber'] && geometry.type !== 'LineString') {
      this.#houses.push(houseOf({ geometry, properties }))
    } else if (highway && name && geometry.type === 'LineString' && !NO_STREET.test(highway)) {
      const { coordinates } = geometry
      this.#roads.push({ name: name.trim(), at: coordinates[coordinates.length >> 1] })
    } else if (place && name && geometry.type === 'Point') {
      this.#towns.push({ city: bareName(name), postcode: '', at: geometry.coordinates })
    }
  }

  /** The finished list, or null if there are no streets. */
  list() {
    dropSlips(this.#houses)
    const placeAt = fillPlaces(this.#houses, this.#towns)
    const streets = streetsOf(this.#houses, this.#roads, placeAt)
    const [first] = streets
    if (!first) return null
    const { origin, next } = createSteps(first.pieces[0] ?? [...first.houses.values()][0])
    const places = []
    const indexes = new Map()
    const indexOf = ({ postcode, city }) => {
      const key = `${postcode}\n${city}`
      if (!indexes.has(key)) indexes.set(key, places.push([postcode, city]) - 1)
      return indexes.get(key)
    }
    const entries = streets.map((street) => {
      const houses = [...street.houses].sort(([a], [b]) => collator.compare(a, b))
      const { pieces } = street
      const spots = houses.length > 0 ? houses.map(([, at]) => at) : [pieces[pieces.length >> 1]]
      const numbers = houses.map(([number]) => number).join(' ')
      return [street.name, indexOf(street), numbers, spots.flatMap(next)]
    })
    return {
      version: VERSION,
      attribution: '© OpenStreetMap contributors, ODbL',
      scale: SCALE,
      origin,
      places,
      streets: entries,
    }
  }
}
