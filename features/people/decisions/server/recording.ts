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
  /** Whether it was reported. */
  after_report: boolean
  /** Whether a program had detected it. The decision was still made by a person. */
  automated: boolean
  reason: string
  decided_by: string
}

/**
 * What a mail says about a decision in addition to its reason (Article 17(3) of the Digital
 * Services Act).
 */
export interface DecisionInMail {
  ground: DecisionGround
  after_report: boolean
  /** Absent in mails queued before programs could detect anything. */
  automated?: boolean
  /** Absent in mails queued while every decision held until it was reversed. */
  kind?: DecisionKind
  /** Page to object on. */
  url: string
}

export interface RecordedDecision {
  id: string
  /** Content for the mail about it. */
  inMail: DecisionInMail
}

export async function recordDecision(
  db: Db,
  { config }: Pick<Deps, 'config'>,
  decision: NewDecision,
  now: Date,
): Promise<RecordedDecision> {
  const id = randomUUID()
  const token = newSecret()
  await db
    .insert(decisions)
    .values({ ...decision, id, decided_at: now, token_hash: hashSecret(token) })
  const { kind, ground, after_report, automated } = decision
  const url = config.publicUrl + paths.objection({ token })
  return { id, inMail: { kind, ground, after_report, automated, url } }
}

/** What led to the decision. It reveals whether a program was involved, but not what it looks for. */
function howDecided({ after_report, automated }: DecisionInMail): 'report' | 'program' | 'own' {
  if (after_report) return 'report'
  return automated ? 'program' : 'own'
}

/** How long a decision holds. A warning restricts nothing, so it has no end. */
function untilWhen({ kind }: DecisionInMail): 'value' | 'forGood' | null {
  if (kind === 'author_warned') return null
  return kind === 'message_refused' ? 'forGood' : 'value'
}

/**
 * Facts, button and note of a mail about a decision: its ground, what led to it, and how to object.
 * Empty for mails queued before decisions were recorded.
 */
export function decisionInMail(decision: DecisionInMail | undefined, lang: Language) {
  if (!decision) return { facts: [], buttons: [], notes: [] }
  const t = texts('decisions', lang)
  const until = untilWhen(decision)
  const facts = [
    { label: t('mails.ground.label'), value: t(`mails.ground.${decision.ground}`) },
    { label: t('mails.how.label'), value: t(`mails.how.${howDecided(decision)}`) },
  ]
  if (until) facts.push({ label: t('mails.until.label'), value: t(`mails.until.${until}`) })
  return {
    facts,
    buttons: [{ label: t('mails.object'), url: decision.url }],
    notes: [t('mails.redress')],
  }
}
