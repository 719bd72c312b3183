import grotesque from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import nunito from '@fontsource-variable/nunito-sans/files/nunito-sans-latin-wght-normal.woff2?url'
import type { TileFrame } from './draw-tile.ts'
import { BASEMAP_URL, SheetStore } from './sheet-store.ts'
import { TilePainter } from './tile-painter.ts'

export type PainterOrder =
  | { type: 'paint'; id: number; canvas: OffscreenCanvas; frame: TileFrame }
  | { type: 'forget'; id: number }
  | { type: 'setDark'; dark: boolean }

/** The tile is drawn, or why not. */
export interface PainterAnswer {
  id: number
  failure: string | null
}

const painter = new TilePainter(new SheetStore(BASEMAP_URL), new OffscreenCanvas(1, 1))

function answer(message: PainterAnswer): void {
  self.postMessage(message)
}

self.addEventListener('message', ({ data }: MessageEvent<PainterOrder>) => {
  switch (data.type) {
    case 'paint': {
      const { id, canvas, frame } = data
      painter.paint(id, canvas, frame).then(
        () => answer({ id, failure: null }),
        (error: unknown) => answer({ id, failure: String(error) }),
      )
      return
    }
    case 'forget':
      return painter.forget(data.id)
    case 'setDark':
      return painter.setDark(data.dark)
  }
})

/** A worker has fonts of its own; without them the names are written in the system's. */
const { fonts } = self as unknown as { fonts: FontFaceSet }
const faces = [
  new FontFace('Nunito Sans Variable', `url(${nunito})`, { weight: '200 1000' }),
  new FontFace('Bricolage Grotesque Variable', `url(${grotesque})`, { weight: '200 800' }),
]
Promise.all(faces.map((face) => face.load()))
  .then((loaded) => {
    for (const face of loaded) fonts.add(face)
    painter.measureAgain()
  })
  .catch(() => undefined)
