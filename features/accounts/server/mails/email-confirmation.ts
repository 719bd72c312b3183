import type { MissedRequests } from '#features/letterboxes/server/door.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

type Words = ReturnType<typeof texts<'accounts'>>

interface Content {
  firstname: string
  url: string
  /** For whoever reads the mail on another device. */
  code: string
  /** Who wanted to ask for something meanwhile. Mails that were written before do not say it. */
  missed?: MissedRequests
}

function missedLines({ missed }: Content, t: Words): string[] {
  if (!missed || missed.people === 0) return []
  const { people, named } = missed
  const lines = named.map(({ firstname, item }) =>
    firstname
      ? t('mails.emailConfirmation.missed', { firstname, item })
      : t('mails.emailConfirmation.missedUnnamed', { item }),
  )
  if (named.length === 0) lines.push(t('mails.emailConfirmation.missedMany', { count: people }))
  return [...lines, t('mails.emailConfirmation.missedWhy')]
}

/** Asks to confirm the address of a new account. */
export const emailConfirmation = defineMail<Content>(
  'emailConfirmation',
  (content, { lang, brand }) => {
    const { firstname, url, code } = content
    const t = texts('accounts', lang)
    return {
      subject: t('mails.emailConfirmation.subject'),
      preview: t('mails.emailConfirmation.preview', { brand }),
      heading: t('mails.emailConfirmation.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [...missedLines(content, t), t('mails.emailConfirmation.body')],
      facts: [
        {
          label: t('mails.emailConfirmation.facts'),
          value: code,
        },
      ],
      buttons: [
        {
          label: t('mails.emailConfirmation.button'),
          url,
        },
      ],
      note: t('mails.emailConfirmation.note'),
      footer: t('mails.emailConfirmation.footer', { brand }),
    }
  },
)
