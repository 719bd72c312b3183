import { Link } from 'react-router'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import type { Fact } from '#platform/web/ui/back-office/admin-page.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { type AdminReport, type AdminReportRow, CASE_STATES } from '../../contract.admin.ts'
import { type Answered, statesOfCases, type TranslateCases } from './answered-cases.tsx'
import { useAdminReport, useAdminReports } from './data/answered-cases.ts'

/** Reports about letterboxes. */
export const REPORTS: Answered<AdminReportRow, AdminReport> = {
  kind: 'reports',
  useRows() {
    const { t } = useTranslation('admin-cases')
    const list = useAdminList({
      filters: {
        state: statesOfCases(t, CASE_STATES),
        letterbox_id: { kind: 'link' },
        user_id: { kind: 'link' },
      },
    })
    return {
      list,
      answer: useAdminReports(list.asked),
      beside: list.asked.letterbox_id ? (
        <AppButton tone="secondary" onClick={() => list.change({ letterbox_id: '' })}>
          {t('reports.allLetterboxes')}
        </AppButton>
      ) : list.asked.user_id ? (
        <AppButton tone="secondary" onClick={() => list.change({ user_id: '' })}>
          {t('everybody')}
        </AppButton>
      ) : null,
    }
  },
  aboutRow: ({ type, letterbox }, t) => ({
    title: t(`reports.types.${type}`),
    text:
      letterbox.open_reports > 1
        ? `${letterbox.address} (${t('reports.together', { count: letterbox.open_reports })})`
        : letterbox.address,
  }),
  useEntry: useAdminReport,
  aboutEntry: (report, t) => ({
    title: titleOf(report, t),
    facts: factsOf(report, t),
    quote: report.message,
  }),
  // An answered reporter knows the outcome already.
  settlingTells: ({ email, answered }, t) =>
    email !== '' && answered === 0 ? t('reports.told') : null,
}

/** The title of `other`, else the name of the type, in the reporter's language and not the reader's. */
const titleOf = ({ type, title }: AdminReport, t: TranslateCases) =>
  type === 'other' ? title : t(`reports.types.${type}`)

function factsOf(report: AdminReport, t: TranslateCases): Fact[] {
  const { type, letterbox, reporter, name, email, repeats } = report
  const who = [reporter?.name ?? t('visitor'), name, email].filter(Boolean).join(', ')
  const facts: Fact[] = [
    {
      name: t('columns.about'),
      value: type === 'other' ? t(`reports.types.${type}`) : report.title,
    },
    {
      name: t('reports.letterbox'),
      value: (
        <>
          <Link to={adminPaths.screen('letterboxes', letterbox.id)}>{letterbox.address}</Link>
          <br />
          <Link to={paths.letterbox(letterbox.id)}>{t('reports.public')}</Link>
        </>
      ),
    },
    {
      name: t('from'),
      value: who,
    },
  ]
  if (letterbox.open_reports > 1) {
    facts.push({
      name: t('reports.same'),
      value: (
        <Link to={`${adminPaths.screen('reports')}?letterbox_id=${letterbox.id}`}>
          {t('reports.together', { count: letterbox.open_reports })}
        </Link>
      ),
    })
  }
  if (repeats > 0) facts.push({ name: t('reports.repeats'), value: repeats })
  return facts
}
