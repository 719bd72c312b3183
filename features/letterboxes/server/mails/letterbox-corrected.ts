import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

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

/** What has changed, each in a line of its own. */
function factsIn(
  words: Record<
    'address' | 'spot' | 'moved' | 'toConfirm' | 'toPlace' | 'added' | 'removed' | 'withoutLine',
    string
  >,
  { address, placed, spotTo, added, removed, withoutLine }: Content,
) {
  const toDo = { confirm: words.toConfirm, place: words.toPlace }
  const spot = placed ? words.moved : spotTo && toDo[spotTo]
  const facts = [
    { label: words.address, value: address },
    { label: words.spot, value: spot },
    { label: words.added, value: added.join(', ') },
    { label: words.removed, value: removed.join(', ') },
    { label: words.withoutLine, value: withoutLine.join(', ') },
  ]
  return facts.flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}

/** Tells an owner what the community has changed of the letterbox. */
export const letterboxCorrected = defineMail<Content>(
  'letterboxCorrected',
  (content, { lang, brand }) => {
    const t = texts('letterboxes', lang)
    return {
      subject: t('mails.letterboxCorrected.subject'),
      preview: t('mails.letterboxCorrected.preview'),
      heading: t('mails.letterboxCorrected.heading'),
      greeting: t('mails.greeting', { firstname: content.firstname }),
      body: [t('mails.letterboxCorrected.body', { brand })],
      facts: factsIn(
        {
          address: t('mails.letterboxCorrected.facts.address'),
          spot: t('mails.letterboxCorrected.facts.spot'),
          moved: t('mails.letterboxCorrected.facts.moved'),
          toConfirm: t('mails.letterboxCorrected.facts.toConfirm'),
          toPlace: t('mails.letterboxCorrected.facts.toPlace'),
          added: t('mails.letterboxCorrected.facts.added'),
          removed: t('mails.letterboxCorrected.facts.removed'),
          withoutLine: t('mails.letterboxCorrected.facts.withoutLine'),
        },
        content,
      ),
      buttons: [
        {
          label: t('mails.letterboxCorrected.button'),
          url: content.url,
        },
      ],
      note: t('mails.letterboxCorrected.note'),
      footer: t('mails.letterboxCorrected.footer', { brand }),
    }
  },
)
