import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCents, readIds, readSwitch, readTime } from './cells.ts'
import { textOfMessage } from './message-text.ts'
import { openSiteFile, type SiteRow } from './site-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

it.each([
  ['20', 2000],
  ['20.5', 2050],
  ['0,05', 5],
  ['12.3400', 1234],
  ['-7.00', -700],
  [undefined, 0],
  ['12.345', undefined],
  ['1e3', undefined],
  ['zwölf', undefined],
])('the money %s is %s cents', (cell, cents) => {
  expect(readCents(cell)).toBe(cents)
})

it.each([
  ['2024-05-31 17:45:00', '2024-05-31T15:45:00.000Z'],
  ['2024-01-31', '2024-01-30T23:00:00.000Z'],
  ['2024-05-31T17:45:00Z', '2024-05-31T17:45:00.000Z'],
  ['1717170300', '2024-05-31T15:45:00.000Z'],
])('the time %s in Zürich is %s', (cell, iso) => {
  expect(readTime(cell, 'Europe/Zurich')?.toISOString()).toBe(iso)
})

it("MySQL's zero date and nonsense are no time", () => {
  expect(readTime('0000-00-00 00:00:00', 'Europe/Zurich')).toBeNull()
  for (const cell of ['gestern', '0', '1', '12']) {
    expect(readTime(cell, 'Europe/Zurich')).toBeNull()
  }
})

it('a switch is read in several spellings', () => {
  expect(['1', 'true', 'YES', 'ja'].map((cell) => readSwitch(cell, false))).not.toContain(false)
  expect(['0', 'false', 'no', 'nein'].map((cell) => readSwitch(cell, true))).not.toContain(true)
  expect(readSwitch(undefined, true)).toBe(true)
})

it.each([
  ['never closed', 'id,name\n1,Anna\n2,"Bob\n3,Carl\n4,Dora\n', ['1'], [[3, 'lines 3 to 5']]],
  ['closed in a later row', 'id,name\n1,"Anna\n2,"Bob"\n3,Carl\n', ['3'], [[2, 'lines 2 to 3']]],
  ['in a field', 'id,name\n1,An"na\n2,Bob\n', ['2'], [[2, 'quote']]],
])(
  'a quote that is %s is reported with its line and what it swallows',
  async (_, text, ids, broken) => {
    const path = join(folder, 'quotes.csv')
    await writeFile(path, text)
    const reported: [number, string][] = []
    const file = await openSiteFile(path, ['id', 'name'], (line, reason) =>
      reported.push([line, reason]),
    )
    const rows: SiteRow[] = []
    for await (const batch of file.batches) rows.push(...batch)
    expect(rows.map(({ fields }) => fields.id)).toEqual(ids)
    expect(reported).toEqual(
      broken.map(([line, part]) => [line, expect.stringContaining(`${part}`)]),
    )
    expect(file.shareRead()).toBe(1)
  },
)

it('ids are read from a list however it is separated', () => {
  expect(readIds('3,17; 4|["5"]')).toEqual(['3', '17', '4', '5'])
})

it.each([
  ['a<br>b<br/>c<br />d', 'a\nb\nc\nd'],
  ['a<BR />\r\nb', 'a\nb'],
  ['&amp;lt; &lt;br&gt; &quot;x&quot; &#39;', '&lt; <br> "x" \''],
  ['AT&T, R&D &copyright', 'AT&T, R&D &copyright'],
])('the stored text %s is read once', (stored, text) => {
  expect(textOfMessage(stored)).toBe(text)
})

async function read(text: string | Buffer) {
  const path = join(folder, 'file.csv')
  await writeFile(path, text)
  const broken: [number, string][] = []
  const file = await openSiteFile(path, ['id', 'text', 'user_id'], (line, reason) =>
    broken.push([line, reason]),
  )
  const rows: SiteRow[] = []
  for await (const batch of file.batches) rows.push(...batch)
  return {
    rows: rows.map(({ fields }) => fields),
    lines: rows.map(({ line }) => line),
    broken,
    unknown: file.unknown,
  }
}

it('a file of mysql --batch is read with its line breaks, tabs, quotes and NULL', async () => {
  const { rows } = await read('id\ttext\tuser_id\n1\tsagt "ja"\\nund\\t\\\\\tNULL\n2\tx;y,z\t5\n')
  expect(rows).toEqual([
    { id: '1', text: 'sagt "ja"\nund\t\\' },
    { id: '2', text: 'x;y,z', user_id: '5' },
  ])
})

it('a file with quotes is read with its line breaks, and unknown columns are listed', async () => {
  const { rows, unknown } = await read('\ufeffid;text;extra\r\n1;"a ""b""\r\nc; d";\r\n')
  expect(rows).toEqual([{ id: '1', text: 'a "b"\r\nc; d' }])
  expect(unknown).toEqual(['extra'])
})

it('a file in Windows-1252 is read', async () => {
  const { rows } = await read(Buffer.from('id,text\n1,Z\xfcrich\n', 'latin1'))
  expect(rows).toEqual([{ id: '1', text: 'Zürich' }])
})

it('rows with too many cells and a quote that is not closed are reported with their line', async () => {
  const { rows, broken, lines } = await read('id,text\n1,a\n2,b,c,d\n4,e\n5,"x\n')
  expect(rows).toEqual([
    { id: '1', text: 'a' },
    { id: '4', text: 'e' },
  ])
  expect(lines).toEqual([2, 4])
  expect(broken.map(([line]) => line)).toEqual([3, 5])
})
