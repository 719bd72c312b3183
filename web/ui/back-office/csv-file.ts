export type CsvCell = string | number

/** What a spreadsheet would run as a formula is text. */
const harmless = (text: string) => (/^\s*[=+\-@]/.test(text) ? `'${text}` : text)

const cellOf = (cell: CsvCell) =>
  typeof cell === 'number' ? `${cell}` : `"${harmless(cell).replaceAll('"', '""')}"`

/**
 * A table as a file that spreadsheets open by a double click: UTF-8 with its mark, semicolons as Excel
 * wants them in Switzerland, Germany and France, a point in numbers.
 */
export function csvFile(rows: readonly (readonly CsvCell[])[]): Blob {
  const lines = rows.map((row) => row.map(cellOf).join(';'))
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' })
}
