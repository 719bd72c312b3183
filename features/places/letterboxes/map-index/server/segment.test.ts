import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SegmentBuilder } from './build.ts'
import { addToTable, findRank, formatId, idTable, parseId } from './ids.ts'
import { community, randomId, randomNumbers } from './letterbox-index.fixtures.ts'
import { bisect, seek, sumsBefore, UNITS_PER_DEGREE } from './segment.ts'
import { runAtOnce } from './slices.ts'

it('bisect() and seek() find the first place of a value like a linear search', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50), { maxLength: 80 }).map((some) => some.sort((a, b) => a - b)),
      fc.nat(51),
      fc.nat(),
      (sorted, value, start) => {
        const values = Uint32Array.from(sorted)
        const from = start % (sorted.length + 1)
        const walked = sorted.findIndex((other, at) => at >= from && other >= value)
        const expected = walked < 0 ? sorted.length : walked
        expect(bisect(values, value, from, sorted.length)).toBe(expected)
        expect(seek(values, value, from)).toBe(expected)
      },
    ),
    { numRuns: 2000 },
  )
})

it('sumsBefore() sums the beginning of every list exactly', () => {
  const builder = new SegmentBuilder()
  for (const row of community(300, 11)) builder.push(row)
  const segment = runAtOnce(builder.build())
  const sums = new Float64Array(2)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (list, end) => {
      const postings = [...segment.postings.values()]
      const posting = postings[list % postings.length]
      if (!posting) throw new Error('No posting')
      const position = end % (posting.size + 1)
      const ranks = Array.from({ length: position }, (_, i) => posting.ranks?.[i] ?? i)
      const sumOf = (part: 0 | 1) =>
        ranks.reduce(
          (sum, rank) =>
            sum + Math.round((segment.coordinates[rank * 2 + part] ?? 0) * UNITS_PER_DEGREE),
          0,
        )
      sumsBefore(segment, posting, position, sums)
      expect([...sums]).toEqual([sumOf(0), sumOf(1)])
    }),
    { numRuns: 2000 },
  )
})

it('a segment is in the order of Array.sort, by code and then by id', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(200), (seed, size) => {
      const random = randomNumbers(seed)
      const builder = new SegmentBuilder()
      // Uses few positions, so that many letterboxes share one.
      for (const row of community(size, seed)) {
        const latitude = Math.round(random() * 3)
        builder.push({ ...row, latitude, longitude: Math.round(random() * 3) })
      }
      const { keys, ids } = runAtOnce(builder.build())
      const built = [...keys].map((key, rank) => ({ key, id: formatId(ids, rank) }))
      const sorted = [...built].sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : 1))
      expect(built).toEqual(sorted)
    }),
    { numRuns: 200 },
  )
})

it('the id table finds ids like a Map, and ids keep their spelling', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(200), (seed, size) => {
      const random = randomNumbers(seed)
      const there = Array.from({ length: size }, () => randomId(random))
      const map = new Map(there.map((id, rank) => [id, rank]))
      const words = new Uint32Array(size * 4)
      const slots = idTable(size)
      for (const [rank, id] of there.entries()) parseId(id, words, rank * 4)
      addToTable(slots, words, 0, size)
      const wordsOfId = new Uint32Array(4)
      for (const id of [...there, randomId(random), randomId(random)]) {
        parseId(id, wordsOfId, 0)
        expect(findRank(slots, words, wordsOfId)).toBe(map.get(id) ?? -1)
        expect(formatId(wordsOfId, 0)).toBe(id)
      }
    }),
    { numRuns: 100 },
  )
})
