import { useTranslation } from '#platform/web/start/texts.ts'
import { partsOf } from './message-links.ts'

/** A message as it was typed. Never interpreted as HTML; web addresses become links only if `linked`. */
export function MessageText({ text, linked }: { text: string; linked: boolean }) {
  const { t } = useTranslation('inbox')
  if (!linked) return text
  let at = 0
  return partsOf(text).map((part) => {
    const key = at
    at += part.text.length
    if (part.href === undefined) return part.text
    return (
      <a key={key} href={part.href} rel="noopener noreferrer nofollow" target="_blank">
        {part.text}
        <span className="visually-hidden"> ({t('linkNew')})</span>
      </a>
    )
  })
}
