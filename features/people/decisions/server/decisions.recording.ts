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
  /** Whether a program had found it; a person decided all the same. */
  automated: boolean
  reason: string
  decided_by: string
}

/** What a mail says of a decision besides its reason (Article 17(3) of the Digital Services Act). */
export interface DecisionInMail {
  ground: DecisionGround
  after_report: boolean
  /** Absent of mails that were written before programs found anything. */
  automated?: boolean
  /** Absent of mails that were written while all decisions lasted until they were taken back. */
  kind?: DecisionKind
  /** Where one objects. */
  url: string
}

export interface RecordedDecision {
  id: string
  /** What the mail about it has to say. */
  inMail: DecisionInMail
}

/** Keeps a decision against somebody. */
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

/** How it came to be that it was decided: it says whether a program was at work, not what it looks for. */
function howDecided({ after_report, automated }: DecisionInMail): 'report' | 'program' | 'own' {
  if (after_report) return 'report'
  return automated ? 'program' : 'own'
}

/** Until when a decision holds; a warning restricts nothing, and has no end. */
function untilWhen({ kind }: DecisionInMail): 'value' | 'forGood' | null {
  if (kind === 'author_warned') return null
  return kind === 'message_refused' ? 'forGood' : 'value'
}

/**
 * The lines, the button and the note of a mail about a decision: on what ground, how it came to be, and what can be done
 * about it. None of mails that were written before there were any.
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
