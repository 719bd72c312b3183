import {
  CORAL,
  type IllustrationProps,
  INK,
  Letterbox,
  MiniSticker,
  PAPER,
  Scene,
  YELLOW,
} from './scene.tsx'

/** Two letterboxes with room for stickers, and a wish above them. */
export function NobodyLendsArtwork(props: IllustrationProps) {
  return (
    <Scene {...props}>
      <Letterbox x={78} scale={0.86}>
        <MiniSticker x={-12} y={-69} />
        <MiniSticker x={12} y={-69} />
      </Letterbox>
      <Letterbox x={168} scale={0.72}>
        <MiniSticker x={0} y={-69} />
      </Letterbox>
      <g stroke={INK} strokeWidth="3" strokeLinejoin="round">
        <path
          d="M117 12h46a12 12 0 0 1 12 12v20a12 12 0 0 1-12 12h-29l-14 12 1-12h-4a12 12 0 0 1-12-12V24a12 12 0 0 1 12-12z"
          fill={PAPER}
        />
        <path
          d="m140 19 4.6 9.8 10.7 1.4-7.9 7.4 2 10.6-9.4-5.2-9.4 5.2 2-10.6-7.9-7.4 10.7-1.4z"
          fill={YELLOW}
        />
      </g>
      <circle cx="196" cy="44" r="4" fill={CORAL} />
      <circle cx="46" cy="50" r="3" fill={CORAL} />
    </Scene>
  )
}
