import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import {
  CSV_MARK,
  type CsvCell,
  type CsvDecimal,
  csvLine,
  csvLineIn,
} from '#platform/shared/input/csv.ts'

async function* linesOf(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>,
  decimal: CsvDecimal,
): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(head)
  for await (const rows of pages) yield rows.map(csvLineIn(decimal)).join('')
}

/** Streams a table page by page, so that memory use does not grow with its length. */
export function sendCsv(
  reply: FastifyReply,
  filename: string,
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>,
  decimal: CsvDecimal = 'point',
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(linesOf(head, pages, decimal)))
}
