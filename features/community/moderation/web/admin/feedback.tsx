import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { type AdminFeedback, type AdminFeedbackRow, CASE_STATES } from '../../contract.admin.ts'
import { FEEDBACK_TYPES } from '../../contract.ts'
import { type Answered, statesOfCases } from './answered-cases.tsx'
import { useAdminFeedback, useAdminFeedbackById } from './data/answered-cases.ts'

/** What members think of the app. */
export const FEEDBACK: Answered<AdminFeedbackRow, AdminFeedback> = {
  kind: 'feedback',
  useRows() {
    const { t } = useTranslation('admin-cases')
    const list = useAdminList({
      filters: {
        state: statesOfCases(t, CASE_STATES),
        type: {
          kind: 'choice',
          label: t('feedback.type'),
          all: t('feedback.allTypes'),
          choices: FEEDBACK_TYPES.map((value) => ({ value, label: t(`feedback.types.${value}`) })),
        },
        user_id: { kind: 'link' },
      },
    })
    return {
      list,
      answer: useAdminFeedback(list.asked),
      beside: list.asked.user_id ? (
        <AppButton tone="secondary" onClick={() => list.change({ user_id: '' })}>
          {t('everybody')}
        </AppButton>
      ) : null,
    }
  },
  aboutRow: ({ type, author }, t) => ({ title: t(`feedback.types.${type}`), text: author.name }),
  useEntry: useAdminFeedbackById,
  aboutEntry: ({ type, author, email, content }, t) => ({
    title: t(`feedback.types.${type}`),
    facts: [{ name: t('from'), value: [author.name, email].filter(Boolean).join(', ') }],
    quote: content,
  }),
}
