export type CsvCell = string | number | boolean | null

/** So that Excel reads a file as UTF-8. */
export const CSV_MARK = '\uFEFF'

/**
 * A cell of a CSV file (RFC 4180, but for the semicolons of {@link csvLine}). What a spreadsheet would
 * take for a formula begins with an apostrophe: whoever wrote it may be anybody.
 */
export function csvCell(cell: CsvCell): string {
  const text = typeof cell === 'string' ? cell.replace(/^(?=[\s]*[=+\-@])/, "'") : `${cell ?? ''}`
  return /[",;\r\n\t]/.test(text) || text !== text.trim() ? `"${text.replace(/"/g, '""')}"` : text
}

/** What stands before the cents: Excel reads a comma in Germany, Austria and France, a point in Switzerland. */
export type CsvDecimal = 'point' | 'comma'

const withComma = (cell: CsvCell) =>
  typeof cell === 'number' ? String(cell).replace('.', ',') : csvCell(cell)

/** Semicolons, as Excel wants them in Switzerland, Germany and France; a point in numbers. */
export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(csvCell).join(';')}\r\n`

/** The same with the numbers that a reader's spreadsheet takes for numbers. */
export const csvLineIn = (decimal: CsvDecimal) => (cells: readonly CsvCell[]) =>
  decimal === 'comma' ? `${cells.map(withComma).join(';')}\r\n` : csvLine(cells)
