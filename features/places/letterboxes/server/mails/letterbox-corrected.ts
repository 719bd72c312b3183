import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  /** The new address; null where it stayed. */
  address: string | null
  /** Whether it was put on another spot. */
  placed: boolean
  /** What the owner has to do about the spot: to confirm it, or to place the letterbox, which is off the map; null: nothing. */
  spotTo: 'confirm' | 'place' | null
  /** Names of stickers, in the language of the owner. */
  added: string[]
  removed: string[]
  /** Of stickers whose line was taken away. */
  withoutLine: string[]
  url: string
}

/** Tells an owner what the community has changed of the letterbox, each in a line of its own. */
export const letterboxCorrected = defineTextMail(
  'letterboxes',
  'letterboxCorrected',
  ({ address, placed, spotTo, added, removed, withoutLine, url }: Content, t) => {
    const toDo = spotTo === 'confirm' ? 'toConfirm' : spotTo && 'toPlace'
    const spot = placed ? 'moved' : toDo
    const facts = [
      { label: t('mails.letterboxCorrected.facts.address'), value: address },
      {
        label: t('mails.letterboxCorrected.facts.spot'),
        value: spot && t(`mails.letterboxCorrected.facts.${spot}`),
      },
      { label: t('mails.letterboxCorrected.facts.added'), value: added.join(', ') },
      { label: t('mails.letterboxCorrected.facts.removed'), value: removed.join(', ') },
      { label: t('mails.letterboxCorrected.facts.withoutLine'), value: withoutLine.join(', ') },
    ]
    return {
      facts: facts.flatMap(({ label, value }) => (value ? [{ label, value }] : [])),
      button: url,
    }
  },
)
