import { randomUUID } from 'node:crypto'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import type { DecisionGround, DecisionKind } from '../decision-kinds.ts'
import { decisions } from '../tables.ts'

interface NewDecision {
  user_id: string
  kind: DecisionKind
  ground: DecisionGround
  /** Whether somebody had reported it. */
  after_report: boolean
  reason: string
  decided_by: string
}

/** What a mail says of a decision besides its reason (Article 17(3) of the Digital Services Act). */
export interface DecisionInMail {
  ground: DecisionGround
  after_report: boolean
  /** Where one objects. */
  url: string
}

/** Keeps a decision against somebody. @returns what the mail about it has to say */
export async function recordDecision(
  db: Db,
  { config }: Pick<Deps, 'config'>,
  decision: NewDecision,
  now: Date,
): Promise<DecisionInMail> {
  const token = newSecret()
  await db
    .insert(decisions)
    .values({ ...decision, id: randomUUID(), decided_at: now, token_hash: hashSecret(token) })
  const { ground, after_report } = decision
  return { ground, after_report, url: config.publicUrl + paths.objection({ token }) }
}

/**
 * The lines, the button and the note of a mail about a decision: on what ground, how it came to be, and what can be done
 * about it. None of mails that were written before there were any.
 */
export function decisionInMail(decision: DecisionInMail | undefined, lang: Language) {
  if (!decision) return { facts: [], buttons: [], notes: [] }
  const t = texts('decisions', lang)
  return {
    facts: [
      { label: t('mails.ground.label'), value: t(`mails.ground.${decision.ground}`) },
      {
        label: t('mails.how.label'),
        value: decision.after_report ? t('mails.how.report') : t('mails.how.own'),
      },
      { label: t('mails.until.label'), value: t('mails.until.value') },
    ],
    buttons: [{ label: t('mails.object'), url: decision.url }],
    notes: [t('mails.redress')],
  }
}
