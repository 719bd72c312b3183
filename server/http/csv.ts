import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type Cell = string | number | boolean | null

/** So that Excel reads it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A cell of a CSV file (RFC 4180). What a spreadsheet would take for a formula begins with an
 * apostrophe: whoever wrote it may be anybody.
 */
export function csvCell(cell: Cell): string {
  const text = typeof cell === 'string' ? cell.replace(/^(?=[\s]*[=+\-@])/, "'") : `${cell ?? ''}`
  return /[",;\r\n\t]/.test(text) || text !== text.trim() ? `"${text.replace(/"/g, '""')}"` : text
}

const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

async function* linesOf(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(head)
  for await (const rows of pages) yield rows.map(csvLine).join('')
}

/** Sends a table page by page, so that a long one needs no more memory than a short one. */
export function sendCsv(
  reply: FastifyReply,
  filename: string,
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Readable.from(linesOf(head, pages)))
}
