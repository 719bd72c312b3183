import { CORAL, type IllustrationProps, INK, Letter, LetterboxBox, Post, Scene } from './scene.tsx'

/** The post is standing; the letterbox has fallen off and its letters are on the ground. */
export function PageNotFoundArtwork(props: IllustrationProps) {
  return (
    <Scene {...props}>
      <g transform="translate(74 150)">
        <Post />
        <path d="M-14-52h28" stroke={INK} strokeWidth="5" strokeLinecap="round" />
      </g>
      <g stroke={CORAL} strokeWidth="3" strokeLinecap="round">
        <path d="M60 84l-8-10M74 80V66M88 84l8-10" />
      </g>
      <g transform="translate(90 117) rotate(90)">
        <LetterboxBox>
          <rect
            x="-14"
            y="-82"
            width="28"
            height="20"
            rx="3"
            fill="#fff"
            stroke="#16324f"
            strokeWidth="2"
          />
          <text
            x="0"
            y="-67.5"
            textAnchor="middle"
            fontSize="13"
            fontWeight="800"
            fill="#16324f"
            fontFamily="var(--ll-font-heading, sans-serif)"
          >
            404
          </text>
        </LetterboxBox>
      </g>
      <Letter x={122} y={50} rotate={-16} />
      <Letter x={22} y={122.5} />
    </Scene>
  )
}
