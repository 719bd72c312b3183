export type CsvCell = string | number | boolean | null

/** Byte order mark, with which Excel reads the file as UTF-8. */
export const CSV_MARK = '\uFEFF'

/**
 * A cell of a CSV file (RFC 4180, except for the semicolons of {@link csvLine}). Text that a spreadsheet would read as
 * a formula gets an apostrophe in front, since anyone may have written it.
 */
export function csvCell(cell: CsvCell): string {
  const text = typeof cell === 'string' ? cell.replace(/^(?=[\s]*[=+\-@])/, "'") : `${cell ?? ''}`
  return /[",;\r\n\t]/.test(text) || text !== text.trim() ? `"${text.replace(/"/g, '""')}"` : text
}

/** Decimal separator: Excel reads a comma in Germany, Austria and France, a point in Switzerland. */
export type CsvDecimal = 'point' | 'comma'

const withComma = (cell: CsvCell) =>
  typeof cell === 'number' ? String(cell).replace('.', ',') : csvCell(cell)

/** Semicolons, as Excel expects in Switzerland, Germany and France; decimal points in numbers. */
export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(';')}\r\n`

/** The same with the decimal separator of the reader's spreadsheet. */
export const csvLineIn = (decimal: CsvDecimal) => (cells: readonly CsvCell[]) =>
  decimal === 'comma' ? `${cells.map(withComma).join(';')}\r\n` : csvLine(cells)
