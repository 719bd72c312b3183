import { dateFormat } from '#platform/web/ui/words/date-format.ts'

export const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }) =>
  `${firstname} ${lastname}`.trim()

/** Postcode and town of the letterbox; empty without one. */
export const placeOf = ({
  postcode,
  city,
}: {
  postcode: string | null
  city: string | null
}): string => [postcode, city].filter(Boolean).join(' ')

/** A day in words, as the language of the app writes it. */
export const dayFormat = () => dateFormat({ dateStyle: 'medium' })

/** Normalised for comparison: case and surrounding spaces are ignored. */
export const plain = (text: string): string => text.trim().normalize().toLowerCase()
