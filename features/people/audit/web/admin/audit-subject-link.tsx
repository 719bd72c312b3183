import { Link } from 'react-router'
import { type AdminScreen, adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import type { AuditSubject } from '../../audit-acts.ts'
import type { AuditEntry } from '../../contract.admin.ts'
import { usePartName } from './audit-words.ts'

/** The screen with the pages of this kind of subject. */
const SCREENS: Partial<Record<AuditSubject, AdminScreen>> = {
  order: 'orders',
  item: 'items',
  letterbox: 'letterboxes',
  csv_import: 'imports',
  announcement: 'announcements',
  report: 'reports',
  feedback: 'feedback',
  user: 'users',
  // Shown on the page of their account.
  security_event: 'users',
}
const UUID = /^[\da-f]{8}(?=-[\da-f-]{27}$)/
const NUMBER = /^\d+$/

/** The subject of an entry by its present name, as a link if it has a page. */
export function AuditSubjectLink({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin-audit')
  const { subject, subject_id, label, account, verb } = entry
  const [beginning] = UUID.exec(subject_id) ?? []
  const partName = usePartName(entry)
  const name = account?.name || (partName ?? label ?? beginning ?? subject_id)
  const text = `${t(`subjects.${subject}`)} ${name}`
  const screen = SCREENS[subject]
  const isOne = beginning !== undefined || NUMBER.test(subject_id)
  const isGone = verb === 'delete' || (screen === 'users' && account === null)
  if (screen === undefined || !isOne || isGone) return <span title={subject_id}>{text}</span>
  return (
    <Link to={adminPaths.screen(screen, subject_id)} title={subject_id}>
      {text}
    </Link>
  )
}
