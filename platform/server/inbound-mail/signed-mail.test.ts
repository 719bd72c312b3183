import { expect, it } from 'vitest'
import { withoutPgpFrames } from './signed-mail.ts'

const framed = (text: string) =>
  `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${text}\n-----BEGIN PGP SIGNATURE-----\n\niHUE\n=a5kP\n-----END PGP SIGNATURE-----`

it.each([
  ['what was signed', framed('Yes\n- - a\n- -----\n-- '), 'Yes\n- a\n-----\n-- '],
  [
    'two of them, and what stands around',
    `Hi\n${framed('A')}\nand\n${framed('B')}\nbye`,
    'Hi\nA\nand\nB\nbye',
  ],
  ['no header', framed('Yes').replace('Hash: SHA256\n', ''), 'Yes'],
  ['a frame that is not closed', framed('Yes').replace('-----END', '-----'), null],
  ['a quoted one', `> ${framed('Yes')}`, null],
  ['none', 'Yes', null],
])('the frame of a signed mail is removed: %s', (_name, text, expected) => {
  expect(withoutPgpFrames(text)).toBe(expected ?? text)
})
