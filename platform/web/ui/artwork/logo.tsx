import { Artwork } from './artwork.tsx'

interface LogoProps {
  /** The accessible name; leave it out if the brand's name is beside the mark. */
  title?: string
  /** Edge length in px. */
  size?: number
}

/** The mark: a post-yellow letterbox with a sticker. app/web/public/favicon.svg draws the same. */
export function Logo({ title, size = 32 }: LogoProps) {
  return (
    <Artwork viewBox="0 0 32 32" width={size} height={size} title={title}>
      <path
        d="M5 27.5V13.8a11 11 0 0 1 22 0v13.7z"
        fill="var(--ll-yellow, #ffc53d)"
        stroke="var(--ll-ink, #16324f)"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      <rect x="9.5" y="10" width="13" height="3" rx="1.5" fill="var(--ll-on-yellow, #16324f)" />
      <g transform="rotate(-9 19 20.5)">
        <rect x="14.2" y="15.7" width="9.6" height="9.6" rx="2.8" fill="#fff" />
        <rect x="15.7" y="17.2" width="6.6" height="6.6" rx="1.7" fill="#e4572e" />
      </g>
      <path
        d="M3 27.6h26"
        stroke="var(--ll-ink, #16324f)"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
    </Artwork>
  )
}
