import { defineTextMail } from '#platform/server/mail/text-mail.ts'

interface Content {
  firstname: string
  /** The new address; null if it did not change. */
  address: string | null
  /** Whether it was moved to another spot. */
  placed: boolean
  /**
   * What the owner must do about the spot: confirm it, or place the letterbox, which is off the map; null for nothing.
   */
  spotTo: 'confirm' | 'place' | null
  /** Names of stickers in the owner's language. */
  added: string[]
  removed: string[]
  /** Names of stickers whose line was removed. */
  withoutLine: string[]
  url: string
}

/** Notifies the owner of the community's changes to the letterbox, one per line. */
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
