/** A house number after its street ("Rue du 23-Juin 10a", "Hauptstr. 7-9") or before it ("3 bis, rue de Berne"). */
const BEHIND = /^(.*\p{L}.*?)[\s,]+(\d+)\s*([^\s,]{0,3}(?:\s*[-–/+]\s*\d+\s*\p{L}?)?)\s*$/u
const BEFORE = /^(\d+)\s*((?:bis|ter|\p{L})?)[\s,]+(\p{L}.*)$/u

interface House {
  street: string
  number: number
  /** Distinguishes houses with the same number. */
  suffix: string
}

function houseOf(address: string): House {
  const [behind, street = '', number = '0', suffix = ''] = BEHIND.exec(address) ?? []
  if (behind !== undefined) return { street, number: Number(number), suffix }
  const [before, first = '0', letter = '', name = ''] = BEFORE.exec(address) ?? []
  if (before !== undefined) return { street: name, number: Number(first), suffix: letter }
  return { street: address, number: 0, suffix: '' }
}

const compare = new Intl.Collator('de', { sensitivity: 'base', numeric: true }).compare

interface Place {
  address: string
  postcode: string
  city: string
}

/** Sorts in walking order: by town, then street, then house number (numerically). */
export function inWalkingOrder<Row>(rows: readonly Row[], placeOf: (row: Row) => Place): Row[] {
  return rows
    .map((row) => {
      const place = placeOf(row)
      return { row, place, house: houseOf(place.address) }
    })
    .sort(
      (a, b) =>
        compare(a.place.postcode, b.place.postcode) ||
        compare(a.place.city, b.place.city) ||
        compare(a.house.street, b.house.street) ||
        a.house.number - b.house.number ||
        compare(a.house.suffix, b.house.suffix),
    )
    .map(({ row }) => row)
}
