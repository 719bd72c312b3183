import { CORAL, type IllustrationProps, INK, Letterbox, PAPER, Scene } from './scene.tsx'

/** Two letterboxes joined by a line that has snapped. */
export function NoConnectionArtwork(props: IllustrationProps) {
  return (
    <Scene {...props}>
      <g stroke={INK} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M70 66c14 24 24 30 38 26M170 66c-12 26-22 30-38 28" />
        <path d="M108 92l5-3M109 92l6 2M132 94l-5-4M132 94l-6 1" strokeWidth="2" />
        <path
          d="M88 34a11 11 0 0 1 11-14 17 17 0 0 1 32-3 13 13 0 0 1 20 9 9 9 0 0 1-2 18H98a9 9 0 0 1-10-10z"
          fill={PAPER}
        />
      </g>
      <g stroke={CORAL} strokeWidth="3" strokeLinecap="round">
        <path d="M120 82v-12M112 80l-5-9M128 80l5-9" />
        <path d="M114 27l12 12M126 27l-12 12" />
      </g>
      <Letterbox x={54} scale={0.8} />
      <Letterbox x={186} scale={0.8} />
    </Scene>
  )
}
