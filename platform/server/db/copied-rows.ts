const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** Signature, flags, and the length of an extension, which no version of PostgreSQL has used. */
const HEADER_LENGTH = SIGNATURE.length + 8
/** Stands where the number of fields of the next row would. */
const NO_MORE_ROWS = -1
/** Where a field that is NULL begins. */
const NULL = -1
/** PostgreSQL counts microseconds from the year 2000. */
const YEAR_2000_MS = Date.UTC(2000)
/** Number of dimensions, flags, type of the elements; then size and lowest index of the one dimension. */
const ARRAY_HEADER_LENGTH = 20

/**
 * One row of a COPY in its binary format, as PostgreSQL's manual describes it under "COPY". It is one object
 * for all rows: what it says is about the row that was read last. Fields are counted from 0; whoever reads
 * one has to know its type.
 */
export class CopiedRow {
  /** All that has arrived and belongs to this row or to later ones. */
  bytes: Buffer = Buffer.alloc(0)
  readonly #starts: Int32Array

  constructor(fieldCount: number) {
    this.#starts = new Int32Array(fieldCount)
  }

  /**
   * Reads the row that begins at `at`.
   * @returns where the next one begins; -1 where not all of this row has arrived
   */
  read(at: number): number {
    const { bytes } = this
    const starts = this.#starts
    let next = at + 2
    for (let field = 0; field < starts.length; field++) {
      if (next + 4 > bytes.length) return -1
      const length = bytes.readInt32BE(next)
      next += 4
      starts[field] = length < 0 ? NULL : next
      if (length > 0) next += length
    }
    return next > bytes.length ? -1 : next
  }

  /** Where a field begins in {@link bytes}; -1 where it is NULL. */
  startOf(field: number): number {
    return this.#starts[field] as number
  }

  isNull(field: number): boolean {
    return this.startOf(field) === NULL
  }

  boolean(field: number): boolean {
    return this.bytes[this.startOf(field)] === 1
  }

  /** Of a field of eight bytes. */
  double(field: number): number {
    return this.bytes.readDoubleBE(this.startOf(field))
  }

  /** Milliseconds since 1970 of a `timestamptz`. */
  milliseconds(field: number): number {
    const at = this.startOf(field)
    const microseconds = this.bytes.readInt32BE(at) * 2 ** 32 + this.bytes.readUInt32BE(at + 4)
    return Math.floor(microseconds / 1000) + YEAR_2000_MS
  }

  /** Puts the elements of a `smallint[]`, none of which is NULL, in place of what `target` had. */
  smallints(field: number, target: number[]): void {
    target.length = 0
    if (this.isNull(field)) return
    const { bytes } = this
    const at = this.startOf(field)
    const dimensions = bytes.readInt32BE(at)
    if (dimensions === 0) return
    const count = bytes.readInt32BE(at + 12)
    for (let i = 0, next = at + ARRAY_HEADER_LENGTH; i < count; i++, next += 6) {
      // The length of the element comes first.
      target.push(bytes.readInt16BE(next + 4))
    }
  }
}

/**
 * Calls back for each row of a COPY in its binary format. The parts in which it arrives may end
 * anywhere. Throws where it is not that format, has another number of fields, or ends before its end.
 */
export async function eachCopiedRow(
  parts: AsyncIterable<Buffer>,
  fieldCount: number,
  take: (row: CopiedRow) => void,
): Promise<void> {
  const row = new CopiedRow(fieldCount)
  let isHeaderRead = false
  let hasEnded = false
  /** The beginning of a row whose rest has not arrived. */
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of parts) {
    row.bytes = rest.length === 0 ? part : Buffer.concat([rest, part])
    let at = 0
    if (!isHeaderRead && row.bytes.length >= HEADER_LENGTH) {
      if (!row.bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) {
        throw new Error('Unexpected beginning of a COPY: it is not the binary format')
      }
      at = HEADER_LENGTH
      isHeaderRead = true
    }
    while (isHeaderRead && at + 2 <= row.bytes.length) {
      const fields = row.bytes.readInt16BE(at)
      hasEnded = fields === NO_MORE_ROWS
      if (hasEnded) break
      if (fields !== fieldCount) throw new Error(`Unexpected number of fields: ${fields}`)
      const next = row.read(at)
      if (next < 0) break
      take(row)
      at = next
    }
    rest = row.bytes.subarray(at)
  }
  if (!hasEnded) throw new Error('A COPY ended before its last row')
}
