import {
  CORAL,
  type IllustrationProps,
  INK,
  Letterbox,
  ON_YELLOW,
  Scene,
  YELLOW,
} from './scene.tsx'

/** An open, empty letterbox; a bird waits on it for the first letter. */
export function EmptyInboxArtwork(props: IllustrationProps) {
  return (
    <Scene {...props}>
      <Letterbox x={112}>
        <path d="M-19-84h38v26h-38z" fill={ON_YELLOW} />
        <path d="M-19-66c7 0 8-8 8-18M-19-73c3 0 4-4 4-11" stroke="#fff" strokeOpacity=".7" />
        <path
          d="M-19-58h38l7 20h-52z"
          fill={YELLOW}
          stroke={INK}
          strokeWidth="3"
          strokeLinejoin="round"
        />
        <circle cx="0" cy="-43" r="2.5" fill={ON_YELLOW} />
      </Letterbox>
      <g stroke={INK} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M112 33v-6M119 33l1-6" />
        <path
          d="M95 23l-12 2 11-9c2-9 9-14 18-14h2c9 0 14 6 13 13-1 8-8 13-16 13-7 0-13-1-16-5z"
          fill={CORAL}
        />
        <path d="M127 11l8 3-8 3" fill={YELLOW} />
        <path d="M97 20c1-6 8-8 15-5-1 6-7 9-15 5z" fill={YELLOW} strokeWidth="2.5" />
      </g>
      <circle cx="120" cy="11" r="2.2" fill={INK} />
      <g stroke={INK} strokeWidth="2.5" strokeLinecap="round">
        <path d="M168 150v-12M174 150v-8M162 150v-7M52 150v-9M58 150v-13M64 150v-7" />
      </g>
    </Scene>
  )
}
