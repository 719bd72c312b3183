import { describe, expect, it } from 'vitest'
import { readCsv as readLazily } from './csv-file.ts'
import { CsvFileError } from './csv-file-error.ts'

/** Reads the file with all of its rows. */
function readCsv(...given: Parameters<typeof readLazily>) {
  const csv = readLazily(...given)
  return { ...csv, rows: [...csv.rows()] }
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const row = { address: 'Weg 1', postcode: '8001', city: 'Zürich' }

describe('a CSV file', () => {
  it.each([
    ['semicolons', 'address;postcode;city\nWeg 1;8001;Zürich\n'],
    ['commas', 'address,postcode,city\nWeg 1,8001,Zürich'],
    ['tabs', 'address\tpostcode\tcity\nWeg 1\t8001\tZürich\n'],
    ['CRLF', 'address;postcode;city\r\nWeg 1;8001;Zürich\r\n'],
    ['old Mac line ends', 'address;postcode;city\rWeg 1;8001;Zürich\r'],
    ['a byte order mark', '\uFEFFaddress;postcode;city\nWeg 1;8001;Zürich'],
    ['quotes', '"address";"postcode";"city"\n"Weg 1";"8001";"Zürich"'],
    ['German headers', 'Strasse; PLZ ;ORT\nWeg 1;8001;Zürich'],
    ['French headers', 'Adresse;Code postal;Localité\nWeg 1;8001;Zürich'],
  ])('may have %s', (_what, text) => {
    expect(readCsv(utf8(text))).toMatchObject({
      rows: [{ line: 2, fields: row }],
      broken: [],
      notices: [],
    })
  })

  it('may be UTF-16, which Excel writes as "Unicode text"', () => {
    const text = '\uFEFFaddress\tpostcode\tcity\r\nWeg 1\t8001\tZürich\r\n'
    const bytes = new Uint8Array(Buffer.from(text, 'utf16le'))
    expect(readCsv(bytes).rows).toEqual([{ line: 2, fields: row }])
  })

  it('may be Latin-1, with a notice about it', () => {
    const { rows, notices } = readCsv(latin1('address;postcode;city\nWeg 1;8001;Zürich'))
    expect(rows[0]?.fields.city).toBe('Zürich')
    expect(notices).toEqual([{ code: 'not_utf8', values: {} }])
  })

  it('counts lines like an editor, including empty lines and line breaks in quotes', () => {
    const text = 'address,postcode,city\n\n"Weg 1\nHinterhaus",8001,A\n,,\nWeg 2,8002,B\n'
    expect(readCsv(utf8(text)).rows.map(({ line, fields }) => [line, fields.city])).toEqual([
      [3, 'A'],
      [6, 'B'],
    ])
  })

  it('skips pages of blank rows without counting them', () => {
    const text = `address;postcode;city\nWeg 1;8001;A\n${';;\n'.repeat(1000)}${'\n'.repeat(1000)}Weg 2;8002;B`
    const { rows, broken } = readCsv(utf8(text), 2)
    expect(rows.map(({ line }) => line)).toEqual([2, 2003])
    expect(broken).toEqual([])
  })

  it.each([
    ['good', 'Weg;8001;A\n'],
    ['broken', 'We"g;8001;A\n'],
  ])('is refused with more %s rows than the limit', (_, row) => {
    const text = `address;postcode;city\n${row.repeat(4)}`
    expect(() => readCsv(utf8(text), 3)).toThrow('more than 3 rows')
    expect(() => readCsv(utf8(text), 4)).not.toThrow()
  })

  it('ignores unknown columns and names them in a notice', () => {
    const { notices } = readCsv(utf8('address,postcode,city,Shoe size\nWeg 1,8001,A,42'))
    expect(notices).toEqual([{ code: 'column_unknown', values: { name: 'Shoe size' } }])
  })

  it('keeps good rows next to broken ones', () => {
    const text =
      'address,postcode,city\nWeg 1,8001,A\nWeg "2" x",8001,B\nWeg 3,8001,C,too,many\nWeg 4,8001,D'
    const { rows, broken } = readCsv(utf8(text))
    expect(rows.map(({ fields }) => fields.city)).toContain('A')
    expect(rows.map(({ fields }) => fields.city)).toContain('D')
    expect(broken.find(({ line }) => line === 4)).toMatchObject({
      code: 'too_many_fields',
      values: { fields: '5' },
    })
  })

  it('reports a quote that never closes', () => {
    const { rows, broken } = readCsv(
      utf8('address,postcode,city\nWeg 1,8001,A\n"Weg 2,8001,B\nWeg 3,8001,C'),
    )
    expect(rows).toHaveLength(1)
    expect(broken[0]).toMatchObject({ line: 3, code: 'quote_not_closed' })
  })

  it.each([
    ['', 'empty'],
    [' \n\n', 'empty'],
    ['hello world', 'address, postcode, city is missing'],
    ['address;city\nWeg 1;A', 'postcode is missing'],
    ['address,street,postcode,city\n', 'comes twice'],
    ['PK\u0003\u0004...', 'spreadsheet'],
    ['a\u0000b', 'not a text file'],
  ])('is refused as a whole if it is %j', (text, reason) => {
    expect(() => readCsv(utf8(text))).toThrow(CsvFileError)
    expect(() => readCsv(utf8(text))).toThrow(reason)
  })
})
