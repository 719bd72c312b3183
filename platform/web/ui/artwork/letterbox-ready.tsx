import {
  CORAL,
  type IllustrationProps,
  INK,
  LEAF,
  Letterbox,
  MiniSticker,
  Scene,
  YELLOW,
} from './scene.tsx'

// Simpler than the real stickers, which would be too detailed at this size.
const LADDER = 'M5 2h3v4h8V2h3v20h-3v-3H8v3H5zm3 7v2h8V9zm0 5v2h8v-2z'
const TENT = 'M12 2 1.5 21.5h7L12 14l3.5 7.5h7z'
const HEART =
  'M12 21.5C5 16 2 12.5 2 8.5a5.3 5.3 0 0 1 10-2.4 5.3 5.3 0 0 1 10 2.4c0 4-3 7.5-10 13z'

/** The new letterbox: stickers on, flag up, flowers at its foot. */
export function LetterboxReadyArtwork(props: IllustrationProps) {
  return (
    <Scene {...props}>
      <g stroke={INK} strokeWidth="3" strokeLinejoin="round">
        <path d="M150 92V46h24v18h-18v28z" fill={CORAL} />
      </g>
      <Letterbox x={120}>
        <MiniSticker x={-14} y={-77} rotate={-8} colour="#2a6cb6" glyph={LADDER} />
        <MiniSticker x={14} y={-78} rotate={6} colour="#0b8085" glyph={TENT} />
        <MiniSticker x={0} y={-65} rotate={-3} colour="#d9482b" glyph={HEART} />
      </Letterbox>
      <Flower x={84} height={26} colour={CORAL} />
      <Flower x={70} height={18} colour={YELLOW} />
      <Flower x={152} height={20} colour={YELLOW} />
      <Flower x={166} height={30} colour={CORAL} />
      <g strokeWidth="4" strokeLinecap="round">
        <path d="M60 44l6 6M186 96l7-3" stroke={CORAL} />
        <path d="M84 22l3 8M196 40l-6 6" stroke={LEAF} />
        <path d="M152 14l-3 8M48 86l8 2" stroke={YELLOW} />
      </g>
      <circle cx="70" cy="66" r="4" fill={YELLOW} />
      <circle cx="178" cy="24" r="4" fill={CORAL} />
      <circle cx="112" cy="14" r="3.5" fill={LEAF} />
    </Scene>
  )
}

interface FlowerProps {
  x: number
  height: number
  colour: string
}

function Flower({ x, height, colour }: FlowerProps) {
  return (
    <g transform={`translate(${x} 150)`} stroke={INK} strokeWidth="2.5" strokeLinecap="round">
      <path d={`M0 0V${-height}`} stroke={LEAF} strokeWidth="3.5" />
      <path d="M0-4c-6 0-8-4-8-8 5 0 8 3 8 8z" fill={LEAF} stroke="none" />
      <circle cx="0" cy={-height} r="6.5" fill={colour} />
      <circle cx="0" cy={-height} r="1.5" fill={INK} stroke="none" />
    </g>
  )
}
