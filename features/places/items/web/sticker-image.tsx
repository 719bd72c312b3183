import { STICKER_BASE } from '#platform/shared/paths.ts'
import classes from './sticker-image.module.css'

interface StickerImageProps {
  /** `image_path` of the item. */
  imagePath: string
  /** The item's name; empty if the name is shown beside the sticker. */
  name: string
  /** Edge length in px. Default 64. */
  size?: number
}

/** One sticker. Its box has its final size before the image loads. */
export function StickerImage({ imagePath, name, size = 64 }: StickerImageProps) {
  return (
    <img
      className={classes.sticker}
      src={`${STICKER_BASE}${imagePath}`}
      alt={name}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  )
}
