import type { ReactNode } from 'react'
import { Artwork } from './artwork.tsx'

/** Theme colours, with the light ones as fallback for drawings outside of the theme. */
export const INK = 'var(--ll-ink, #16324f)'
export const PAPER = 'var(--ll-surface, #ffffff)'
const SKY = 'var(--ll-sky, #ddf0f9)'
export const YELLOW = 'var(--ll-yellow, #ffc53d)'
const ON_YELLOW = 'var(--ll-on-yellow, #16324f)'
export const CORAL = 'var(--ll-coral, #e4572e)'
export const LEAF = 'var(--ll-leaf, #2e8b57)'
const WOOD = '#9a7355'

/** What every illustration takes. */
export interface IllustrationProps {
  /** Leave it out if the text below says the same. */
  title?: string
  /** Width in px; the height is about three quarters of it. Default 240. */
  width?: number
}

interface SceneProps extends IllustrationProps {
  children: ReactNode
}

/** The stage of all illustrations, 240 by 170 units: a patch of sky, and the ground at y = 150. */
export function Scene({ title, width = 240, children }: SceneProps) {
  return (
    <Artwork viewBox="0 0 240 170" width={width} height={(width * 170) / 240} title={title}>
      <path
        d="M40 150C8 132 8 84 36 62c14-11 26-8 38-22C92 18 132 8 160 26c16 10 18 24 36 34 32 18 34 68 6 90z"
        fill={SKY}
      />
      {children}
      <path d="M14 151h212" stroke={INK} strokeWidth="3" strokeLinecap="round" />
    </Artwork>
  )
}

interface LetterboxProps {
  /** Position of the post. */
  x: number
  y?: number
  scale?: number
  rotate?: number
  /** Content of the box's front, drawn relative to the foot of the post; the box reaches from y = -50 to -118. */
  children?: ReactNode
}

/** The letterbox of the mark, on its post: 68 units wide and 118 high. */
export function Letterbox({ x, y = 150, scale = 1, rotate = 0, children }: LetterboxProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${rotate}) scale(${scale})`}>
      <Post />
      <LetterboxBox>{children}</LetterboxBox>
    </g>
  )
}

export function Post() {
  return (
    <path d="M-5-51h10V0H-5z" fill={WOOD} stroke={INK} strokeWidth="3" strokeLinejoin="round" />
  )
}

export function LetterboxBox({ children }: { children?: ReactNode }) {
  return (
    <>
      <path
        d="M-28-50v-40a28 28 0 0 1 56 0v40z"
        fill={YELLOW}
        stroke={INK}
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <rect x="-16" y="-98" width="32" height="7" rx="3.5" fill={ON_YELLOW} />
      {children}
      <path d="M-33-50h66" stroke={INK} strokeWidth="5" strokeLinecap="round" />
    </>
  )
}

interface LetterProps {
  x: number
  y: number
  rotate?: number
}

/** An envelope, 40 by 27 units, from its upper left corner. */
export function Letter({ x, y, rotate = 0 }: LetterProps) {
  return (
    <g
      transform={`translate(${x} ${y}) rotate(${rotate})`}
      stroke={INK}
      strokeWidth="3"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M0 0h40v27H0z" fill={PAPER} />
      <path d="m1.5 1.5 18.5 14 18.5-14" />
    </g>
  )
}

interface MiniStickerProps {
  x: number
  y: number
  rotate?: number
  /** Fill; without it, only a dashed outline for a missing sticker. */
  colour?: string
  /** White glyph on a grid of 24 units. */
  glyph?: string
}

/** A sticker of 22 units around its middle. */
export function MiniSticker({ x, y, rotate = 0, colour, glyph }: MiniStickerProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${rotate})`}>
      {colour ? (
        <>
          <rect x="-11" y="-11" width="22" height="22" rx="6" fill="#fff" />
          <rect x="-8.5" y="-8.5" width="17" height="17" rx="4" fill={colour} />
        </>
      ) : (
        <rect
          x="-9"
          y="-9"
          width="18"
          height="18"
          rx="5"
          stroke={ON_YELLOW}
          strokeWidth="2"
          strokeDasharray="4 3"
        />
      )}
      {glyph ? <path d={glyph} transform="translate(-6 -6) scale(.5)" fill="#fff" /> : null}
    </g>
  )
}
