import grotesque from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url'
import nunito from '@fontsource-variable/nunito-sans/files/nunito-sans-latin-wght-normal.woff2?url'
import type { Box } from '../crowding/box-grid.ts'
import type { TileFrame } from './draw-tile.ts'
import type { Ground } from './ground.ts'
import { BASEMAP_URL, SheetStore } from './sheet-store.ts'
import {
  DrawingError,
  type MapFrame,
  type MapLook,
  type Surface,
  surfaceOf,
  TilePainter,
} from './tile-painter.ts'

export type PainterOrder =
  | { type: 'paint'; id: number; frame: MapFrame; ratio: number }
  | { type: 'forget'; id: number }
  | { type: 'setLook'; look: MapLook }
  /** Coordinates as fractions of the world, from the west and from the north. */
  | { type: 'groundAt'; id: number; zoom: number; x: number; y: number }
  /** Answered through the port with the URLs of everything loaded here, once streets have arrived. */
  | { type: 'tellLoaded'; port: MessagePort }

/** A tile's current picture, or the reason why it was not drawn. */
export type PainterAnswer =
  | { id: number; picture: ImageBitmap; names: Box[] }
  /** `unable`: this worker cannot draw at all. */
  | { id: number; failure: string; unable: boolean }
  /** Null if unknown, for example offline. */
  | { id: number; ground: Ground | null }

/** A worker has its own set of fonts; without them names use a system font. */
const { fonts } = self as unknown as { fonts: FontFaceSet }
const faces = [
  new FontFace('Nunito Sans Variable', `url(${nunito})`, { weight: '200 1000' }),
  new FontFace('Bricolage Grotesque', `url(${grotesque})`, { weight: '700' }),
]
const loaded = Promise.all(faces.map((face) => face.load())).then((all) => {
  for (const face of all) fonts.add(face)
})

const painter = new TilePainter(new SheetStore(BASEMAP_URL), new OffscreenCanvas(1, 1), loaded)

function answer(message: PainterAnswer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}

/**
 * Sends pictures instead of transferring a canvas: Firefox cannot draw on a canvas that the page already shows ("Cannot
 * update created context to different thread").
 */
function sending(id: number, { size }: TileFrame, ratio: number): Surface {
  return (draw) => {
    const canvas = new OffscreenCanvas(size * ratio, size * ratio)
    surfaceOf(canvas, ratio, (names) => {
      const picture = canvas.transferToImageBitmap()
      answer({ id, picture, names }, [picture])
    })(draw)
  }
}

self.addEventListener('message', ({ data }: MessageEvent<PainterOrder>) => {
  switch (data.type) {
    case 'paint': {
      const { id, frame, ratio } = data
      painter.paint(id, sending(id, frame, ratio), frame).catch((error: unknown) => {
        answer({ id, failure: String(error), unable: error instanceof DrawingError })
      })
      return
    }
    case 'forget':
      return painter.forget(data.id)
    case 'setLook':
      return painter.setLook(data.look)
    case 'groundAt': {
      const { id, zoom, x, y } = data
      painter.groundAt(zoom, x, y).then(
        (ground) => answer({ id, ground }),
        () => answer({ id, ground: null }),
      )
      return
    }
    case 'tellLoaded':
      return painter.settled().then(() => {
        data.port.postMessage(performance.getEntriesByType('resource').map(({ name }) => name))
      })
  }
})
