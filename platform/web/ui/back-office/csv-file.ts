import { CSV_MARK, type CsvCell, csvLine } from '#platform/shared/input/csv.ts'

/** A table as a CSV file that spreadsheet programs open with a double click. */
export const csvFile = (rows: readonly (readonly CsvCell[])[]): Blob =>
  new Blob([CSV_MARK, ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' })
