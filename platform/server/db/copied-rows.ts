const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** Signature, flags and the length of a header extension, which no version of PostgreSQL has used. */
const HEADER_LENGTH = SIGNATURE.length + 8
/** Marks the end, in place of the next row's field count. */
const NO_MORE_ROWS = -1
/** Marks a NULL field in the list of field offsets. */
const NULL = -1
/** PostgreSQL counts microseconds from the year 2000. */
const YEAR_2000_MS = Date.UTC(2000)
/** Number of dimensions, flags, element type, then size and lower bound of the one dimension. */
const ARRAY_HEADER_LENGTH = 20

/**
 * One row of a COPY in its binary format (see "COPY" in PostgreSQL's manual). One object is reused for all rows and
 * always describes the row that was read last. Fields are counted from 0; the caller has to know their types.
 */
export class CopiedRow {
  /** Received bytes that belong to this row or later ones. */
  bytes: Buffer = Buffer.alloc(0)
  readonly #starts: Int32Array

  constructor(fieldCount: number) {
    this.#starts = new Int32Array(fieldCount)
  }

  /**
   * Reads the row that starts at `at`.
   * @returns the offset of the next row; -1 if this row has not arrived completely
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

  /** Offset of a field in {@link bytes}; -1 for NULL. */
  startOf(field: number): number {
    return this.#starts[field] as number
  }

  isNull(field: number): boolean {
    return this.startOf(field) === NULL
  }

  boolean(field: number): boolean {
    return this.bytes[this.startOf(field)] === 1
  }

  /** Reads a `double precision` field (eight bytes). */
  double(field: number): number {
    return this.bytes.readDoubleBE(this.startOf(field))
  }

  /** Reads a `timestamptz` as milliseconds since 1970. */
  milliseconds(field: number): number {
    const at = this.startOf(field)
    const microseconds = this.bytes.readInt32BE(at) * 2 ** 32 + this.bytes.readUInt32BE(at + 4)
    return Math.floor(microseconds / 1000) + YEAR_2000_MS
  }

  /** Replaces the contents of `target` with the elements of a `smallint[]` without NULLs. */
  smallints(field: number, target: number[]): void {
    target.length = 0
    if (this.isNull(field)) return
    const { bytes } = this
    const at = this.startOf(field)
    const dimensions = bytes.readInt32BE(at)
    if (dimensions === 0) return
    const count = bytes.readInt32BE(at + 12)
    for (let i = 0, next = at + ARRAY_HEADER_LENGTH; i < count; i++, next += 6) {
      // Each element is preceded by its length.
      target.push(bytes.readInt16BE(next + 4))
    }
  }
}

/**
 * Calls back for each row of a COPY in its binary format. The chunks may be split anywhere. Throws if the format is
 * wrong, the number of fields differs or the data ends early.
 */
export async function eachCopiedRow(
  parts: AsyncIterable<Buffer>,
  fieldCount: number,
  take: (row: CopiedRow) => void,
): Promise<void> {
  const row = new CopiedRow(fieldCount)
  let isHeaderRead = false
  let hasEnded = false
  /** An incomplete row at the end of the previous chunk. */
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
