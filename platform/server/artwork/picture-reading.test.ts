import { describe, expect, it } from 'vitest'
import { png, red, SQUARE, svg } from '#app/server/testing/pictures.ts'
import { readPicture } from './picture-reading.ts'
import { isPng } from './png-artwork.ts'
import { RefusedArtwork } from './refused-artwork.ts'

const reasonOf = (file: Buffer) =>
  readPicture(file).then(
    () => 'taken',
    (error) => (error instanceof RefusedArtwork ? error.reason : error),
  )

describe('an SVG', () => {
  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in CDATA', '<script><![CDATA[alert(1)]]></script>'],
    ['a handler', '<path d="M0 0h1v1z" onload="alert(1)" onclick="alert(1)"/>'],
    [
      'foreign things',
      '<foreignObject><body onload="alert(1)"><iframe src="x"/></body></foreignObject>',
    ],
    [
      'a picture from elsewhere',
      '<image xlink:href="http://evil.example/x.png" width="9" height="9"/>',
    ],
    ['a document in a link', '<use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#a"/>'],
    ['a part of another file', '<use href="http://evil.example/x.svg#a"/>'],
    ['a link', '<a href="javascript:alert(1)"><text>Press</text></a>'],
    [
      'a style that loads',
      '<style>@import "http://evil.example";path{fill:url(http://evil.example/a)}</style>',
    ],
    [
      'an attribute that loads',
      '<path d="M0 0h1" fill="url(http://evil.example/#a)" style="fill:url(//evil.example/b)"/>',
    ],
    [
      'an escaped address',
      '<path d="M0 0h1" fill="\\75rl(http://evil.example)" stroke="u&#114;l(http://evil.example)"/>',
    ],
    [
      'an animation',
      '<animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onload" to="alert(1)"/>',
    ],
    ['a filter with a picture', '<filter id="f"><feImage href="http://evil.example/"/></filter>'],
    ['a processing instruction', '<?xml-stylesheet href="http://evil.example/x.css"?>'],
  ])('keeps its drawing and loses %s', async (_, evil) => {
    const text = (await readPicture(svg(evil + SQUARE))).toString()
    expect(text).toContain('M2 2h20v20H2z')
    expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /script|alert|evil|javascript|data:|foreign|import|xlink|<\?|&#|on\w+=|style|animate|set |filter|iframe/i,
    )
  })

  it('keeps its gradients, clip paths and internal references, and turns class styles into attributes', async () => {
    const text = (
      await readPicture(
        svg(
          '<style>.a{fill:url(#g);stroke:#123456}</style><defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient>' +
            '<clipPath id="c"><use xlink:href="#s"/></clipPath></defs><rect id="s" width="9" height="9"/><path class="a" clip-path="url(#c)" d="M0 0h9v9z"/>',
          'width="24px" height="24px"',
        ),
      )
    ).toString()
    expect(text).toContain('fill="url(#p-g)"')
    expect(text).toContain('stroke="#123456"')
    expect(text).toContain('href="#p-s"')
    expect(text).toContain('clip-path="url(#p-c)"')
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 24 24">/)
  })

  const laughs =
    '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="&b;"/></svg>'
  const uses = Array.from(
    { length: 12 },
    (_, at) => `<g id="u${at + 1}">${Array(10).fill(`<use href="#u${at}"/>`).join('')}</g>`,
  ).join('')
  it.each([
    ['a billion laughs', Buffer.from(laughs), 'unreadable'],
    [
      'another file as entity',
      Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg(SQUARE)}`),
      'unreadable',
    ],
    ['a billion copies', svg(`<path id="u0" d="M0 0h9v9z"/>${uses}<use href="#u12"/>`), 'tooLarge'],
    ['a copy of itself', svg('<g id="a"><use href="#a"/></g>'), 'unreadable'],
    ['half a file', svg(SQUARE).subarray(0, 90), 'unreadable'],
    ['another document', Buffer.from('<html><body>Hi</body></html>'), 'unreadable'],
    ['no size', svg(SQUARE, ''), 'unreadable'],
    ['a size beyond measure', svg(SQUARE, 'viewBox="0 0 1e9 1e9"'), 'unreadable'],
    ['nothing but text', svg('<text y="9">Hello</text>'), 'empty'],
    ['thousands of parts', svg(SQUARE.repeat(9000)), 'tooLarge'],
    [
      'depth without end',
      svg(`${'<g>'.repeat(3900)}${SQUARE}${'</g>'.repeat(3900)}`),
      'unreadable',
    ],
    [
      'groups in groups in groups',
      svg(`${'<g opacity=".9">'.repeat(60)}${SQUARE}${'</g>'.repeat(60)}`),
      'tooLarge',
    ],
    ['no text at all', Buffer.from([0xff, 0xfe, 0x3c, 0x00]), 'unreadable'],
  ])('is refused: %s', async (_, file, reason) => {
    expect(await reasonOf(file)).toBe(reason)
  })
})

describe('a PNG', () => {
  it('is encoded again at our size, without its other chunks', async () => {
    const picture = await readPicture(png(40, 20, red(40, 20)))
    expect(isPng(picture)).toBe(true)
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([640, 640])
    expect(picture.includes('script')).toBe(false)
  })

  it('keeps its proportions if the caller asks for its own frame', async () => {
    const picture = await readPicture(png(40, 20, red(40, 20)), { frame: 'own' })
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([640, 320])
  })

  it.each([
    [
      'a GIF that is called PNG',
      Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'),
      'unreadable',
    ],
    ['one cut short', png(40, 20, red(40, 20)).subarray(0, 120), 'unreadable'],
    ['without its end', png(40, 20, red(40, 20)).subarray(0, -12), 'unreadable'],
    ['900 million pixels', png(30_000, 30_000, Buffer.alloc(1000)), 'tooLarge'],
    ['more pixels than it says', png(4, 4, Buffer.alloc(50_000_000)), 'unreadable'],
    ['fewer pixels than it says', png(400, 400, red(40, 20)), 'unreadable'],
    ['one that shows nothing', png(40, 20, Buffer.alloc(161 * 20)), 'empty'],
  ])('is refused: %s', async (_, file, reason) => {
    expect(await reasonOf(file)).toBe(reason)
  })

  it('is refused if a chunk does not match its checksum', async () => {
    const file = png(40, 20, red(40, 20))
    file[60] = (file[60] ?? 0) ^ 1
    expect(await reasonOf(file)).toBe('unreadable')
  })
})
