import { Resvg } from '@resvg/resvg-js'
import { describe, expect, it } from 'vitest'
import { png, red, svg } from '#app/server/testing/pictures.ts'
import { readPicture } from '#platform/server/artwork/picture-reading.ts'
import { isPng } from '#platform/server/artwork/png-artwork.ts'
import { makeSticker } from './artwork-making.ts'

describe('a sticker', () => {
  const middleOf = (content: Buffer) => {
    const source = isPng(content)
      ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${content.toString('base64')}"/></svg>`
      : content.toString()
    const { pixels } = new Resvg(source, { fitTo: { mode: 'width', value: 64 } }).render()
    const at = (x: number, y: number) => [
      ...pixels.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 3),
    ]
    return { middle: at(32, 31), colour: at(8, 31), edge: at(4, 31) }
  }

  it.each([
    ['SVG', svg('<path fill="#ff0000" d="M0 0h24v24H0z"/>')],
    ['PNG', png(40, 40, red(40, 40))],
  ])(
    'has the picture of an %s on the colour of its category, within a white edge',
    async (_, file) => {
      const picture = await readPicture(file)
      const tools = await makeSticker(picture, 'tools')
      expect(middleOf(tools.content)).toEqual({
        middle: [255, 0, 0],
        colour: [0x2a, 0x6c, 0xb6],
        edge: [255, 255, 255],
      })
      const garden = await makeSticker(picture, 'garden')
      expect(garden.path).not.toBe(tools.path)
      expect(middleOf(garden.content).colour).toEqual([0x2e, 0x8b, 0x57])
      expect((await makeSticker(picture, 'tools')).path).toBe(tools.path)
    },
  )
})
