import type { Database } from '#platform/server/db/client.ts'
import type { YearCount } from '../contract.admin.ts'

/**
 * Reports by kind. Reports are deleted after a while, so this counts what the audit log keeps of
 * them.
 */
const REPORTS = `
  WITH settled AS (
    SELECT DISTINCT ON (subject, subject_id) subject, after->>'kind' AS kind,
      after->>'outcome' AS outcome, (after->>'hours')::float AS hours
    FROM audit_log
    WHERE subject IN ('report', 'message_report') AND after->>'kind' IS NOT NULL
      AND at >= $1 AND at < $2
    ORDER BY subject, subject_id, at DESC)
  SELECT subject AS about, kind, NULL AS ground, NULL AS after_report, NULL AS automated,
    count(*)::int AS count,
    (count(*) FILTER (WHERE outcome IN ('done', 'justified')))::int AS acted,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY hours) AS median_hours
  FROM settled GROUP BY subject, kind ORDER BY subject DESC, kind`

/** Messages held by a program and decided by a person. */
const HELD_MESSAGES = `
  SELECT 'held_message' AS about, 'held' AS kind, NULL AS ground, NULL AS after_report, NULL AS automated,
    count(*)::int AS count, (count(*) FILTER (WHERE verb = 'discard'))::int AS acted,
    NULL AS median_hours
  FROM audit_log
  WHERE subject = 'held_message' AND verb IN ('release', 'discard') AND at >= $1 AND at < $2
  HAVING count(*) > 0`

const DECISIONS = `
  SELECT 'decision' AS about, kind, ground, after_report, automated, count(*)::int AS count,
    (count(*) FILTER (WHERE outcome = 'reversed'))::int AS acted, NULL AS median_hours
  FROM decisions WHERE decided_at >= $1 AND decided_at < $2
  GROUP BY kind, ground, after_report, automated ORDER BY kind, ground, after_report, automated`

const OBJECTIONS = `
  SELECT 'objection' AS about, kind, NULL AS ground, NULL AS after_report, NULL AS automated,
    count(*)::int AS count,
    (count(*) FILTER (WHERE outcome = 'reversed'))::int AS acted,
    round((percentile_cont(0.5) WITHIN GROUP
      (ORDER BY extract(epoch FROM handled_at - objected_at)) / 3600)::numeric, 1)::float AS median_hours
  FROM decisions WHERE objected_at >= $1 AND objected_at < $2
  GROUP BY kind ORDER BY kind`

/** The rows of a transparency report between two instants. */
export async function countYear(
  database: Database,
  { from, until }: { from: Date; until: Date },
): Promise<YearCount[]> {
  const parts = await Promise.all(
    [REPORTS, HELD_MESSAGES, DECISIONS, OBJECTIONS].map((text) =>
      database.query<YearCount>(text, [from, until]),
    ),
  )
  return parts.flat()
}
