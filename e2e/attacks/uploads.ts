import { gzipSync } from 'node:zlib'
import { png, red, SQUARE, svg } from '#app/server/testing/pictures.ts'

/** A file that a member of the staff uploads, and the expected status. */
export interface Upload {
  what: string
  call:
    | '/admin/items/artwork'
    | '/admin/settings/logo'
    | '/admin/imports/check'
    | '/admin/bankStatements/import'
  body: object
  status: number
  /** Status behind nginx if it rejects what the server would accept. */
  nginx?: number
}

/** Logos and stickers share their code. Accepted files show that neither place serves anything malicious. */
const picture = (what: string, file: Buffer, status: number): Upload[] => {
  const content = file.toString('base64')
  const sticker: Upload = {
    what: `sticker: ${what}`,
    call: '/admin/items/artwork',
    body: { file: content, category: 'tools' },
    status,
  }
  const logo: Upload = {
    what: `logo: ${what}`,
    call: '/admin/settings/logo',
    body: { file: content },
    status,
  }
  return status === 200 ? [sticker, logo] : [sticker]
}
const square = png(40, 20, red(40, 20))
const laughs = `<!DOCTYPE a [<!ENTITY a "${'ha'.repeat(50)}"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]>`
const reader = '<!DOCTYPE a [<!ENTITY c SYSTEM "file:///etc/passwd">]>'
const uses = Array.from(
  { length: 12 },
  (_, at) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`,
).join('')

const PICTURES: Upload[] = [
  ...picture('SVG with a script', svg(`<script>alert(1)</script>${SQUARE}`), 200),
  ...picture(
    'SVG with handlers',
    svg(`<path d="M2 2h20v20H2z" onload="alert(1)" onclick="alert(1)"/>`),
    200,
  ),
  ...picture(
    'SVG with foreign HTML',
    svg(`<foreignObject><body onload="alert(1)"><iframe src="x"/></body></foreignObject>${SQUARE}`),
    200,
  ),
  ...picture(
    'SVG that loads',
    svg(
      `<image href="http://evil.example/x.png"/><style>@import "//evil.example";</style>${SQUARE}`,
    ),
    200,
  ),
  ...picture('PNG with a script in its comment', square, 200),
  ...picture('SVG that reads a file', Buffer.from(reader + svg('<text>&c;</text>')), 422),
  ...picture('SVG of a billion laughs', Buffer.from(laughs + svg('<path d="&c;"/>')), 422),
  ...picture(
    'SVG of a billion copies',
    svg(`<path id="u0" d="M0 0h9v9z"/>${uses}<use href="#u12"/>`),
    422,
  ),
  ...picture(
    'script with a GIF header',
    Buffer.from('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)', 'latin1'),
    422,
  ),
  ...picture(
    'PNG that is also a page',
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      Buffer.from('<html><script>alert(1)</script></html>'),
    ]),
    422,
  ),
  ...picture('PNG of 900 million pixels', png(30_000, 30_000, Buffer.alloc(1000)), 422),
  ...picture('PNG with more data than declared', png(4, 4, Buffer.alloc(50_000_000)), 422),
  ...picture('PNG cut short', square.subarray(0, 120), 422),
  ...picture('JPEG', Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2Q==', 'base64'), 422),
  ...picture(
    'PDF',
    Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
    422,
  ),
  ...picture('page', Buffer.from('<html><script>alert(1)</script></html>'), 422),
  ...picture('packed SVG', gzipSync(svg(SQUARE)), 422),
  ...picture('packed zeros', gzipSync(Buffer.alloc(100_000_000)), 422),
  ...picture('nothing', Buffer.alloc(0), 422),
  ...picture('more than a megabyte', Buffer.alloc(2_000_000, 0x20), 413),
]

const table = (
  what: string,
  content: Buffer,
  more: Partial<Upload> & { name?: string } = {},
): Upload => ({
  what: `letterboxes: ${what}`,
  call: '/admin/imports/check',
  body: {
    file_name: more.name ?? 'letterboxes.csv',
    content: content.toString('base64'),
    lang: 'de',
  },
  status: more.status ?? 201,
  ...(more.nginx && { nginx: more.nginx }),
})
const HEAD = 'address,postcode,city,email\n'
const ROW = 'Hohlstrasse 40,8004,Zürich,'

const TABLES: Upload[] = [
  table('formulas', Buffer.from(`${HEAD}=cmd|' /C calc'!A0,8004,@SUM(1),+1\n${ROW}-2+3\n`)),
  table('a script', Buffer.from(`${HEAD}<script>alert(1)</script>,8004,Zürich,a@b.example\n`)),
  table('a name with a path', Buffer.from(HEAD), { name: '../../../etc/cron.d/letterlend' }),
  table('a name with a NUL', Buffer.from(HEAD), { name: 'a\0.csv', status: 400 }),
  table('bytes of no kind', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 7919) % 256))),
  table('a quote that is never closed', Buffer.from(`${HEAD}"${ROW.repeat(2000)}`)),
  table('a row of 50,000 cells', Buffer.from(`${HEAD}${','.repeat(50_000)}\n`)),
  table('UTF-16 cut in half', Buffer.from(`\ufeff${HEAD}${ROW}`, 'utf16le').subarray(0, -1)),
  table('packed', gzipSync(Buffer.alloc(50_000_000))),
  table('8 MB at once', Buffer.alloc(8_000_000, `${ROW}\n`), { nginx: 413 }),
  table('12 MB', Buffer.alloc(12_000_000, `${ROW}\n`), { status: 413 }),
]

const statement = (what: string, xml: string, status = 422): Upload => ({
  what: `bank statement: ${what}`,
  call: '/admin/bankStatements/import',
  body: { xml },
  status,
})
const CAMT =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt/></Document>'

const STATEMENTS: Upload[] = [
  statement('one that reads a file', `${reader}${CAMT.replace('<BkToCstmrStmt/>', '&c;')}`),
  statement('a billion laughs', `${laughs}${CAMT.replace('<BkToCstmrStmt/>', '&c;')}`),
  statement('another kind', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"/>'),
  statement('a page', '<html><script>alert(1)</script></html>'),
  statement('a list', 'Datum;Betrag\n2026-03-04;7.00'),
  statement('depth without end', `${'<a>'.repeat(100_000)}`),
  statement(
    'a million attributes',
    `<a ${Array.from({ length: 60_000 }, (_, at) => `b${at}=""`).join(' ')}/>`,
  ),
  statement('more than two megabytes', CAMT + ' '.repeat(3_000_000), 413),
]

export const UPLOADS: Upload[] = [...PICTURES, ...TABLES, ...STATEMENTS]
