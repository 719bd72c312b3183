import { expect, it } from 'vitest'
import { encodingOf, readXml } from './xml-file.ts'

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)

it.each([
  ['ISO-8859-1', latin('<?xml version="1.0" encoding="ISO-8859-1"?><Nm>Zoë Müller</Nm>')],
  [
    'quotes of the other kind',
    latin("<?xml version='1.0' encoding='iso-8859-1'?><Nm>Zoë Müller</Nm>"),
  ],
  ['UTF-8', utf8('<?xml version="1.0" encoding="UTF-8"?><Nm>Zoë Müller</Nm>')],
  ['no declaration', utf8('<Nm>Zoë Müller</Nm>')],
  [
    'an encoding that nobody knows',
    utf8('<?xml version="1.0" encoding="EBCDIC-9"?><Nm>Zoë Müller</Nm>'),
  ],
  ['a mark', utf8('\uFEFF<?xml version="1.0" encoding="ISO-8859-1"?><Nm>Zoë Müller</Nm>')],
  [
    'a mark of two bytes',
    Uint8Array.from([
      0xff,
      0xfe,
      ...[...'<Nm>Zoë Müller</Nm>'].flatMap((sign) => [sign.charCodeAt(0), 0]),
    ]),
  ],
])('an XML file with %s is decoded', async (_what, bytes) => {
  expect(await readXml(new Blob([bytes]))).toMatch(/<Nm>Zoë Müller<\/Nm>$/)
})

it('the encoding is read from the declaration alone', () => {
  expect(encodingOf(utf8('<a><?xml version="1.0" encoding="ISO-8859-1"?></a>'))).toBe('utf-8')
})
