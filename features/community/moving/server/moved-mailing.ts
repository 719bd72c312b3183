import { GAP } from '#features/community/legal/contract.ts'
import { rightsInWords } from '#features/community/legal/server/door.ts'
import { markAsMailed } from '#features/lending/upkeep/server/door.ts'
import { mailsOffUrls, wantsMailsOf } from '#features/people/notifications/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { CLAIM_LINK_MS, createToken } from '#platform/server/identity/tokens.queries.ts'
import { countKind } from '#platform/server/mail/mailings.queries.ts'
import type { MailingKind, Reachable } from '#platform/server/mail/mailings.ts'
import { texts } from '#platform/server/texts.ts'
import { type StoredLanguage, storedLanguage } from '#platform/shared/languages.ts'
import { legalPath } from '#platform/shared/legal-pages.ts'
import { paths } from '#platform/shared/paths.ts'
import { isStopped } from './bounces.rules.ts'
import { movedMail } from './mails/moved-mail.ts'
import { findMovedMail, MOVED_KIND, type MovedMailRow } from './moved-mails.queries.ts'

/** Stops the sending when one mail in twenty comes back, unless the staff choose otherwise. */
const PRESET_MOST_BOUNCES = 5

function templateIn(
  language: StoredLanguage,
  { config, settings }: Pick<Deps, 'config' | 'settings'>,
) {
  const t = texts('moving', language)
  const { operator } = settings.current()
  const { publicUrl } = config
  const law = operator.country === 'CH' ? 'CH' : 'EEA'
  return [
    t('server.template.changes', { url: publicUrl, gap: GAP }),
    t(`server.template.data.${law}`, {
      gap: GAP,
      url: publicUrl + legalPath('privacy_notice'),
    }),
    rightsInWords(language, operator),
  ].join('\n\n')
}

/** The mail as it was saved; before that the template, with gaps that the staff fill in. */
export async function readMovedMail(
  db: Db,
  deps: Pick<Deps, 'config' | 'settings'>,
): Promise<MovedMailRow> {
  return (
    (await findMovedMail(db)) ?? {
      texts: {
        de: templateIn('de', deps),
        en: templateIn('en', deps),
        fr: templateIn('fr', deps),
      },
      most_bounces: PRESET_MOST_BOUNCES,
      version: 0,
    }
  )
}

/** The mail to a person who was moved in. Like announcements, it goes to nobody who has unsubscribed from them. */
export const movedMailing: MailingKind = {
  kind: MOVED_KIND,
  by: 'mail',
  toUnconfirmed: true,
  async when(tx, deps) {
    const { most_bounces } = await readMovedMail(tx, deps)
    const counts = await countKind(tx, MOVED_KIND)
    return counts && isStopped(counts.people, most_bounces) ? 'later' : 'now'
  },
  async share(tx, deps, _subject, user) {
    if (!(await wantsMailsOf(tx, user.id, 'announcements'))) return 'unsubscribed'
    return { mail: await mailTo(tx, deps, user) }
  },
}

async function mailTo(tx: Db, deps: Deps, user: Reachable) {
  const { config, clock } = deps
  const now = clock()
  const row = await readMovedMail(tx, deps)
  const secret = await createToken(tx, 'email_confirmation', user, now, null, CLAIM_LINK_MS)
  // An owner who has not confirmed the address can claim the letterbox by this link.
  await markAsMailed(tx, user.id, now)
  const off = await mailsOffUrls(tx, config, { user, kind: 'unsubscribe_announcements' }, now)
  return {
    to: user.email,
    lang: user.lang,
    content: movedMail({
      firstname: user.firstname,
      text: row.texts[storedLanguage(user.lang)],
      confirmUrl: config.publicUrl + paths.confirmEmail({ email_confirmation_token: secret }),
      hasPassword: user.password_hash !== null,
      test: false,
    }),
    unsubscribeUrl: off.oneClick,
    notification: {
      user_id: user.id,
      kind: 'announcements',
      offUrl: off.page,
      settingsUrl: config.publicUrl + paths.notifications(),
    },
  } as const
}
